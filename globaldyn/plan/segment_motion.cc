#include "globaldyn/plan/segment_motion.h"

#include <algorithm>
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

}  // namespace

// The integral of ds / sqrt(x) between two points of a quadratic x = ... + c s² is
// (2 / sqrt(c)) artanh(sqrt(c) s / (sqrt(x_0) + sqrt(x_s))), with arctan for c < 0: no
// cancellation whatever the signs, and 2 s / (sqrt(x_0) + sqrt(x_s)) for c = 0.
double SegmentMotion::time_to(double s) const {
  if (s <= 0.0) return 0.0;
  const double c = (d2_end - d2_begin) / length;
  const double speeds = std::sqrt(std::max(0.0, x_begin)) + std::sqrt(std::max(0.0, x_at(s)));
  if (speeds == 0.0 && c >= 0.0) return std::numeric_limits<double>::infinity();
  const double z2 = c * s * s / (speeds * speeds);
  constexpr double kSmall = 1e-3;
  if (std::abs(z2) < kSmall) {
    const double series = 1.0 + z2 * (1.0 / 3.0 + z2 * (1.0 / 5.0 + z2 * (1.0 / 7.0 + z2 / 9.0)));
    return 2.0 * s / speeds * series;
  }
  const double w = std::sqrt(std::abs(c));
  return 2.0 / w * (c > 0.0 ? std::atanh(w * s / speeds) : std::atan2(w * s, speeds));
}

double SegmentMotion::s_at(double t) const {
  const auto [to_speed, to_acceleration] = respond((d2_end - d2_begin) / length, t);
  const double s = std::sqrt(std::max(0.0, x_begin)) * to_speed + d2_begin * to_acceleration;
  return std::clamp(s, 0.0, length);
}

}  // namespace globaldyn
