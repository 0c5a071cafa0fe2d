#pragma once

#include "core/formulations/motion_equations.h"

namespace globaldyn::inside {
inline namespace core {

/// The equations of motion in natural coordinates, 12 per body, with a constant mass matrix and no
/// gyroscopic terms (Kraus et al. 2001, eq. (1)). Multipliers of the joints and couplings come
/// first, then six of each body's rigid-body constraints, in N.
/// @throws InputError where the tool load is not finite.
[[nodiscard]] MotionEquations make_natural_equations(const MovingMachine& machine);

}  // namespace core
}  // namespace globaldyn::inside
