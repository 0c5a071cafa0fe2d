#pragma once

#include "core/kinematics/task.h"
#include "globaldyn/path/read_curve.h"

namespace globaldyn::inside {
inline namespace path {

/// The `orientation` of a path as read: angles for some coordinates, or a whole rotation.
struct OrientationReading {
  std::vector<TaskCoordinate> coordinates;  ///< phi; cardan angles; or all three of `rotation`
  std::vector<AngleFunction> angles;        ///< one per coordinate (phi, cardan)
  RotationFunction rotation;                ///< if the coordinates are `rotation`
  PathFormulas formulas{};                  ///< that they are made of, not divided yet
};

/// Reads {phi: …}, {cardan: [a, b, c]} or {cardan: {x: …, y: …}}, {rotation: {axis, angle}} or
/// {interpolate: {from, to}}, which ends at `p_max`. The others are those of read_tangential() and
/// read_rotation_curve(). @throws InputError
[[nodiscard]] OrientationReading read_orientation(const Node& node, const Parameters& parameters,
                                                  double p_max);

}  // namespace path
}  // namespace globaldyn::inside
