#include "tests/support/random_path.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

namespace globaldyn::inside::test {
namespace {

constexpr double kTurn = 2.0 * std::numbers::pi;

struct PathPoint {
  double x{0.0};
  double y{0.0};
};

// A function of u over 0 … length, with values of order one.
struct Shape {
  const char* text;
  double length;
};

constexpr std::array kShapes{
    Shape{"cos({0})", kTurn},
    Shape{"cos({0})", kTurn / 2.0},
    Shape{"sin({0})", kTurn},
    Shape{"sin(20*{0})", kTurn},
    Shape{"({0})", 1.0},
    Shape{"({0})^2", 1.0},
    Shape{"({0})^3", 1.0},
    Shape{"4*({0}-0.5)^3", 1.0},
    Shape{"4*({0}-0.5)^2", 1.0},
    Shape{"(1-cos({0}))/2", 1.0},
    Shape{"0.6*atan(1000*({0}-0.5))", 1.0},
    Shape{"0.6*atan(30*({0}-0.5))", kTurn},
    Shape{"({0}+0.1*sin(12*{0}))", 1.0},
};

// Half of all paths use the natural range.
double draw_scale(Draw& draw) {
  return draw.chance(0.5) ? 1.0 : draw.decade(-6.0, 4.0);
}

std::string to_variable(double scale) {
  return scale == 1.0 ? "p" : fmt::format("(p/{:.6g})", scale);
}

std::string write_shape(Draw& draw, const Shape& shape, const std::string& u, double middle,
                        double reach) {
  const double size = reach * (draw.chance(0.8) ? draw.uniform(0.2, 1.0) : draw.decade(-6.0, 0.0));
  return fmt::format("{:.6g} + {:.6g}*", middle, size * draw.sign()) +
         fmt::format(fmt::runtime(shape.text), u);
}

PathPoint draw_point(Draw& draw, const PathArea& area) {
  const double r = draw.uniform(area.inner, area.outer);
  const double angle = draw.uniform(0.0, kTurn);
  return {area.x + r * std::cos(angle), area.y + r * std::sin(angle)};
}

std::string write_points(const std::vector<PathPoint>& points) {
  std::string text = "[";
  for (const PathPoint& point : points) {
    text += fmt::format("{}[{:.9g}, {:.9g}]", text.size() > 1 ? ", " : "", point.x, point.y);
  }
  return text + "]";
}

std::vector<PathPoint> draw_points(Draw& draw, const PathArea& area, std::size_t most) {
  std::vector<PathPoint> points;
  const std::size_t count = 2 + draw.below(most - 1);
  while (points.size() < count) points.push_back(draw_point(draw, area));
  return points;
}

}  // namespace

RandomExpression make_random_expression(Draw& draw, double middle, double reach) {
  const double scale = draw_scale(draw);
  const Shape& shape = kShapes[draw.below(kShapes.size())];
  return {write_shape(draw, shape, to_variable(scale), middle, reach), shape.length * scale};
}

RandomPair make_random_pair(Draw& draw, double middle_x, double reach_x, double middle_y,
                            double reach_y) {
  const double scale = draw_scale(draw);
  const Shape& first = kShapes[draw.below(kShapes.size())];
  // The second uses the range of the first, or does not move.
  const std::string u =
      draw.chance(0.2) ? "0.3" : fmt::format("({}*{:.6g})", to_variable(scale), 1.0 / first.length);
  const Shape& second = kShapes[draw.below(kShapes.size())];
  const std::string v = fmt::format("({}*{:.6g})", u, second.length);
  return {write_shape(draw, first, to_variable(scale), middle_x, reach_x),
          write_shape(draw, second, v, middle_y, reach_y), first.length * scale};
}

namespace {

// On the shortest piece there is room for two blends of this length.
double find_blend_room(const std::vector<PathPoint>& points) {
  constexpr double kShare = 0.499;  // points are written with nine digits
  double shortest = std::numeric_limits<double>::infinity();
  for (std::size_t i = 1; i < points.size(); ++i) {
    shortest = std::min(shortest,
                        std::hypot(points[i].x - points[i - 1].x, points[i].y - points[i - 1].y));
  }
  return kShare * shortest;
}

}  // namespace

std::string make_random_polyline(Draw& draw, const PathArea& area) {
  std::vector<PathPoint> points = draw_points(draw, area, 6);
  if (draw.chance(0.3)) {  // there and back
    for (std::size_t i = points.size() - 1; i-- > 0;) points.push_back(points[i]);
  }
  std::string blend;
  if (draw.chance(0.8)) {
    const double size = draw.chance(0.5) ? draw.uniform(0.02, 0.33) : draw.decade(-6.0, -1.0);
    blend = fmt::format(", blend: {:.6g}, shape: parabola",
                        std::min(size * area.outer, find_blend_room(points)));
  }
  return fmt::format("{{polyline: {{points: {}{}}}}}", write_points(points), blend);
}

std::string make_random_spline(Draw& draw, const PathArea& area) {
  std::vector<PathPoint> points = draw_points(draw, area, 8);
  if (draw.chance(0.5)) {
    const std::size_t where = draw.below(points.size());
    const double near = area.outer * draw.decade(-5.0, -1.0);
    for (std::size_t k = draw.below(4) + 1; k-- > 0;) {
      const PathArea around{points[where].x, points[where].y, 0.3 * near, near};
      points.insert(points.begin() + static_cast<std::ptrdiff_t>(where), draw_point(draw, around));
    }
  }
  bool closed = points.size() > 2 && draw.chance(0.3);
  if (closed) points.push_back(points.front());
  return fmt::format("{{spline: {{points: {}{}}}}}", write_points(points),
                     closed ? ", closed: true" : "");
}

std::string make_random_curve(Draw& draw, const PathArea& area) {
  const double radius = 0.5 * (area.outer - area.inner) * draw.uniform(0.1, 0.9);
  const double middle = 0.5 * (area.outer + area.inner);
  const double angle = draw.uniform(0.0, kTurn);
  const PathPoint center{area.x + middle * std::cos(angle), area.y + middle * std::sin(angle)};
  switch (draw.below(6)) {
    case 0: {
      const std::vector<PathPoint> ends{draw_point(draw, area), draw_point(draw, area)};
      return fmt::format("{{line: {{from: [{:.6g}, {:.6g}], to: [{:.6g}, {:.6g}]}}}}", ends[0].x,
                         ends[0].y, ends[1].x, ends[1].y);
    }
    case 1:
      return fmt::format("{{circle: {{center: [{:.6g}, {:.6g}], radius: {:.6g}}}}}", center.x,
                         center.y, radius);
    case 2:
      return fmt::format("{{rose: {{center: [{:.6g}, {:.6g}], r0: {:.6g}, k: {}}}}}", center.x,
                         center.y, radius, 1 + draw.below(4));
    case 3:
      return make_random_spline(draw, area);
    default:
      return make_random_polyline(draw, area);
  }
}

}  // namespace globaldyn::inside::test
