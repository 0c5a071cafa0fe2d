#include "report/charts/convergence_picture.h"

#include <fmt/format.h>

#include "report/canvas/labels.h"
#include "report/canvas/panels.h"
#include "report/charts/design_cloud.h"
#include "report/charts/front_designs.h"

namespace globaldyn::report {
namespace {

constexpr double kCourseWidth = 1000.0, kCourseHeight = 640.0;

// Steps from each design that was better than all before to the next, and to the last design.
Outline trace_best(const StudyAxis& objective, const StudyTable& table) {
  Outline best;
  for (const DesignRecord& record : table.records) {
    if (record.state != DesignState::ok) continue;
    const double value = objective.value(record);
    const bool is_better =
        best.empty() ||
        (objective.column.is_maximized ? value > best.back().y() : value < best.back().y());
    if (!is_better) continue;
    const double x = static_cast<double>(record.id);
    if (!best.empty()) best.emplace_back(x, Vector2d(best.back()).y());
    best.emplace_back(x, value);
  }
  best.emplace_back(static_cast<double>(table.records.back().id), Vector2d(best.back()).y());
  return best;
}

Outline list_values(const StudyAxis& objective, const DesignList& designs) {
  Outline points;
  for (const DesignRecord* one : designs) {
    points.emplace_back(static_cast<double>(one->id), objective.value(*one));
  }
  return points;
}

std::string describe_best(const StudyTable& table, const StudyAxis& objective,
                          const DesignRecord& best) {
  const std::string parts = list_parts(table, best);
  const std::string& unit = objective.column.unit;
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
  Picture picture = start_picture(
      "front", table.header.name + ": best " + objective.column.name + " over the search",
      kCourseWidth, kCourseHeight);
  const double last = static_cast<double>(table.records.back().id);
  const PlotArea area{
      {{kPlotLeft, kCourseWidth - 30.0}, {68.0, kCourseHeight - 84.0}},
      {{0.0, last}, widen(choose_span(objective, list_front(table), feasible), 0.1)}};
  picture.begin_plot(area.box, area.axes);
  picture.add(kFaintGrid);
  add_axis_titles(picture, area.box, "designs evaluated", title_with_aim(objective.column),
                  kTitleDistance);
  const CloudCounts counts = add_cloud(picture, area, list_values(objective, feasible), kMostPale);
  add_small_print(picture, area.box, describe_designs(table, counts));
  picture.add_element(fmt::format("{} using 1:2 with lines lw 2 lc {} notitle",
                                  picture.add_data({trace_best(objective, table)}, false),
                                  to_gnuplot(pick_colour(0))));
  name_best(picture, area, table, objective);
  picture.end_plot();
  return picture;
}

}  // namespace globaldyn::report
