#pragma once

#include "core/formulations/motion_equations.h"

namespace globaldyn::inside {
inline namespace core {

/// The equations of motion in Cardan-angle physical coordinates, 6 per body (Horáček et al. 2013,
/// eqs. (1), (3), (6)), with the mass matrix diag(m I, Gᵀ I_W G) per body and the gyroscopic terms
/// in g. Each body uses a chart away from its singularity; nothing reported depends on the chart.
/// @throws InputError where the tool load is not finite.
[[nodiscard]] MotionEquations make_cardan_equations(const MovingMachine& machine);

}  // namespace core
}  // namespace globaldyn::inside
