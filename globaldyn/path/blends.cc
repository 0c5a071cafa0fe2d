#include "globaldyn/path/blends.h"

#include <algorithm>
#include <cmath>

#include "core/base/constants.h"
#include "core/base/round_off.h"

namespace globaldyn::inside {
inline namespace path {
namespace {

Vector3d find_slope(const std::vector<Vector3d>& points, const Knots& knots, std::size_t piece) {
  return (points[piece + 1] - points[piece]) / (knots[piece + 1] - knots[piece]);
}

bool turns(const std::vector<Vector3d>& points, const Knots& knots, std::size_t knot) {
  if (points.empty()) return false;
  return is_corner(find_slope(points, knots, knot - 1), find_slope(points, knots, knot));
}

// Beside the largest number a piece may be no longer than rounding errors.
bool stands_still(const std::vector<Vector3d>& points, std::size_t piece, double size) {
  return is_zero((points[piece + 1] - points[piece]).norm(), size, round_off::kSame);
}

// Whether the position moves on both sides and does not go back the way it came: if that were
// rounded, the curve would reverse at a point where dR/dp vanishes.
bool passes(const PolylinePoints& polyline, std::size_t knot, double size) {
  const std::vector<Vector3d>& points = polyline.points;
  if (stands_still(points, knot - 1, size) || stands_still(points, knot, size)) return false;
  const Vector3d before = find_slope(points, polyline.knots, knot - 1);
  const Vector3d after = find_slope(points, polyline.knots, knot);
  return (before.normalized() + after.normalized()).norm() > round_off::kSame;
}

bool rests_at(const Knots& knots, std::size_t knot, const std::vector<double>& stops) {
  return std::any_of(stops.begin(), stops.end(), [&](double stop) {
    return is_zero(stop - knots[knot], knots.back(), round_off::kSame);
  });
}

// Both of a blend's lengths, if they are equal, or one of them.
void set_length(double length, double Blend::*side, Blend& blend) {
  if (blend.before == blend.after) blend = {length, length};
  blend.*side = length;
}

// Blends that leave nothing of a piece but rounding errors take all of it, those at both of its
// ends a half each: a straight sliver would be a piece of the path with limits of its own.
void fill_pieces(const Knots& knots, std::vector<Blend>& blends) {
  for (std::size_t i = 0; i + 1 < blends.size(); ++i) {
    Blend &one = blends[i], &next = blends[i + 1];
    const double piece = knots[i + 1] - knots[i], used = one.after + next.before;
    if (used == 0.0 || !is_zero(piece - used, piece, round_off::kSame)) continue;
    const double each = one.after > 0.0 && next.before > 0.0 ? 0.5 * piece : piece;
    if (one.after > 0.0) set_length(each, &Blend::after, one);
    if (next.before > 0.0) set_length(each, &Blend::before, next);
  }
}

}  // namespace

std::vector<bool> find_round_corners(const PolylinePoints& polyline,
                                     const std::vector<double>& stops) {
  const Knots& knots = polyline.knots;
  std::vector<bool> result(knots.size(), false);
  double size = 0.0;
  for (const Vector3d& point : polyline.points) {
    size = std::max(size, point.lpNorm<Eigen::Infinity>());
  }
  for (std::size_t i = 1; i + 1 < knots.size(); ++i) {
    const bool is_needed = turns(polyline.points, knots, i) || turns(polyline.angles, knots, i);
    result[i] = is_needed && passes(polyline, i, size) && !rests_at(knots, i, stops);
  }
  return result;
}

BlendRoom find_blend_room(const std::vector<Vector3d>& points,
                          const std::vector<bool>& round_corners) {
  BlendRoom room{kInfinity, 0, false, 0.0};
  for (std::size_t i = 0; i + 1 < points.size(); ++i) {
    const int count = (round_corners[i] ? 1 : 0) + (round_corners[i + 1] ? 1 : 0);
    const double length = (points[i + 1] - points[i]).norm();
    if (count > 0 && length / count < room.most) room = {length / count, i, count == 2, length};
  }
  return room;
}

std::vector<Blend> make_blends(const PolylinePoints& polyline,
                               const std::vector<bool>& round_corners, double length) {
  std::vector<Blend> blends(polyline.knots.size());
  if (length == 0.0) return blends;
  for (std::size_t i = 0; i < blends.size(); ++i) {
    if (!round_corners[i]) continue;
    const double before = length / find_slope(polyline.points, polyline.knots, i - 1).norm();
    const double after = length / find_slope(polyline.points, polyline.knots, i).norm();
    // Pieces with the same dR/dp but for rounding errors: d²R/dp² is constant then.
    const bool is_even = is_zero(before - after, before, round_off::kSolved);
    blends[i] =
        is_even ? Blend{std::min(before, after), std::min(before, after)} : Blend{before, after};
  }
  fill_pieces(polyline.knots, blends);
  return blends;
}

}  // namespace path
}  // namespace globaldyn::inside
