#include "globaldyn/plan/segment_motion.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace globaldyn {
namespace {

// sinh(w t) / w and (cosh(w t) - 1) / w² for w² = c of either sign, by their series where c t² is
// small: what is left out is below 1e-17 of the sum.
struct Response {
  double to_speed;
  double to_acceleration;
};

Response respond(double c, double t) {
  const double z = c * t * t;
  constexpr double kSmall = 1e-3;
  if (std::abs(z) < kSmall) {
    const double speed = 1.0 + z / 6.0 * (1.0 + z / 20.0 * (1.0 + z / 42.0 * (1.0 + z / 72.0)));
    const double half =
        0.5 * (1.0 + z / 12.0 * (1.0 + z / 30.0 * (1.0 + z / 56.0 * (1.0 + z / 90.0))));
    return {t * speed, t * t * half};
  }
  const double w = std::sqrt(std::abs(c));
  if (c > 0.0) {
    const double s = std::sinh(0.5 * w * t);
    return {std::sinh(w * t) / w, 2.0 * s * s / c};
  }
  const double s = std::sin(0.5 * w * t);
  return {std::sin(w * t) / w, -2.0 * s * s / c};
}

// A quadratic x = x_begin + s (2 d2_begin + c s): motion under d2 linear in s.
struct Quadratic {
  double x_begin;
  double d2_begin;
  double c;

  [[nodiscard]] double at(double s) const { return x_begin + s * (2.0 * d2_begin + s * c); }

  // The integral of ds / sqrt(x) between two points of a quadratic is
  // (2 / sqrt(c)) artanh(sqrt(c) s / (sqrt(x_0) + sqrt(x_s))), with arctan for c < 0: no
  // cancellation whatever the signs, and 2 s / (sqrt(x_0) + sqrt(x_s)) for c = 0.
  [[nodiscard]] double time_to(double s) const {
    const double speeds = std::sqrt(std::max(0.0, x_begin)) + std::sqrt(std::max(0.0, at(s)));
    if (speeds == 0.0 && c >= 0.0) return std::numeric_limits<double>::infinity();
    const double z2 = c * s * s / (speeds * speeds);
    constexpr double kSmall = 1e-3;
    if (std::abs(z2) < kSmall) {
      const double rest = z2 * (1.0 / 3.0 + z2 * (1.0 / 5.0 + z2 * (1.0 / 7.0 + z2 / 9.0)));
      return 2.0 * s / speeds * (1.0 + rest);
    }
    const double w = std::sqrt(std::abs(c));
    return 2.0 / w * (c > 0.0 ? std::atanh(w * s / speeds) : std::atan2(w * s, speeds));
  }

  // From the solution of s'' = d2_begin + c s.
  [[nodiscard]] double s_at(double t) const {
    const auto [to_speed, to_acceleration] = respond(c, t);
    return std::sqrt(std::max(0.0, x_begin)) * to_speed + d2_begin * to_acceleration;
  }
};

// Gauss's points and weights on [0, 1], exact to degree 9.
constexpr std::array<double, 5> kPoints{0.046910077030668004, 0.23076534494715845, 0.5,
                                        0.76923465505284155, 0.95308992296933200};
constexpr std::array<double, 5> kWeights{0.11846344252809454, 0.23931433524968324,
                                         0.28444444444444444, 0.23931433524968324,
                                         0.11846344252809454};

// The quadratic with the same x at both ends of [0, s] and the same d2 at the first.
Quadratic find_quadratic(const SegmentMotion& motion, double s) {
  const double c = (motion.x_at(s) - motion.x_begin - 2.0 * motion.d2_begin * s) / (s * s);
  return {motion.x_begin, motion.d2_begin, c};
}

}  // namespace

// The time of the quadratic beside the motion has a closed form; in it as the variable the time of
// the motion is an integral of something near 1, at rest as well.
double SegmentMotion::time_to(double s) const {
  if (s <= 0.0) return 0.0;
  const Quadratic beside = find_quadratic(*this, s);
  const double time = beside.time_to(s);
  if (bulge == 0.0 || std::isinf(time)) return time;
  double sum = 0.0;
  for (std::size_t k = 0; k < kPoints.size(); ++k) {
    const double at = std::clamp(beside.s_at(kPoints[k] * time), 0.0, s);
    const double x = x_at(at), other = beside.at(at);
    sum += kWeights[k] * (x > 0.0 && other > 0.0 ? std::sqrt(other / x) : 1.0);
  }
  return sum * time;
}

double SegmentMotion::s_at(double t) const {
  const Quadratic beside{x_begin, d2_begin, (d2_end - d2_begin) / length};
  double s = std::clamp(beside.s_at(t), 0.0, length);
  if (bulge == 0.0) return s;
  constexpr int kMostSteps = 20;
  for (int i = 0; i < kMostSteps; ++i) {
    const double step = (t - time_to(s)) * std::sqrt(std::max(0.0, x_at(s)));
    s = std::clamp(s + step, 0.0, length);
    if (std::abs(step) <= 1e-15 * length) break;
  }
  return s;
}

}  // namespace globaldyn
