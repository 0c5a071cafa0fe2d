#pragma once

#include <string>
#include <vector>

#include "core/formulations/motion_equations.h"

namespace globaldyn::inside {
inline namespace core {

/// A component of the action of a joint's body a on its body b through the joint: the force, or the
/// moment about B's origin, along an axis of A.
struct ReactionComponent {
  JointId joint;
  bool is_moment{false};
  int axis{0};
};

/// All six components of every joint, and what they are called: "JOINT.x" … "JOINT.mz".
[[nodiscard]] std::vector<ReactionComponent> list_reactions(const Mechanism& mechanism);
[[nodiscard]] std::vector<std::string> list_reaction_names(const Mechanism& mechanism);

/// The component as a function of the motion and of the preload:
/// value + v . y, N or N m.
struct Reaction {
  MotionPolynomial value;
  VectorXd v;
  bool is_determined{false};  ///< otherwise redundant constraints could share it in any way
};

/// Reactions for drive forces n = forces (d1², d1, 1, d2)ᵀ + V y that balance the equations, from
/// Phiᵀ lambda = M z̈ - g - T n_net (Horáček et al. 2013, eq. (1)); of a joint without multipliers,
/// from the balance of the bodies beyond it. Where redundant constraints leave lambda undetermined,
/// components that are zero in all of ker Phiᵀ are still determined. Cost: a dense decomposition of
/// n_z x n_c.
/// @param equations of this machine, in any formulation
[[nodiscard]] std::vector<Reaction> calc_reactions(
    const MovingMachine& machine, const MotionEquations& equations, const MatrixXd& forces,
    const MatrixXd& V, const std::vector<ReactionComponent>& components);

}  // namespace core
}  // namespace globaldyn::inside
