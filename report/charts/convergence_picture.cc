#include "report/charts/convergence_picture.h"

#include <fmt/format.h>

#include "core/base/constants.h"
#include "report/canvas/key.h"
#include "report/canvas/labels.h"
#include "report/canvas/panels.h"
#include "report/charts/design_cloud.h"
#include "report/charts/front_designs.h"
#include "report/charts/seed_lines.h"

namespace globaldyn::inside::report {
namespace {

constexpr double kCourseWidth = 1000.0, kCoursePlot = 488.0;

// Steps from each design that was better than all before to the next, and to the last design.
Outline trace_best(const StudyAxis& objective, const StudyTable& part) {
  Outline line;
  double best = objective.column.is_maximized ? -kInfinity : kInfinity;
  for (std::size_t i = 0; i < part.records.size(); ++i) {
    if (part.records[i].state != DesignState::ok) continue;
    const double value = objective.value(part.records[i]);
    if (objective.column.is_maximized ? value <= best : value >= best) continue;
    const auto x = static_cast<double>(i + 1);
    if (!line.empty()) line.emplace_back(x, best);
    line.emplace_back(x, value);
    best = value;
  }
  if (!line.empty()) line.emplace_back(static_cast<double>(part.records.size()), best);
  return line;
}

Outline list_values(const StudyAxis& objective, const std::vector<StudyTable>& parts) {
  Outline points;
  for (const StudyTable& part : parts) {
    for (std::size_t i = 0; i < part.records.size(); ++i) {
      const DesignRecord& record = part.records[i];
      if (record.state != DesignState::ok) continue;
      points.emplace_back(static_cast<double>(i + 1), objective.value(record));
    }
  }
  return points;
}

std::vector<NamedLines> list_courses(const StudyAxis& objective,
                                     const std::vector<StudyTable>& parts) {
  std::vector<NamedLines> courses;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    courses.push_back(make_seed_line(parts, i, trace_best(objective, parts[i])));
  }
  return courses;
}

std::string describe_best(const StudyTable& table, const StudyAxis& objective,
                          const DesignRecord& best) {
  const std::string parts = list_parts(table, best);
  const std::string& unit = objective.column.unit.si;
  return fmt::format("design {}: {:.6g}{}{}{}", best.id, objective.value(best),
                     unit.empty() || unit == "1" ? "" : " " + unit, parts.empty() ? "" : ", ",
                     parts);
}

// On the better side of the line there is nothing to hide.
void name_best(Picture& picture, const PlotArea& area, const StudyTable& table,
               const StudyAxis& objective) {
  const DesignRecord& best = *table.find(table.front.front());
  Text text;
  text.text = describe_best(table, objective, best);
  text.bold = true;
  text.size = 12.0;
  text.align = "right";
  text.at = {area.box.x.high - 6.0, area.to_pixel({0.0, objective.value(best)}).y() +
                                        (objective.column.is_maximized ? 14.0 : -14.0)};
  picture.add_text(text);
}

}  // namespace

Picture draw_convergence(const StudyTable& table) {
  constexpr std::size_t kMostPale = 5000;
  const StudyAxis objective = list_axes(table, StudyColumn::Role::objective).front();
  const DesignList feasible = list_best(table);
  const std::vector<StudyTable> parts = split_by_seed(table);
  const std::vector<NamedLines> courses = list_courses(objective, parts);
  constexpr Interval kAcross{kPlotLeft, kCourseWidth - 30.0};
  const Key key = make_key(list_entries(courses), kAcross.high - kAcross.low);
  const double below = find_room_below(key);
  Picture picture = start_picture(
      "front", table.header.name + ": best " + objective.column.name + " over the search",
      kCourseWidth, below + kCoursePlot + 84.0);
  const PlotArea area{{kAcross, {below, below + kCoursePlot}},
                      {{0.0, count_longest(parts)},
                       widen(choose_span(objective, list_front(table), feasible), 0.1)}};
  picture.begin_plot(area.box, area.axes);
  picture.add(kFaintGrid);
  add_axis_titles(picture, area.box, "designs evaluated", title_with_aim(objective.column),
                  kTitleDistance);
  const CloudCounts counts = add_cloud(picture, area, list_values(objective, parts), kMostPale);
  add_small_print(picture, area.box, describe_designs(table, counts));
  for (const NamedLines& course : courses) add_lines(picture, course);
  add_key(picture, key, {area.box.x.low, area.box.y.low - kAboveKey});
  name_best(picture, area, table, objective);
  picture.end_plot();
  return picture;
}

}  // namespace globaldyn::inside::report
