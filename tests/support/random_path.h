#pragma once

#include <string>

#include "tests/support/draw.h"

namespace globaldyn::inside::test {

/// Where the points of a path may lie: a ring or a disc.
struct PathArea {
  double x{0.0};
  double y{0.0};
  double inner{0.0};
  double outer{1.0};
};

/// What follows `position:` of a path of one axis, x, within `reach` of `middle`, or `joints: {J:`
/// of an angle: an expression in p, with the range of p. Dead points (cos, squares, cubes), steps,
/// sines, p from a millionth to ten thousand.
struct RandomExpression {
  std::string text;
  double p_max{1.0};
};
[[nodiscard]] RandomExpression make_random_expression(Draw& draw, double middle, double reach);

/// Two expressions of the same p.
struct RandomPair {
  std::string x, y;
  double p_max{1.0};
};
[[nodiscard]] RandomPair make_random_pair(Draw& draw, double middle_x, double reach_x,
                                          double middle_y, double reach_y);

/// What follows `position:`: a polyline through points of the area, with or without blends from
/// 1 µm of its size to a third of its segments; some return along the same way.
[[nodiscard]] std::string make_random_polyline(Draw& draw, const PathArea& area);

/// The same: a spline, some of its points next to each other.
[[nodiscard]] std::string make_random_spline(Draw& draw, const PathArea& area);

/// The same: any curve of two axes.
[[nodiscard]] std::string make_random_curve(Draw& draw, const PathArea& area);

}  // namespace globaldyn::inside::test
