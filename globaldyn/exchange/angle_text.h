#pragma once

#include <string>

#include "core/base/rotation.h"

namespace globaldyn::inside {
inline namespace exchange {

/// An angle as a person writes it: "45 deg" where it is whole degrees to 1e-11 rad, "22.5 deg"
/// where so many degrees are a short number and the same angle up to a rounding error, else "0.3
/// rad" with all that is needed to read the same; "0".
[[nodiscard]] std::string write_angle(double radians);

/// Whether it is written in degrees.
[[nodiscard]] bool is_short_angle(double radians);

/// "[90 deg, 0, 0.3 rad]"; angles of less than 1e-12 are rounding errors, and written as none.
[[nodiscard]] std::string write_angles(const Vector3d& radians);

/// Roll, pitch and yaw of axes: whole degrees (or thousandths) where the axes are those up to
/// rounding errors, and with as many zeros as possible.
[[nodiscard]] Vector3d find_plain_rpy(const Matrix3d& axes);

}  // namespace exchange
}  // namespace globaldyn::inside
