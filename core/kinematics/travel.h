#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/constants.h"
#include "core/bodies/pose.h"
#include "core/expression/shown_units.h"
#include "core/mechanism/mechanism.h"

namespace globaldyn::inside {
inline namespace core {

/// A joint coordinate with a limited travel.
struct TravelCoordinate {
  CoordinateIndex index;
  Interval travel{0.0, 0.0};
  bool is_rotational{false};
};

/// All of a mechanism, by joints.
[[nodiscard]] std::vector<TravelCoordinate> list_travel(const Mechanism& mechanism);

/// Its value, rad or m. In a pose that does not know turns, an angle is the one within its travel.
[[nodiscard]] double calc_coordinate(const Mechanism& mechanism, const CoordinateIndex& index,
                                     const Pose& pose);

/// Likewise, but an angle whose turns the pose does not count is the one nearest to its guess.
[[nodiscard]] double calc_coordinate_by_guess(const Mechanism& mechanism,
                                              const CoordinateIndex& index, const Pose& pose);

/// A joint coordinate beyond its travel limits.
struct TravelViolation {
  std::string name;   ///< of the coordinate, or "J.cone"
  double value{0.0};  ///< rad or m
  double low{0.0};
  double high{0.0};
  bool is_rotational{false};
};

/// Every travel limit the pose exceeds by more than 1e-9 (rad, or of the machine's size).
[[nodiscard]] std::vector<TravelViolation> find_travel_violations(const Mechanism& mechanism,
                                                                  const Pose& pose);

/// The smallest remaining travel: distance of a joint coordinate from the closer end of its travel,
/// relative to half of the travel; for a cone, distance from its edge relative to its angle. 1 in
/// the middle, 0 at an end, negative beyond. Coordinates with one end or none do not count; 1 if
/// none counts.
[[nodiscard]] double calc_least_travel_reserve(const Mechanism& mechanism, const Pose& pose);

/// What is nearest to an end of its travel.
struct TravelEnd {
  std::optional<TravelCoordinate> coordinate{};  ///< none: the joint's cone
  std::optional<JointId> joint{};                ///< none: nothing has a limited travel
  /// Distance from that end, rad or kinematic lengths; negative beyond.
  double depth{kInfinity};
};

[[nodiscard]] TravelEnd find_nearest_travel_end(const Mechanism& mechanism, const Pose& pose);

/// "P1 is at an end of its travel (0.8 m)". `end` is that of the pose; `units` are those of the
/// machine's file, here and below.
[[nodiscard]] std::string describe(const TravelEnd& end, const Mechanism& mechanism,
                                   const Pose& pose, const ShownUnits& units);

/// "P1 = 0.81 m, beyond 0.8 m".
[[nodiscard]] std::string describe(const TravelViolation& violation, const ShownUnits& units);

/// "joint travel exceeded: " followed by all of them.
[[nodiscard]] std::string describe(const std::vector<TravelViolation>& violations,
                                   const ShownUnits& units);

}  // namespace core
}  // namespace globaldyn::inside
