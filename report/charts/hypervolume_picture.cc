#include "report/charts/hypervolume_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/constants.h"
#include "optimize/pareto/front_growth.h"
#include "report/canvas/gnuplot.h"
#include "report/canvas/panels.h"
#include "report/canvas/plot_area.h"
#include "report/charts/seed_lines.h"
#include "report/charts/study_axis.h"

namespace globaldyn::report {
namespace {

constexpr double kGrowthWidth = 1000.0, kGrowthHeight = 620.0;
constexpr std::size_t kMeasurements = 100;

// Measured where the front has changed, at some places; the curve ends where that takes too long.
struct GrowthCurve {
  Outline line;
  bool is_whole{true};
};

GrowthCurve trace_growth(const StudyTable& table, const FrontGrowth& growth) {
  const std::vector<bool> maximized = list_maximized(table.header.columns);
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
    if (!std::isnan(value)) curve.line.emplace_back(static_cast<double>(i + 1), value);
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

// From where the curves are after a twentieth of the search: growth begins steeply.
Interval choose_heights(const std::vector<Outline>& lines, double longest) {
  constexpr double kBegin = 0.05;
  Interval heights{kInfinity, -kInfinity};
  for (const Outline& line : lines) {
    for (const Vector2d& point : line) {
      if (point.x() < kBegin * longest) continue;
      heights = {std::min(heights.low, point.y()), std::max(heights.high, point.y())};
    }
  }
  return heights;
}

// A single curve needs no name.
void add_curve_of_seed(Picture& picture, const StudyTable& part, const Outline& line, int number,
                       bool has_name) {
  const std::string name = has_name ? "title " + quote(name_of_seed(part)) : "notitle";
  picture.add_element(fmt::format("{} using 1:2 with lines lw 2 {} {}",
                                  picture.add_data({line}, false), pick_line(number), name));
}

}  // namespace

Picture draw_hypervolume(const StudyTable& table) {
  const FrontGrowth growth = make_growth(table);
  const std::vector<StudyTable> parts = split_by_seed(table);
  std::vector<Outline> lines;
  bool are_whole = true;
  for (const StudyTable& part : parts) {
    GrowthCurve curve = trace_growth(part, growth);
    are_whole = are_whole && curve.is_whole;
    lines.push_back(std::move(curve.line));
  }
  Picture picture =
      start_picture("hypervolume", table.header.name + ": hypervolume of the front over the search",
                    kGrowthWidth, kGrowthHeight);
  const PlotArea area{
      {{kPlotLeft, kGrowthWidth - 30.0}, {68.0, kGrowthHeight - 84.0}},
      {{0.0, count_longest(parts)}, widen(choose_heights(lines, count_longest(parts)), 0.06)}};
  picture.begin_plot(area.box, area.axes);
  picture.add(kFaintGrid);
  picture.add(make_seed_key(false));
  add_axis_titles(picture, area.box, "designs evaluated",
                  "hypervolume (1: the box of the first 100 feasible designs)", kTitleDistance);
  add_reference(picture, area.box, list_reference(table, growth));
  if (!are_whole) add_remarks(picture, area.box, {"not measured once the front is large"});
  for (std::size_t i = 0; i < parts.size(); ++i) {
    add_curve_of_seed(picture, parts[i], lines[i], static_cast<int>(i), parts.size() > 1);
  }
  picture.end_plot();
  return picture;
}

}  // namespace globaldyn::report
