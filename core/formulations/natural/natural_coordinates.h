#pragma once

#include "core/bodies/body.h"
#include "core/kinematics/linear_system.h"

namespace globaldyn::inside {
inline namespace core {

/// Natural coordinates of a body (Kraus et al. 2001, section 2): its centre of mass and its three
/// axes in the global frame, q = [r; e1; e2; e3].
inline constexpr Eigen::Index kNaturalSize = 12;
using Vector12d = Eigen::Matrix<double, kNaturalSize, 1>;

/// Rigid-body constraints of one body (Kraus et al. 2001, eq. (8)): lengths of the axes, (e_i . e_i
/// - 1) / 2, then e_j . e_k for (j, k) = (2, 1), (3, 1), (3, 2).
inline constexpr Eigen::Index kRigidRows = 6;

[[nodiscard]] Vector12d make_natural_coordinates(const BodyPose& pose);

/// q' of a body that moves with this twist.
[[nodiscard]] Vector12d make_natural_rates(const BodyPose& pose, const Twist& twist);

/// q'' for the twist and its derivative: e'' = w' x e + w x (w x e).
[[nodiscard]] Vector12d make_natural_accelerations(const BodyPose& pose, const Twist& twist,
                                                   const Twist& change);

/// A force at the centre of mass and a moment about it as a generalised force: of all those that do
/// the same work on every rigid motion the one with moment x e_k / 2 on e_k. The others differ by
/// what the rigid-body constraints bear. For a row with Jacobian (J_v, J_w) it is the gradient of a
/// function with the same rates, whose second derivative on rigid motions is the row's bias.
[[nodiscard]] Vector12d make_natural_force(const BodyPose& pose, const Vector6d& wrench);

/// The constant mass matrix (Kraus et al. 2001, section 3): m on r, and between e_k and e_l the
/// second moment of mass J_kl = tr(I) / 2 δ_kl - I_kl about the centre of mass, in body axes.
struct NaturalMass {
  double mass{0.0};
  Matrix3d moments{Matrix3d::Zero()};

  [[nodiscard]] Vector12d operator*(const Vector12d& q) const;
};
[[nodiscard]] NaturalMass make_natural_mass(const MassProperties& properties);

/// The rigid-body constraints' values, and their gradients as columns, 12 x 6.
[[nodiscard]] Vector6d calc_rigid_values(const Vector12d& q);
[[nodiscard]] Eigen::Matrix<double, kNaturalSize, kRigidRows> make_rigid_gradients(
    const Vector12d& q);

/// What is left of the constraints' second derivatives without q'': to be balanced by gradientsᵀ
/// q'' (Kraus et al. 2001, eq. (9)).
[[nodiscard]] Vector6d calc_rigid_biases(const Vector12d& rates);

}  // namespace core
}  // namespace globaldyn::inside
