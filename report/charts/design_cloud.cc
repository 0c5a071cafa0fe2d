#include "report/charts/design_cloud.h"

#include <fmt/format.h>

#include "report/canvas/panels.h"

namespace globaldyn::inside::report {
namespace {

constexpr Colour kPale = make_colour(0xc3c9d3);

}  // namespace

Outline list_points(const StudyAxis& x, const StudyAxis& y, const DesignList& designs) {
  Outline points;
  for (const DesignRecord* one : designs) points.emplace_back(x.value(*one), y.value(*one));
  return points;
}

CloudCounts add_cloud(Picture& picture, const PlotArea& area, const Outline& points,
                      std::size_t most) {
  Outline inside;
  for (const Vector2d& point : points) {
    if (area.contains(point)) inside.push_back(point);
  }
  CloudCounts counts{0, points.size() - inside.size()};
  inside = thin_out(inside, most);
  counts.drawn = inside.size();
  if (inside.empty()) return counts;
  picture.add_element(fmt::format("{} using 1:2 with points pt 7 ps 0.35 lc {} notitle",
                                  picture.add_data({inside}, false), to_gnuplot(kPale)));
  return counts;
}

std::string describe_designs(const StudyTable& table, const CloudCounts& counts) {
  const std::size_t feasible = table.count(DesignState::ok);
  const std::size_t others = feasible - table.front.size();
  std::string text = "front of " + count_of(table.front.size(), "design");
  if (others > 0) text += fmt::format("; {} others feasible", others);
  if (counts.drawn + counts.outside < others) text += fmt::format(", {} drawn", counts.drawn);
  if (counts.outside > 0) text += fmt::format(", {} outside the axes", counts.outside);
  const std::size_t rest = table.records.size() - feasible;
  return rest == 0 ? text : text + fmt::format("; {} not feasible", rest);
}

}  // namespace globaldyn::inside::report
