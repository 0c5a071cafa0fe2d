#pragma once

#include <string>
#include <vector>

#include "core/kinematics/pose.h"

namespace globaldyn {

/// A joint coordinate beyond its travel limits.
struct TravelViolation {
  std::string name;   ///< of the coordinate, or "J.cone"
  double value{0.0};  ///< rad or m
  double low{0.0};
  double high{0.0};
};

/// Every travel limit the pose exceeds by more than 1e-9 (rad, or of the machine's size).
/// Angles count modulo whole turns.
[[nodiscard]] std::vector<TravelViolation> find_travel_violations(const Mechanism& mechanism,
                                                                  const Pose& pose);

/// "P1 = 0.81, beyond 0.80".
[[nodiscard]] std::string describe(const TravelViolation& violation);

}  // namespace globaldyn
