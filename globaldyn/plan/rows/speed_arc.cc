#include "globaldyn/plan/rows/speed_arc.h"

#include <Eigen/Dense>
#include <algorithm>
#include <array>
#include <utility>

#include "core/base/constants.h"
#include "core/base/nth.h"
#include "core/base/round_off.h"

namespace globaldyn {
namespace {

// Rounding errors relative to the sizes of a row's terms.
constexpr double kSlack = round_off::kEntry;

bool is_stop(const Side& s) {
  const Quadratic3& d = s.d;
  if (!(d[0] >= 0.0 && d[1] >= 0.0 && d[2] >= 0.0) || d[0] + d[1] + d[2] == 0.0) return false;
  return d[0] > 0.0 || s.a[0] > 0.0;
}

// d2 at the start for which the row vanishes; if d is zero there, x must be at the row's own limit,
// and d2 follows from the row's derivative. Infinite if nothing is known.
double find_first_push(const Side& s, double x, double h) {
  constexpr double kNear = round_off::kSame;
  const double rest = s.a[0] * x + s.c[0];
  if (s.d[0] > 0.0) return -rest / s.d[0];
  if (rest < -kNear * std::abs(s.c[0])) return kInfinity;
  const double slope = 2.0 * h * s.a[0] + 2.0 * (s.d[1] - s.d[0]);
  const double drift = 2.0 * ((s.a[1] - s.a[0]) * x + s.c[1] - s.c[0]);
  return slope > 0.0 ? -drift / slope : kInfinity;
}

// Raises the mean of u by the least that makes the row >= 0 everywhere.
std::optional<SpeedArc> raise_above(const Side& s, double x, const QuadraticPush& shape, double h) {
  static constexpr QuadraticPush kOne{1.0, 1.0, 1.0};
  const CubicSpeed ramp = integrate(0.0, kOne, h);
  const RowCurve slopes = multiply(s.a, ramp, s.d, kOne);
  const RowCurve values = multiply(s.a, integrate(x, shape, h), s.d, shape);
  const RowCurve constants = raise(s.c);
  double least = -kInfinity, most = kInfinity, size = 0.0;
  // The first one does not depend on the slope if d vanishes at the start.
  for (std::size_t j = s.d[0] > 0.0 ? 0 : 1; j < values.size(); ++j) {
    const double value = values[j] + constants[j];
    size = std::max(size, std::abs(values[j]) + std::abs(constants[j]));
    if (slopes[j] > 0.0) {
      least = std::max(least, -value / slopes[j]);
    } else if (slopes[j] < 0.0) {
      most = std::min(most, -value / slopes[j]);
    } else if (value < -kSlack * size) {
      return std::nullopt;
    }
  }
  if (!std::isfinite(least)) return std::nullopt;
  if (least > most) {
    const double excess = least - most;
    if (!(excess * std::abs(slopes[5]) <= kSlack * size)) return std::nullopt;
  }
  QuadraticPush u = shape;
  for (double& value : u) value += least;
  return SpeedArc{integrate(x, u, h), 1.0F, 0};
}

// Starts higher by as much as makes the row >= 0 everywhere: where the row pulls x back to itself
// that costs less.
std::optional<SpeedArc> begin_above(const Side& s, double x, const QuadraticPush& u, double h) {
  const RowCurve slopes = multiply(s.a, {1.0, 1.0, 1.0, 1.0}, {}, {});
  const RowCurve values = multiply(s.a, integrate(x, u, h), s.d, u);
  const RowCurve constants = raise(s.c);
  double least = 0.0;
  for (std::size_t j = 0; j < values.size(); ++j) {
    const double value = values[j] + constants[j];
    if (value >= 0.0) continue;
    if (!(slopes[j] > 0.0)) return std::nullopt;
    least = std::max(least, -value / slopes[j]);
  }
  return SpeedArc{integrate(x + least, u, h), 1.0F, 0};
}

// d2 at three places for which the row vanishes there: Radau points, the last at the end. Where the
// row pulls x back to itself within a fraction of the segment, x ends close to it and does not
// overshoot, as it would with a rule that includes the start.
std::optional<std::array<double, 3>> collocate_by_radau(const Side& s, double x, double h) {
  static const double kRoot = std::sqrt(6.0);
  static const std::array<double, 3> kAt{0.1 * (4.0 - kRoot), 0.1 * (4.0 + kRoot), 1.0};
  static const double kWeights[3][3] = {
      {(88.0 - 7.0 * kRoot) / 360.0, (296.0 - 169.0 * kRoot) / 1800.0,
       (-2.0 + 3.0 * kRoot) / 225.0},
      {(296.0 + 169.0 * kRoot) / 1800.0, (88.0 + 7.0 * kRoot) / 360.0,
       (-2.0 - 3.0 * kRoot) / 225.0},
      {(16.0 - kRoot) / 36.0, (16.0 + kRoot) / 36.0, 1.0 / 9.0}};
  Eigen::Matrix3d system;
  Eigen::Vector3d right;
  for (int i = 0; i < 3; ++i) {
    const double r = nth(kAt, i), a = s.a.at(r);
    for (int j = 0; j < 3; ++j) system(i, j) = 2.0 * h * a * kWeights[i][j];
    system(i, i) += s.d.at(r);
    right(i) = -(a * x + s.c.at(r));
  }
  const double det = system.determinant();
  if (!(std::abs(det) > 0.0)) return std::nullopt;
  const Eigen::Vector3d u = system.inverse() * right;
  if (!u.allFinite()) return std::nullopt;
  const auto at = [&](double r) {
    double sum = 0.0;
    for (int i = 0; i < 3; ++i) {
      double weight = 1.0;
      for (int j = 0; j < 3; ++j) {
        const auto k = static_cast<std::size_t>(j), l = static_cast<std::size_t>(i);
        if (j != i) weight *= (r - kAt[k]) / (kAt[l] - kAt[k]);
      }
      sum += weight * u(i);
    }
    return sum;
  };
  return std::array<double, 3>{at(0.0), at(0.5), u(2)};
}

// The arc starting at x, as close to the row as can easily be found.
std::optional<SpeedArc> trace_arc(const Side& s, double x, double h) {
  const double first = find_first_push(s, x, h);
  if (!std::isfinite(first)) return std::nullopt;
  // The row vanishes half-way and at the end: two equations for d2 there.
  const double am = s.a.middle(), cm = s.c.middle(), dm = s.d.middle();
  const double ae = s.a[2], ce = s.c[2], de = s.d[2];
  const double m11 = dm + am * h * 8.0 / 12.0, m12 = -am * h / 12.0;
  const double m21 = ae * h * 4.0 / 3.0, m22 = de + ae * h / 3.0;
  const double r1 = -(am * (x + h * 5.0 / 12.0 * first) + cm);
  const double r2 = -(ae * (x + h / 3.0 * first) + ce);
  const double det = m11 * m22 - m12 * m21;
  const auto attempt = [&](double middle, double last) {
    const double mean = (first + 4.0 * middle + last) / 6.0;
    const Quadratic3 u = Quadratic3::through(first - mean, middle - mean, last - mean);
    return raise_above(s, x, u.at_control, h);
  };
  std::optional<SpeedArc> arc;
  constexpr double kStiff = 1.0;  // x is pulled back within the segment
  const bool is_stiff = am * h > kStiff * dm;
  if (is_stiff) {
    if (const auto u = collocate_by_radau(s, x, h)) {
      const double mean = ((*u)[0] + 4.0 * (*u)[1] + (*u)[2]) / 6.0;
      const Quadratic3 shape = Quadratic3::through((*u)[0] - mean, (*u)[1] - mean, (*u)[2] - mean);
      arc = raise_above(s, x, shape.at_control, h);
      const Quadratic3 push = Quadratic3::through((*u)[0], (*u)[1], (*u)[2]);
      auto other = begin_above(s, x, push.at_control, h);
      if (other && (!arc || other->x[3] < arc->x[3])) arc = other;
    }
  }
  if (!arc && det > 0.0) {
    arc = attempt((r1 * m22 - r2 * m12) / det, (m11 * r2 - m21 * r1) / det);
  }
  if (!arc) {
    const double slope = de + ae * h;
    const double last = slope > 0.0 ? -(ae * (x + h * first) + ce) / slope : first;
    arc = attempt(0.5 * (first + last), last);
  }
  if (!arc) arc = attempt(first, first);
  if (!arc) return std::nullopt;
  if (det > 0.0) {
    const double d_first = s.d[0] > 0.0 ? -s.a[0] / s.d[0] : 0.0;
    const double t1 = -am * (1.0 + h * 5.0 / 12.0 * d_first);
    const double t2 = -ae * (1.0 + h / 3.0 * d_first);
    const double d_middle = (t1 * m22 - t2 * m12) / det, d_last = (m11 * t2 - m21 * t1) / det;
    const double slope = 1.0 + h / 3.0 * (d_first + 4.0 * d_middle + d_last);
    constexpr double kMostSlope = 10.0;  // of a unit of x: beyond, neighbours bound it
    arc->slope = static_cast<float>(std::clamp(slope, 0.0, kMostSlope));
  }
  return arc;
}

}  // namespace

std::optional<SpeedArc> make_speed_arc(const Side& given, double x, double h,
                                       const SideEase& ease) {
  if (!is_stop(given)) return std::nullopt;
  const Side s = widen(given, ease);
  const double top = s.a[0] > 0.0 ? -s.c[0] / s.a[0] : -kInfinity;
  if (s.d[0] == 0.0) return trace_arc(s, std::max(x, top), h);
  std::optional<SpeedArc> arc = trace_arc(s, x, h);
  // Where the row pulls x to its own limit within a small part of the segment, no cubic follows it;
  // one starting at that limit is above.
  constexpr double kStiff = 10.0;  // within a tenth of it
  if (x < top && s.a[0] * h > kStiff * s.d[0]) {
    auto other = trace_arc(s, top, h);
    if (other && (!arc || other->x[3] < arc->x[3])) arc = other;
  }
  return arc;
}

std::optional<SpeedArc> find_speed_arc(std::span<const Side> sides, Travel travel, double x,
                                       double h, const SideEase& ease, bool is_mirrored) {
  const double from = is_mirrored ? -x : x;
  const double sign = (travel == Travel::forward ? 1.0 : -1.0) * (is_mirrored ? -1.0 : 1.0);
  const double mirrored = is_mirrored ? -1.0 : 1.0;
  const std::size_t begin = travel == Travel::forward ? 0 : 2, end = 2 - begin;
  // x is at a row's limit within rounding errors, and half as much again as the row's own error.
  constexpr double kNear = round_off::kSame, kWithin = 1.5;
  // Of the sides that may stop motions, the one with the smallest d2.
  const auto find_least = [&](std::size_t at, double speed) {
    double least = kInfinity;
    std::size_t found = sides.size();
    for (std::size_t k = 0; k < sides.size(); ++k) {
      const Side& s = sides[k];
      const double d = sign * s.d[at], a = mirrored * (s.a[at] - ease.per_x * s.room[at]);
      const double rest = a * speed + s.c[at] - ease.rest * s.room[at];
      if (d < 0.0) continue;
      double u = kInfinity;
      if (d > 0.0) {
        u = -rest / d;
      } else if (at == begin && a > 0.0 &&
                 rest >= -kNear * std::abs(s.c[at]) -
                             kWithin * (ease.rest + ease.per_x * std::abs(speed)) * s.room[at] &&
                 (s.d[1] != 0.0 || s.d[end] != 0.0)) {
        Side seen = widen(turn(s, travel), ease);
        if (is_mirrored) seen = mirror(seen);
        // Nodes have the row's limit without the ease.
        u = find_first_push(seen, std::max(speed, -seen.c[0] / seen.a[0]), h);
      }
      if (!(u < least)) continue;
      if (sign * s.d[1] < 0.0 || sign * s.d[end] < 0.0 || sign * s.d[begin] < 0.0) continue;
      least = u;
      found = k;
    }
    return std::pair(found, least);
  };
  const auto attempt = [&](std::size_t k) -> std::optional<SpeedArc> {
    if (k == sides.size()) return std::nullopt;
    Side seen = turn(sides[k], travel);
    if (is_mirrored) seen = mirror(seen);
    // Mirrored x has the opposite sign.
    auto arc = make_speed_arc(seen, from, h, {ease.rest, mirrored * ease.per_x});
    if (arc) arc->side = static_cast<std::uint32_t>(k);
    return arc;
  };
  const auto least = find_least(begin, from);
  const std::size_t first = least.first;
  // A side that only stops x at the start still stops motions, starting at its own limit of x.
  const auto find_flat = [&]() -> std::optional<SpeedArc> {
    std::optional<SpeedArc> lowest;
    for (std::size_t k = 0; k < sides.size(); ++k) {
      const Side& s = sides[k];
      if (k == first || s.d[begin] != 0.0 || !(mirrored * s.a[begin] > 0.0)) continue;
      auto other = attempt(k);
      if (other && (!lowest || other->x[3] < lowest->x[3])) lowest = other;
    }
    return lowest;
  };
  std::optional<SpeedArc> arc = attempt(first);
  if (auto flat = find_flat(); flat && (!arc || flat->x[3] < arc->x[3])) arc = flat;
  if (first == sides.size() && !arc) return std::nullopt;
  const double guess = arc ? arc->x[3] : from + 2.0 * h * least.second;
  const std::size_t last = find_least(end, guess).first;
  if (last != first) {
    auto other = attempt(last);
    if (other && (!arc || other->x[3] < arc->x[3])) arc = other;
  }
  if (!arc) return std::nullopt;
  if (is_mirrored) {
    for (double& value : arc->x) value = -value;
  }
  if (travel == Travel::backward) {
    std::swap(arc->x[0], arc->x[3]);
    std::swap(arc->x[1], arc->x[2]);
  }
  return arc;
}

std::optional<SpeedArc> find_speed_ceiling(std::span<const Side> sides, const SideEase& ease) {
  std::optional<SpeedArc> best;
  for (std::size_t k = 0; k < sides.size(); ++k) {
    const Side s = widen(sides[k], ease);
    const bool is_ceiling = s.d[0] == 0.0 && s.d[1] == 0.0 && s.d[2] == 0.0 && s.a[0] > 0.0 &&
                            s.a[2] > 0.0 && s.a.middle() > 0.0;
    if (!is_ceiling) continue;
    // The cubic through the row's own limit at four places, then raised.
    const auto top = [&](double r) { return -s.c.at(r) / s.a.at(r); };
    const double f0 = top(0.0), f1 = top(1.0 / 3.0), f2 = top(2.0 / 3.0), f3 = top(1.0);
    CubicSpeed x{f0, (-5.0 * f0 + 18.0 * f1 - 9.0 * f2 + 2.0 * f3) / 6.0,
                 (2.0 * f0 - 9.0 * f1 + 18.0 * f2 - 5.0 * f3) / 6.0, f3};
    const RowCurve values = multiply(s.a, x, {}, {});
    const RowCurve weights = multiply(s.a, {1.0, 1.0, 1.0, 1.0}, {}, {});
    const RowCurve constants = raise(s.c);
    double lift = 0.0;
    bool is_sure = true;
    for (std::size_t j = 0; j < values.size(); ++j) {
      const double lack = -(values[j] + constants[j]);
      if (lack <= 0.0) continue;
      if (weights[j] > 0.0) {
        lift = std::max(lift, lack / weights[j]);
      } else {
        is_sure = false;
      }
    }
    if (!is_sure) continue;
    for (double& value : x) value += lift;
    if (best && best->x[0] + best->x[3] <= x[0] + x[3]) continue;
    best = SpeedArc{x, 0.0F, static_cast<std::uint32_t>(k)};
  }
  return best;
}

}  // namespace globaldyn
