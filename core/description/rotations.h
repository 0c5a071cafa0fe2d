#pragma once

#include <optional>

#include "core/base/rotation.h"
#include "core/description/parameters.h"

namespace globaldyn::inside {
inline namespace core {

/// Roll, pitch and yaw about the fixed axes x, y, z: R = Rz Ry Rx.
[[nodiscard]] Matrix3d make_rpy_rotation(const Vector3d& angles);

/// What a frame or an inertia says about how it is turned: `cardan` (R = Rx Ry Rz), `rpy` (roll,
/// pitch, yaw about fixed axes: R = Rz Ry Rx) or `quaternion` (`w`, `x`, `y`, `z` by name, because
/// lists of four numbers are written in two orders). None if it says nothing. @throws InputError
[[nodiscard]] std::optional<Matrix3d> find_rotation(const Node& node, const Parameters& parameters);

}  // namespace core
}  // namespace globaldyn::inside
