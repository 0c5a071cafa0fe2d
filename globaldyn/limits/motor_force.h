#pragma once

#include "globaldyn/limits/drive_limits.h"

namespace globaldyn::inside {
inline namespace limits {

/// The motor's part of the force on its drive's coordinate while that rests under Coulomb friction:
/// stiction takes the rest, up to `stiction` either way. Of all possible parts, the one closest to
/// `wanted` with which the motor keeps its limits; if it cannot keep them, the one closest to them.
/// All in N or N m.
[[nodiscard]] double find_motor_force(double force, double stiction, const DriveLimit& limit,
                                      double wanted);

}  // namespace limits
}  // namespace globaldyn::inside
