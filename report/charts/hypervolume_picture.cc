#include "report/charts/hypervolume_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/constants.h"
#include "optimize/pareto/front_growth.h"
#include "report/canvas/key.h"
#include "report/canvas/panels.h"
#include "report/canvas/plot_area.h"
#include "report/charts/growth_curve.h"
#include "report/charts/seed_lines.h"
#include "report/charts/study_axis.h"

namespace globaldyn::inside::report {
namespace {

constexpr double kGrowthWidth = 1000.0, kGrowthPlot = 468.0;

// The reference point, an entry for each objective.
std::vector<std::string> list_reference(const StudyTable& table, const FrontGrowth& growth) {
  std::vector<std::string> entries;
  for (const StudyColumn& one : table.columns(StudyColumn::Role::objective)) {
    const double worst = growth.reference()[entries.size()];
    entries.push_back(fmt::format("{} {:.5g}{}", one.name, one.is_maximized ? -worst : worst,
                                  one.unit.empty() || one.unit == "1" ? "" : " " + one.unit.si));
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
Interval choose_heights(const std::vector<NamedLines>& curves, double longest) {
  constexpr double kBegin = 0.05;
  Interval heights{kInfinity, -kInfinity};
  for (const NamedLines& curve : curves) {
    for (const Outline& line : curve.lines) {
      for (const Vector2d& point : line) {
        if (point.x() < kBegin * longest) continue;
        heights = {std::min(heights.low, point.y()), std::max(heights.high, point.y())};
      }
    }
  }
  return heights;
}

}  // namespace

Picture draw_hypervolume(const StudyTable& table) {
  const FrontGrowth growth = make_growth(table);
  const std::vector<StudyTable> parts = split_by_seed(table);
  std::vector<NamedLines> curves;
  bool are_whole = true;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    GrowthCurve curve = trace_growth(parts[i], growth);
    are_whole = are_whole && curve.is_whole;
    curves.push_back(make_seed_line(parts, i, std::move(curve.line)));
  }
  constexpr Interval kAcross{kPlotLeft, kGrowthWidth - 30.0};
  const Key key = make_key(list_entries(curves), kAcross.high - kAcross.low);
  const double below = find_room_below(key);
  Picture picture =
      start_picture("hypervolume", table.header.name + ": hypervolume of the front over the search",
                    kGrowthWidth, below + kGrowthPlot + 84.0);
  const PlotArea area{
      {kAcross, {below, below + kGrowthPlot}},
      {{0.0, count_longest(parts)}, widen(choose_heights(curves, count_longest(parts)), 0.06)}};
  picture.begin_plot(area.box, area.axes);
  picture.add(kFaintGrid);
  add_axis_titles(picture, area.box, "designs evaluated",
                  "hypervolume (1: the box of the first 100 feasible designs)", kTitleDistance);
  add_reference(picture, area.box, list_reference(table, growth));
  if (!are_whole) add_remarks(picture, area.box, {"not measured once the front is large"});
  for (const NamedLines& curve : curves) add_lines(picture, curve);
  add_key(picture, key, {area.box.x.low, area.box.y.low - kAboveKey});
  picture.end_plot();
  return picture;
}

}  // namespace globaldyn::inside::report
