#include "report/canvas/outline.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>
#include <utility>

#include "core/base/constants.h"

namespace globaldyn::inside::report {
namespace {

// More than this many points, or columns of a picture, cannot be told apart on paper.
constexpr std::size_t kMostPoints = 8000, kColumns = kMostPoints / 4;
// The same along each axis of what goes anywhere: fewer, since they are not crossed once but many
// times.
constexpr int kCells = 600;

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

// Of a curve over increasing x the first, the lowest, the highest and the last point in every
// column.
Outline thin_columns(const Outline& curve, double width) {
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
  if (curve.size() <= kMostPoints) return curve;
  return thin_columns(curve, (curve.back().x() - curve.front().x()) / kColumns);
}

std::vector<Outline> merge_narrow(const std::vector<Outline>& outlines) {
  std::size_t points = 0;
  for (const Outline& outline : outlines) points += outline.size();
  if (points <= kMostPoints) return outlines;
  const Bounds all = find_bounds(outlines);
  const auto find_column = [&](double x) {
    return std::floor((x - all.x.low) / all.width() * kColumns);
  };
  std::vector<Outline> merged;
  std::vector<Outline> together;  // in one column
  const auto end_column = [&] {
    if (together.empty()) return;
    const auto [x, y] = find_bounds(together);
    merged.push_back({{x.low, y.low}, {x.high, y.low}, {x.high, y.high}, {x.low, y.high}});
    together.clear();
  };
  double column = -1.0;
  for (const Outline& outline : outlines) {
    const Bounds own = find_bounds({outline});
    const double first = find_column(own.x.low);
    if (first != column) end_column();
    column = first;
    if (first == find_column(own.x.high)) {
      together.push_back(outline);
    } else {
      const bool is_polygon = outline.front().x() >= outline.back().x();
      merged.push_back(is_polygon ? outline : thin_columns(outline, all.width() / kColumns));
    }
  }
  end_column();
  return merged;
}

std::vector<Outline> draw_once(const Outline& line, const Bounds& bounds) {
  if (line.size() < 2) return {};
  if (line.size() <= kMostPoints) return {line};
  using Cell = std::pair<int, int>;
  const auto find_cell = [&](const Vector2d& at) {
    return Cell(static_cast<int>(std::floor((at.x() - bounds.x.low) / bounds.width() * kCells)),
                static_cast<int>(std::floor((at.y() - bounds.y.low) / bounds.height() * kCells)));
  };
  std::set<std::pair<Cell, Cell>> drawn;
  std::vector<Outline> pieces;
  bool is_connected = false;
  for (std::size_t i = 1; i < line.size(); ++i) {
    const auto [from, to] = std::minmax({find_cell(line[i - 1]), find_cell(line[i])});
    const bool is_new = drawn.emplace(from, to).second;
    if (is_new && !is_connected) pieces.push_back({line[i - 1]});
    if (is_new) pieces.back().push_back(line[i]);
    is_connected = is_new;
  }
  return pieces;
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

}  // namespace globaldyn::inside::report
