#include "globaldyn/plan/rows/speed_arc.h"

#include <Eigen/Dense>
#include <algorithm>
#include <array>
#include <utility>

#include "core/base/constants.h"
#include "core/base/nth.h"
#include "core/base/round_off.h"

namespace globaldyn::inside {
inline namespace plan {
namespace {

bool is_stop(const Side& s) {
  const Quadratic3& d = s.d;
  if (!(d[0] >= 0.0 && d[1] >= 0.0 && d[2] >= 0.0) || d[0] + d[1] + d[2] == 0.0) return false;
  return d[0] > 0.0 || s.a[0] > 0.0;
}

// d2 at the start for which the row vanishes; if d is zero there, x must be at the row's own limit,
// and d2 follows from the row's derivative. Infinite if nothing is known.
double find_first_push(const Side& s, double x, double h) {
  const double rest = s.a[0] * x + s.c[0];
  if (s.d[0] > 0.0) return -rest / s.d[0];
  if (rest < -round_off::kSame * std::abs(s.c[0])) return kInfinity;
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
    } else if (value < -round_off::kEntry * size) {
      return std::nullopt;
    }
  }
  if (!std::isfinite(least)) return std::nullopt;
  if (least > most) {
    const double excess = least - most;
    if (!(excess * std::abs(slopes[5]) <= round_off::kEntry * size)) return std::nullopt;
  }
  QuadraticPush u = shape;
  for (double& value : u) value += least;
  return SpeedArc{integrate(x, u, h), 1.0F, 0};
}

// By how much x along a segment must be lifted, by the same all along, for the row to be >= 0 on
// all of it; nothing if that does not help.
std::optional<double> find_lift(const Side& s, const CubicSpeed& x, const Quadratic3& d,
                                const QuadraticPush& u) {
  const RowCurve slopes = multiply(s.a, {1.0, 1.0, 1.0, 1.0}, {}, {});
  const RowCurve values = multiply(s.a, x, d, u);
  const RowCurve constants = raise(s.c);
  double lift = 0.0;
  for (std::size_t j = 0; j < values.size(); ++j) {
    const double value = values[j] + constants[j];
    if (value >= 0.0) continue;
    if (!(slopes[j] > 0.0)) return std::nullopt;
    lift = std::max(lift, -value / slopes[j]);
  }
  return lift;
}

// Starts higher by as much as makes the row >= 0 everywhere: where the row pulls x back to itself
// that costs less.
std::optional<SpeedArc> begin_above(const Side& s, double x, const QuadraticPush& u, double h) {
  const auto lift = find_lift(s, integrate(x, u, h), s.d, u);
  if (!lift) return std::nullopt;
  return SpeedArc{integrate(x + *lift, u, h), 1.0F, 0};
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

// Of the arcs of several sides, the lowest.
class ArcSearch {
 public:
  ArcSearch(std::span<const Side> sides, Travel travel, double h, const SideEase& ease,
            bool is_mirrored)
      : sides_(sides),
        travel_(travel),
        h_(h),
        ease_(ease),
        is_mirrored_(is_mirrored),
        mirrored_(is_mirrored ? -1.0 : 1.0),
        sign_((travel == Travel::forward ? 1.0 : -1.0) * mirrored_),
        begin_(travel == Travel::forward ? 0 : 2),
        end_(2 - begin_) {}

  // The arc from x: of the side that stops motions most at its start, of one that only stops x
  // there, or of the side that stops them most where that arc ends.
  std::optional<SpeedArc> find(double x) {
    const double from = is_mirrored_ ? -x : x;
    const Stop first = find_stop(begin_, from);
    std::optional<SpeedArc> arc = attempt(first.side, from);
    take_lower(arc, find_flat(first.side, from));
    if (first.side == sides_.size() && !arc) return std::nullopt;
    const double guess = arc ? arc->x[3] : from + 2.0 * h_ * first.u;
    const std::size_t last = find_stop(end_, guess).side;
    if (last != first.side) take_lower(arc, attempt(last, from));
    if (arc) turn_back(*arc);
    return arc;
  }

 private:
  // A side that may stop motions, their number if there is none, and the d2 that it leaves them.
  struct Stop {
    std::size_t side;
    double u;
  };

  static void take_lower(std::optional<SpeedArc>& arc, std::optional<SpeedArc> other) {
    if (other && (!arc || other->x[3] < arc->x[3])) arc = other;
  }

  // The side as travelled and mirrored.
  [[nodiscard]] Side see(const Side& side) const {
    Side seen = turn(side, travel_);
    if (is_mirrored_) seen = mirror(seen);
    return seen;
  }

  // Of the sides that may stop motions, the one with the smallest d2 at an end of the segment.
  [[nodiscard]] Stop find_stop(std::size_t at, double x) const {
    Stop least{sides_.size(), kInfinity};
    for (std::size_t k = 0; k < sides_.size(); ++k) {
      const Quadratic3& d = sides_[k].d;
      if (sign_ * d[at] < 0.0) continue;
      const double u = find_push_left(sides_[k], at, x);
      if (!(u < least.u)) continue;
      if (sign_ * d[1] < 0.0 || sign_ * d[end_] < 0.0 || sign_ * d[begin_] < 0.0) continue;
      least = {k, u};
    }
    return least;
  }

  // The d2 up to which a side lets motions go; infinite if it says nothing about it.
  [[nodiscard]] double find_push_left(const Side& s, std::size_t at, double x) const {
    // x is at a row's limit within rounding errors, and half as much again as the row's own error.
    constexpr double kWithin = 1.5;
    const double d = sign_ * s.d[at], a = mirrored_ * (s.a[at] - ease_.per_x * s.room[at]);
    const double rest = a * x + s.c[at] - ease_.rest * s.room[at];
    if (d > 0.0) return -rest / d;
    const bool is_at_limit =
        at == begin_ && a > 0.0 &&
        rest >= -round_off::kSame * std::abs(s.c[at]) -
                    kWithin * (ease_.rest + ease_.per_x * std::abs(x)) * s.room[at];
    if (!is_at_limit || (s.d[1] == 0.0 && s.d[end_] == 0.0)) return kInfinity;
    Side seen = widen(turn(s, travel_), ease_);
    if (is_mirrored_) seen = mirror(seen);
    // Nodes have the row's limit without the ease.
    return find_first_push(seen, std::max(x, -seen.c[0] / seen.a[0]), h_);
  }

  [[nodiscard]] std::optional<SpeedArc> attempt(std::size_t k, double from) const {
    if (k == sides_.size()) return std::nullopt;
    // Mirrored x has the opposite sign.
    auto arc = make_speed_arc(see(sides_[k]), from, h_, {ease_.rest, mirrored_ * ease_.per_x});
    if (arc) arc->side = static_cast<std::uint32_t>(k);
    return arc;
  }

  // A side that only stops x at the start still stops motions, starting at its own limit of x.
  [[nodiscard]] std::optional<SpeedArc> find_flat(std::size_t except, double from) const {
    std::optional<SpeedArc> lowest;
    for (std::size_t k = 0; k < sides_.size(); ++k) {
      const Side& s = sides_[k];
      if (k == except || s.d[begin_] != 0.0 || !(mirrored_ * s.a[begin_] > 0.0)) continue;
      take_lower(lowest, attempt(k, from));
    }
    return lowest;
  }

  // In terms of x and p.
  void turn_back(SpeedArc& arc) const {
    if (is_mirrored_) {
      for (double& value : arc.x) value = -value;
    }
    if (travel_ == Travel::backward) {
      std::swap(arc.x[0], arc.x[3]);
      std::swap(arc.x[1], arc.x[2]);
    }
  }

  std::span<const Side> sides_;
  Travel travel_;
  double h_;
  SideEase ease_;
  bool is_mirrored_;
  double mirrored_, sign_;   // of x, and of u
  std::size_t begin_, end_;  // of the travel
};

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
  return ArcSearch(sides, travel, h, ease, is_mirrored).find(x);
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
    const auto lift = find_lift(s, x, {}, {});
    if (!lift) continue;
    for (double& value : x) value += *lift;
    if (best && best->x[0] + best->x[3] <= x[0] + x[3]) continue;
    best = SpeedArc{x, 0.0F, static_cast<std::uint32_t>(k)};
  }
  return best;
}

}  // namespace plan
}  // namespace globaldyn::inside
