#pragma once

#include "core/formulations/motion_equations.h"
#include "core/formulations/tree_coordinates.h"

namespace globaldyn::inside {
inline namespace core {

/// The decoupled natural orthogonal complement of the spanning tree (Raoofian et al. 2017, eq.
/// (6)): the twists (v, w) of all bodies' centres of mass for unit rates of the columns, N = N_l
/// N_d. N_d holds what each column generates at its own body (twist generators), N_l how it spreads
/// to the bodies beyond (twist propagation, eq. (23)). Shape: 6 n_b x columns.
[[nodiscard]] MatrixXd make_denoc_matrix(const TreeCoordinates& coordinates);

/// The generalised inertia matrix I = Nᵀ M N (Raoofian et al. 2017, eq. (17)), columns x columns.
[[nodiscard]] MatrixXd make_denoc_inertia(const Mechanism& mechanism, const Pose& pose,
                                          const MatrixXd& N);

/// The equations of motion I q̈ + C q̇ = τ of the spanning tree by the decoupled natural orthogonal
/// complement, with multipliers for the joints that close loops (Raoofian et al. 2017, eqs.
/// (14)-(16), (21)).
/// @throws InputError where the tool load is not finite.
[[nodiscard]] MotionEquations make_denoc_equations(const MovingMachine& machine);

}  // namespace core
}  // namespace globaldyn::inside
