#pragma once

#include <algorithm>
#include <array>
#include <cmath>

namespace globaldyn::inside {
inline namespace plan {

// Polynomials on a segment, r from 0 to 1, by their Bernstein coefficients: a polynomial is nowhere
// beyond the largest and the smallest of them.

/// A quadratic on [0, 1] by its Bernstein coefficients.
struct Quadratic3 {
  std::array<double, 3> at_control{};

  bool operator==(const Quadratic3&) const = default;

  double& operator[](std::size_t i) { return at_control[i]; }
  double operator[](std::size_t i) const { return at_control[i]; }

  [[nodiscard]] double middle() const {
    return 0.25 * (at_control[0] + at_control[2]) + 0.5 * at_control[1];
  }
  [[nodiscard]] double at(double r) const {
    const double s = 1.0 - r;
    return s * s * at_control[0] + 2.0 * r * s * at_control[1] + r * r * at_control[2];
  }
  /// Through these values at 0, 1/2, 1.
  [[nodiscard]] static Quadratic3 through(double begin, double middle, double end) {
    return {{begin, 2.0 * middle - 0.5 * (begin + end), end}};
  }
};

/// x = d1² along a segment, a cubic by its Bernstein coefficients.
using CubicSpeed = std::array<double, 4>;

/// d2 along a segment, a quadratic by its Bernstein coefficients.
using QuadraticPush = std::array<double, 3>;

/// d2 along a segment relative to its mean: its Bernstein coefficients sum to zero.
struct PushShape {
  double begin{0.0}, end{0.0};

  bool operator==(const PushShape&) const = default;

  [[nodiscard]] QuadraticPush about(double mean) const {
    return {mean + begin, mean - (begin + end), mean + end};
  }
};

/// d2 without its mean.
[[nodiscard]] inline PushShape subtract_mean(const QuadraticPush& u) {
  const double mean = (u[0] + u[1] + u[2]) / 3.0;
  return {u[0] - mean, u[2] - mean};
}

/// The d2 for which x has this course over the length h: half its slope.
[[nodiscard]] inline QuadraticPush find_push(const CubicSpeed& x, double h) {
  const double g = 2.0 / 3.0 * h;
  return {(x[1] - x[0]) / g, (x[2] - x[1]) / g, (x[3] - x[2]) / g};
}

/// x that starts at `x` with d2 = u, over the length h: dx/dp = 2 u.
[[nodiscard]] inline CubicSpeed integrate(double x, const QuadraticPush& u, double h) {
  const double g = 2.0 / 3.0 * h;
  const double first = x + g * u[0], second = first + g * u[1];
  return {x, first, second, second + g * u[2]};
}

/// The cubic at a fraction r of its segment.
[[nodiscard]] inline double find_x_at(const CubicSpeed& x, double r) {
  const double s = 1.0 - r;
  return s * s * (s * x[0] + 3.0 * r * x[1]) + r * r * (3.0 * s * x[2] + r * x[3]);
}

/// The part of a cubic between two shares, by de Casteljau.
[[nodiscard]] inline CubicSpeed cut(const CubicSpeed& x, double from, double to) {
  const auto split = [](const CubicSpeed& b, double r, bool is_left) {
    const auto mix = [r](double u, double v) { return u + r * (v - u); };
    const double b01 = mix(b[0], b[1]), b12 = mix(b[1], b[2]), b23 = mix(b[2], b[3]);
    const double b012 = mix(b01, b12), b123 = mix(b12, b23), all = mix(b012, b123);
    return is_left ? CubicSpeed{b[0], b01, b012, all} : CubicSpeed{all, b123, b23, b[3]};
  };
  CubicSpeed part = x;
  if (to < 1.0) part = split(part, to, true);
  if (from > 0.0) part = split(part, from / to, false);
  return part;
}

/// The six Bernstein coefficients of a x + c + d u.
using RowCurve = std::array<double, 6>;

[[nodiscard]] inline RowCurve multiply(const Quadratic3& a, const CubicSpeed& x,
                                       const Quadratic3& d, const QuadraticPush& u) {
  const double w0 = d[0] * u[0], w1 = 0.5 * (d[0] * u[1] + d[1] * u[0]);
  const double w2 = (d[0] * u[2] + 4.0 * d[1] * u[1] + d[2] * u[0]) / 6.0;
  const double w3 = 0.5 * (d[1] * u[2] + d[2] * u[1]), w4 = d[2] * u[2];
  return {a[0] * x[0] + w0,
          (3.0 * a[0] * x[1] + 2.0 * a[1] * x[0]) / 5.0 + 0.2 * w0 + 0.8 * w1,
          (3.0 * a[0] * x[2] + 6.0 * a[1] * x[1] + a[2] * x[0]) / 10.0 + 0.4 * w1 + 0.6 * w2,
          (a[0] * x[3] + 6.0 * a[1] * x[2] + 3.0 * a[2] * x[1]) / 10.0 + 0.6 * w2 + 0.4 * w3,
          (2.0 * a[1] * x[3] + 3.0 * a[2] * x[2]) / 5.0 + 0.8 * w3 + 0.2 * w4,
          a[2] * x[3] + w4};
}

[[nodiscard]] inline RowCurve raise(const Quadratic3& c) {
  return {c[0],
          0.6 * c[0] + 0.4 * c[1],
          0.3 * c[0] + 0.6 * c[1] + 0.1 * c[2],
          0.1 * c[0] + 0.6 * c[1] + 0.3 * c[2],
          0.4 * c[1] + 0.6 * c[2],
          c[2]};
}

/// The coefficients of a r, with r from 0 to 1 along the segment.
[[nodiscard]] inline RowCurve multiply_by_ramp(const Quadratic3& a) {
  return {
      0.0, 0.2 * a[0], 0.2 * (a[0] + a[1]), 0.1 * (a[0] + 4.0 * a[1] + a[2]), 0.4 * (a[1] + a[2]),
      a[2]};
}

/// A cubic differs from the quadratic through its values at both ends and in the middle by at most
/// 16 / (9 sqrt(3)) = 1.027 times what it does at a quarter; with a little to spare.
inline constexpr double kMisfit = 1.1;

/// By how much a function differs from the quadratic through its values at both ends and in the
/// middle, at most, if it differs by these at the two quarters. A polynomial of degree four does by
/// at most 1.03 times its cubic part at a quarter and 4/3 times its quartic, as at a peak in the
/// middle. A large quartic part tells that more follows: on a side of a bump exp(-p²), 1/(1 + p²),
/// of a step or a rounded corner of width 1 three times the quartic part is enough on segments of
/// any place and lengths up to 2 (5 % missing at 3). As segments get short it vanishes.
[[nodiscard]] inline double bound_misfit(double at_quarter, double at_three_quarters) {
  constexpr double kCubic = 1.03, kQuartic = 3.0;
  const double cubic = 0.5 * std::abs(at_quarter - at_three_quarters);
  const double quartic = 0.5 * std::abs(at_quarter + at_three_quarters);
  return std::max(kMisfit * std::max(std::abs(at_quarter), std::abs(at_three_quarters)),
                  kCubic * cubic + kQuartic * quartic);
}

}  // namespace plan
}  // namespace globaldyn::inside
