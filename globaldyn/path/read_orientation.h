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
  std::optional<OpenTurn> open{};           ///< if the tool's turn about an axis of its own is open
};

/// Reads {phi: …}, {cardan: [a, b, c]} or {cardan: {x: …, y: …}}, {rotation: {axis, angle}},
/// {tangential: {…}} or {interpolate: {from, to}}, and `free` beside one of them or alone. `curve`
/// is what a tangential orientation follows; `p_max` ends an interpolation; `path` is its name,
/// `values` are given for what is open. @throws InputError
[[nodiscard]] OrientationReading read_orientation(const Node& node, const Parameters& parameters,
                                                  const std::optional<CurveReading>& curve,
                                                  double p_max, const std::string& path,
                                                  const OpenValues& values);

}  // namespace path
}  // namespace globaldyn::inside
