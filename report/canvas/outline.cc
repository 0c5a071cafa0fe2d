#include "report/canvas/outline.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/base/constants.h"

namespace globaldyn::report {
namespace {

// Keeps the part where side * (coordinate - limit) <= 0 (Sutherland and Hodgman).
Outline clip_side(const Outline& polygon, int axis, double limit, double side) {
  Outline result;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Vector2d& from = polygon[i];
    const Vector2d& to = polygon[(i + 1) % polygon.size()];
    const double a = side * (from[axis] - limit);
    const double b = side * (to[axis] - limit);
    if (a <= 0.0) result.push_back(from);
    if ((a < 0.0 && b > 0.0) || (a > 0.0 && b < 0.0)) {
      result.push_back(from + a / (a - b) * (to - from));
    }
  }
  return result;
}

double calc_turn(const Vector2d& a, const Vector2d& b, const Vector2d& c) {
  return (b.x() - a.x()) * (c.y() - a.y()) - (b.y() - a.y()) * (c.x() - a.x());
}

// Half of a hull (Andrew's monotone chain) without its last point.
template <class Iterator>
void append_chain(Iterator begin, Iterator end, Outline& hull) {
  const std::size_t first = hull.size();
  for (Iterator point = begin; point != end; ++point) {
    while (hull.size() >= first + 2 &&
           calc_turn(hull[hull.size() - 2], hull.back(), *point) <= 0.0) {
      hull.pop_back();
    }
    hull.push_back(*point);
  }
  hull.pop_back();
}

}  // namespace

Bounds find_bounds(const std::vector<Outline>& outlines) {
  Bounds bounds{{kInfinity, -kInfinity}, {kInfinity, -kInfinity}};
  for (const Outline& outline : outlines) {
    for (const Vector2d& point : outline) {
      bounds.x = {std::min(bounds.x.low, point.x()), std::max(bounds.x.high, point.x())};
      bounds.y = {std::min(bounds.y.low, point.y()), std::max(bounds.y.high, point.y())};
    }
  }
  return bounds.x.low <= bounds.x.high ? bounds : Bounds{};
}

Outline thin_curve(const Outline& curve) {
  constexpr std::size_t kMost = 8000, kColumns = kMost / 4;
  if (curve.size() <= kMost) return curve;
  const double width = (curve.back().x() - curve.front().x()) / kColumns;
  const auto lower = [](const Vector2d& a, const Vector2d& b) { return a.y() < b.y(); };
  Outline thin;
  for (auto begin = curve.begin(); begin != curve.end();) {
    const double edge = begin->x() + width;
    auto end = std::find_if(begin, curve.end(), [&](const Vector2d& p) { return p.x() > edge; });
    const auto [low, high] = std::minmax_element(begin, end, lower);
    for (auto at : {begin, std::min(low, high), std::max(low, high), end - 1}) {
      if (thin.empty() || thin.back() != *at) thin.push_back(*at);
    }
    begin = end;
  }
  return thin;
}

void make_equal(std::vector<Bounds>& several) {
  double width = 0.0, height = 0.0;
  for (const Bounds& one : several) {
    width = std::max(width, one.width());
    height = std::max(height, one.height());
  }
  for (Bounds& one : several) {
    const double dx = 0.5 * (width - one.width()), dy = 0.5 * (height - one.height());
    one = {{one.x.low - dx, one.x.high + dx}, {one.y.low - dy, one.y.high + dy}};
  }
}

Outline clip(const Outline& polygon, const Bounds& bounds) {
  Outline result = clip_side(polygon, 0, bounds.x.low, -1.0);
  result = clip_side(result, 0, bounds.x.high, 1.0);
  result = clip_side(result, 1, bounds.y.low, -1.0);
  return clip_side(result, 1, bounds.y.high, 1.0);
}

Outline find_convex_hull(Outline points) {
  const auto less = [](const Vector2d& a, const Vector2d& b) {
    return a.x() < b.x() || (a.x() == b.x() && a.y() < b.y());
  };
  std::sort(points.begin(), points.end(), less);
  points.erase(std::unique(points.begin(), points.end()), points.end());
  if (points.size() < 3) return points;
  Outline hull;
  append_chain(points.begin(), points.end(), hull);
  append_chain(points.rbegin(), points.rend(), hull);
  return hull;
}

Outline make_circle(const Vector2d& centre, double radius) {
  constexpr int kCorners = 28;
  Outline circle;
  for (int i = 0; i < kCorners; ++i) {
    const double angle = 2.0 * std::numbers::pi * i / kCorners;
    circle.emplace_back(centre + radius * Vector2d(std::cos(angle), std::sin(angle)));
  }
  return circle;
}

Outline make_bar(const Vector2d& centre, const Vector2d& direction, double length, double width) {
  const Vector2d along = length / 2.0 * direction;
  const Vector2d across = width / 2.0 * Vector2d(-direction.y(), direction.x());
  return {centre - along - across, centre + along - across, centre + along + across,
          centre - along + across};
}

}  // namespace globaldyn::report
