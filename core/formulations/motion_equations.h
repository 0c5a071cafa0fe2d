#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "core/base/motion_polynomial.h"
#include "core/base/round_off.h"
#include "core/formulations/moving_machine.h"

namespace globaldyn::inside {
inline namespace core {

/// A term below this fraction of its possible size in a motion of that size is rounding error: some
/// hundred operations lose 1e-14, and ill-conditioned (nearly singular) poses lose more.
inline constexpr double kMotionRoundOff = round_off::kSolved;

/// Forces at the bodies' centres of mass and moments about them, 6 rows a body, that balance where
/// joints without multipliers transmit the rest.
struct BodyBalance {
  MatrixXd system;      ///< of unit multipliers and drive forces, 6 n_b x (n_c + m)
  MatrixXd right_side;  ///< what the bodies demand, 6 n_b x 4
  MatrixXd right_size;  ///< see MotionEquations
  MatrixXd task_rows;   ///< task coordinates' rates from the bodies' (v, w), n_task x 6 n_b
};

/// The equations of motion at one p (Horáček et al. 2013, eq. (3)), in whatever coordinates z a
/// formulation uses, n_z of them:
///     system [lambda; n_net] = right_side (d1², d1, 1, d2)ᵀ
///     n = n_net + drive_side (d1², d1, 1, d2)ᵀ
/// n_net is what reaches the mechanism; drive_side is what a drive needs for itself: friction and
/// rotor inertia.
struct MotionEquations {
  MatrixXd system;       ///< [Phiᵀ T], n_z x (n_c + m)
  MatrixXd right_side;   ///< M z̈ - g, n_z x 4
  MatrixXd drive_side;   ///< m x 4
  MatrixXd basis;        ///< dz per unit rate of each task coordinate, n_z x n_task
  MatrixXd task_rows;    ///< task coordinates' rates from those of z, n_task x n_z; times basis = I
  MatrixXd right_size;   ///< n_z x 4: possible unsigned size of the terms of right_side's entries:
                         ///< rounding errors are a fraction of it even where they cancel or vanish
  MatrixXd drive_size;   ///< m x 4: likewise for drive_side
  VectorXd row_scale;    ///< n_z: scales the equations to forces (1/m for moments)
  VectorXd task_scale;   ///< n_task: likewise for the generalised forces of the task
  VectorXd motion_size;  ///< n_task: norm of all bodies' (v, L w) for a unit task coordinate, m
  VectorXd force_size;   ///< m: norm of the forces and moments / L of a unit drive force, N
  VectorXd coulomb_slack;  ///< m: half width of a set-valued friction force (drives at rest)
  VectorXd drive_rate;     ///< q'_k, m
  VectorXd drive_second;   ///< q''_k, m
  int n_constraints{0};
  /// Per joint, the first of its multipliers, one per constraint equation; none if z keeps the
  /// joint closed by itself.
  IdVector<JointId, std::optional<int>> multipliers;
  /// If there are joints without multipliers.
  std::optional<BodyBalance> bodies;
};

/// The rows' gradients with respect to the bodies' (v, w): forces and moments of unit multipliers.
/// Shape: 6 n_b x rows.
[[nodiscard]] MatrixXd make_body_gradients(const std::vector<ScalarRow>& rows,
                                           const Mechanism& mechanism);

/// The rows of all drives' coordinates q_k, without biases.
[[nodiscard]] std::vector<ScalarRow> make_drive_rows(const Mechanism& mechanism, const Pose& pose);

/// MotionEquations::multipliers if these joints have them, one joint after the other.
[[nodiscard]] IdVector<JointId, std::optional<int>> number_multipliers(
    const Mechanism& mechanism, const std::function<bool(JointId)>& has_multipliers);

/// What scales six equations a body to forces: 1 and 1 / L. Shape: 6 n_b.
[[nodiscard]] VectorXd make_body_scale(const Mechanism& mechanism);

/// Fills in what does not depend on the coordinates z: drive_side, drive_size, drive_rate,
/// drive_second, coulomb_slack, force_size, motion_size and task_scale.
void fill_common_terms(const MovingMachine& machine, MotionEquations& equations);

}  // namespace core
}  // namespace globaldyn::inside
