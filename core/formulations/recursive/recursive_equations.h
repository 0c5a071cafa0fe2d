#pragma once

#include "core/formulations/motion_equations.h"

namespace globaldyn::inside {
inline namespace core {

/// The equations of motion in joint coordinates of the spanning tree, by recursion along its
/// branches: outwards for velocities and accelerations, inwards for the forces, which are reduced
/// body by body to the ground together with those of the multipliers that close the loops
/// (Malczyk and Frączek 2008, eqs. (1)-(5)). No matrix of all bodies and columns occurs.
/// @throws InputError where the tool load is not finite.
[[nodiscard]] MotionEquations make_recursive_equations(const MovingMachine& machine);

}  // namespace core
}  // namespace globaldyn::inside
