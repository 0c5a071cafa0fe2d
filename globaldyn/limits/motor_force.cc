#include "globaldyn/limits/motor_force.h"

#include <algorithm>
#include <cmath>

#include "core/base/round_off.h"

namespace globaldyn::inside {
inline namespace limits {

double find_motor_force(double force, double stiction, const Interval& motor, double wanted) {
  // The force is within limits plus stiction except for rounding errors, which must not count for
  // the motor.
  const double slack = stiction + round_off::kRank * (std::abs(force) + stiction);
  const auto [low, high] = motor;
  if (force - slack > high) return force - stiction;
  if (force + slack < low) return force + stiction;
  const double least = std::max(force - stiction, low), most = std::min(force + stiction, high);
  return std::clamp(wanted, std::min(least, high), std::max(most, low));
}

}  // namespace limits
}  // namespace globaldyn::inside
