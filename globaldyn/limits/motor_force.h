#pragma once

#include "globaldyn/limits/drive_limits.h"

namespace globaldyn {

/// What a motor delivers of the force on the coordinate of its drive while that rests under Coulomb
/// friction: stiction takes what is left, up to `stiction` either way, and of all shares the one
/// with which the motor keeps its limits and is nearest to `wanted`. If it cannot keep them, the
/// one nearest to them. All in N or N m.
[[nodiscard]] double find_motor_force(double force, double stiction, const DriveLimit& limit,
                                      double wanted);

}  // namespace globaldyn
