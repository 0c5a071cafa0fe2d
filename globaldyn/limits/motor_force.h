#pragma once

#include "core/base/interval.h"

namespace globaldyn::inside {
inline namespace limits {

/// The motor's part of the force on its drive's coordinate while that rests under Coulomb friction:
/// stiction takes the rest, up to `stiction` either way. Of all possible parts, the one closest to
/// `wanted` with which the motor keeps its limits, `motor`; if it cannot, the one closest to them.
/// All in N or N m.
[[nodiscard]] double find_motor_force(double force, double stiction, const Interval& motor,
                                      double wanted);

}  // namespace limits
}  // namespace globaldyn::inside
