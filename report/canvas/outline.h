#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <vector>

#include "core/base/interval.h"

namespace globaldyn::inside::report {

using Eigen::Vector2d;

/// Points joined by straight lines; as a polygon, the last one also to the first.
using Outline = std::vector<Vector2d>;

/// A rectangle parallel to the axes.
struct Bounds {
  Interval x{0.0, 0.0};
  Interval y{0.0, 0.0};

  [[nodiscard]] double width() const { return x.high - x.low; }
  [[nodiscard]] double height() const { return y.high - y.low; }
};

/// Whether so many stops are marked: more than 40 would hide the path, which has a corner at each
/// of its points then.
[[nodiscard]] inline bool are_marked(std::size_t stops) {
  return stops > 0 && stops <= 40;
}

/// The smallest rectangle around all points; all zero if there are none.
[[nodiscard]] Bounds find_bounds(const std::vector<Outline>& outlines);

/// All rectangles as wide as the widest and as high as the highest, about their middles: drawn in
/// boxes of one size they then have one scale.
void make_equal(std::vector<Bounds>& several);

/// A curve over increasing x as it looks on paper: of more than 8000 points the first, the lowest,
/// the highest and the last in each of 2000 columns.
[[nodiscard]] Outline thin_curve(const Outline& curve);

/// Lines or polygons one after the other along x as they look on paper: of more than 8000 points,
/// what lies within one of 2000 columns becomes one rectangle, and longer lines are thinned.
[[nodiscard]] std::vector<Outline> merge_narrow(const std::vector<Outline>& outlines);

/// A line that goes anywhere within `bounds` as it looks on paper: of more than 8000 points, no
/// stretch that has been drawn already, to a 600th of the width and of the height. Nothing of fewer
/// than two points.
[[nodiscard]] std::vector<Outline> draw_once(const Outline& line, const Bounds& bounds);

/// The polygon's part inside `bounds`; if it has several pieces, they are connected by lines along
/// the border. Nothing if the polygon is outside.
[[nodiscard]] Outline clip(const Outline& polygon, const Bounds& bounds);

/// The convex hull, counter-clockwise. Fewer than three points if all lie on a line.
[[nodiscard]] Outline find_convex_hull(Outline points);

/// A circle as a polygon.
[[nodiscard]] Outline make_circle(const Vector2d& centre, double radius);

/// A rectangle `length` along `direction` (of length 1) and `width` across.
[[nodiscard]] Outline make_bar(const Vector2d& centre, const Vector2d& direction, double length,
                               double width);

}  // namespace globaldyn::inside::report
