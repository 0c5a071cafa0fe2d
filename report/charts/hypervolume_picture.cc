#include "report/charts/hypervolume_picture.h"

#include <fmt/format.h>

#include <cmath>

#include "optimize/pareto/front_growth.h"
#include "report/canvas/panels.h"
#include "report/canvas/plot_area.h"
#include "report/charts/study_axis.h"

namespace globaldyn::report {
namespace {

constexpr double kGrowthWidth = 1000.0, kGrowthHeight = 620.0;
constexpr std::size_t kMeasurements = 100;

// The measure of a search's front, known from its first feasible designs.
FrontGrowth find_measure(const StudyTable& table, const std::vector<bool>& maximized) {
  FrontGrowth growth;
  for (const DesignRecord& record : table.records) growth.take(make_outcome(record, maximized));
  return growth;
}

// Measured where the front has changed, at some places; the curve ends where that takes too long.
struct GrowthCurve {
  Outline line;
  bool is_whole{true};
};

GrowthCurve trace_growth(const StudyTable& table, const FrontGrowth& growth,
                         const std::vector<bool>& maximized) {
  GrowthCurve curve;
  ParetoArchive front;
  const std::size_t count = table.records.size();
  bool has_changed = true;
  double value = 0.0;
  for (std::size_t i = 0, part = 0; i < count; ++i) {
    const DesignRecord& record = table.records[i];
    has_changed |= front.insert(record.id, make_outcome(record, maximized));
    if ((i + 1) * kMeasurements < (part + 1) * count) continue;
    part = (i + 1) * kMeasurements / count;
    if (has_changed) value = growth.measure(front);
    has_changed = false;
    if (!std::isnan(value)) curve.line.emplace_back(static_cast<double>(record.id), value);
    curve.is_whole = !std::isnan(value);
  }
  return curve;
}

// The reference point, an entry for each objective.
std::vector<std::string> list_reference(const StudyTable& table, const FrontGrowth& growth) {
  std::vector<std::string> entries;
  for (const StudyColumn& one : table.columns(StudyColumn::Role::objective)) {
    const double worst = growth.reference()[entries.size()];
    entries.push_back(fmt::format("{} {:.5g}{}", one.name, one.is_maximized ? -worst : worst,
                                  one.unit.empty() || one.unit == "1" ? "" : " " + one.unit));
  }
  return entries;
}

// In lines above the axes, from the lowest line upwards.
void add_reference(Picture& picture, const PixelBox& box, const std::vector<std::string>& entries) {
  constexpr std::size_t kLongest = 120;  // letters
  std::vector<std::string> lines{"reference point, the worst of the first 100 feasible designs:"};
  for (const std::string& entry : entries) {
    if (lines.back().size() + entry.size() > kLongest) lines.emplace_back();
    lines.back() +=
        (lines.back().empty() ? "" : " ") + entry + (&entry == &entries.back() ? "" : ",");
  }
  Text text;
  text.size = 12.0;
  text.colour = kGrey;
  text.at = {box.x.low, box.y.high + 17.0};
  for (auto line = lines.rbegin(); line != lines.rend(); ++line, text.at.y() += 16.0) {
    text.text = *line;
    picture.add_text(text);
  }
}

}  // namespace

Picture draw_hypervolume(const StudyTable& table) {
  const std::vector<bool> maximized = list_maximized(table.header.columns);
  const FrontGrowth growth = find_measure(table, maximized);
  const GrowthCurve curve = trace_growth(table, growth, maximized);
  Picture picture =
      start_picture("hypervolume", table.header.name + ": hypervolume of the front over the search",
                    kGrowthWidth, kGrowthHeight);
  const Bounds shown = find_bounds({curve.line});
  const double last = static_cast<double>(table.records.back().id);
  const PlotArea area{{{kPlotLeft, kGrowthWidth - 30.0}, {68.0, kGrowthHeight - 84.0}},
                      {{0.0, last}, widen(shown.y, 0.06)}};
  picture.begin_plot(area.box, area.axes);
  picture.add(kFaintGrid);
  add_axis_titles(picture, area.box, "designs evaluated",
                  "hypervolume (1: the box of the first 100 feasible designs)", kTitleDistance);
  add_reference(picture, area.box, list_reference(table, growth));
  if (!curve.is_whole) add_remarks(picture, area.box, {"not measured once the front is large"});
  picture.add_element(fmt::format("{} using 1:2 with lines lw 2 lc {} notitle",
                                  picture.add_data({curve.line}, false),
                                  to_gnuplot(pick_colour(0))));
  picture.end_plot();
  return picture;
}

}  // namespace globaldyn::report
