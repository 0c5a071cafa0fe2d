#pragma once

#include <Eigen/Core>
#include <vector>

#include "core/base/interval.h"

namespace globaldyn::report {

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

/// The smallest rectangle around all points; all zero if there are none.
[[nodiscard]] Bounds find_bounds(const std::vector<Outline>& outlines);

/// All rectangles as wide as the widest and as high as the highest, about their middles: drawn in
/// boxes of one size they then have one scale.
void make_equal(std::vector<Bounds>& several);

/// A curve over increasing x as it looks on paper: of more than 8000 points the first, the lowest,
/// the highest and the last in each of 2000 columns.
[[nodiscard]] Outline thin_curve(const Outline& curve);

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

}  // namespace globaldyn::report
