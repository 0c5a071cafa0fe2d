#pragma once

#include <algorithm>

namespace globaldyn::inside {
inline namespace motion {

/// How close bounds of the time must be for forces to vary by at most 2 % more than those of the
/// best plan: their variation converges more slowly than the time. A coarser tolerance concerns the
/// time only.
[[nodiscard]] inline double choose_planning_tolerance(double tolerance) {
  constexpr double kSmooth = 1e-4, kEnough = 2e-5;
  return tolerance <= kSmooth ? std::min(tolerance, kEnough) : tolerance;
}

}  // namespace motion
}  // namespace globaldyn::inside
