#pragma once

#include "core/kinematics/task.h"
#include "globaldyn/path/open_coordinates.h"
#include "globaldyn/path/read_curve.h"

namespace globaldyn::inside {
inline namespace path {

/// The turn of the tool about one of its own axes, x, y or z (0, 1, 2), which a path leaves open:
/// in addition to the orientation that it prescribes.
struct OpenTurn {
  int axis{2};
  OpenCoordinate coordinate;
};

/// The `orientation` of a path as read: angles for some coordinates, or a whole rotation.
struct OrientationReading {
  std::vector<TaskCoordinate> coordinates;  ///< phi; cardan angles; or all three of `rotation`
  std::vector<AngleFunction> angles;        ///< one per coordinate (phi, cardan)
  RotationFunction rotation;                ///< if the coordinates are `rotation`
  PathFormulas formulas{};                  ///< that they are made of, not divided yet
};

/// The ways in which an `orientation` is given, by their keys: all that it has but `free`.
[[nodiscard]] std::vector<std::pair<Node, Node>> list_orientations(const Node& node);

/// Reads {phi: …}, {cardan: [a, b, c]} or {cardan: {x: …, y: …}}, {rotation: {axis, angle}} or
/// {interpolate: {from, to}}, which ends at `p_max`. The others are those of read_tangential() and
/// read_rotation_curve(), and what is open that of read_open_turn(). @throws InputError
[[nodiscard]] OrientationReading read_orientation(const Node& node, const Parameters& parameters,
                                                  double p_max);

/// As it stands: what is open alone turns it. With positions in x and y alone it is an angle.
/// @param axes that the position prescribes
[[nodiscard]] OrientationReading make_upright(const std::vector<int>& axes);

/// What is behind `free` of the orientation of a path: z, or {axis: z, range, points}.
/// @param values that are given for what is open @throws InputError
[[nodiscard]] OpenTurn read_open_turn(const Node& node, const std::string& path,
                                      const Parameters& parameters, const OpenValues& values);

}  // namespace path
}  // namespace globaldyn::inside
