#pragma once

#include "core/base/motion_polynomial.h"
#include "core/base/round_off.h"
#include "core/kinematics/motion.h"

namespace globaldyn {

/// A term below this fraction of its possible size in a motion of that size is rounding error: some
/// hundred operations lose 1e-14, and ill-conditioned (nearly singular) poses lose more.
inline constexpr double kMotionRoundOff = round_off::kSolved;

/// The equations of motion at one p, in whatever coordinates z a formulation uses:
///     system [lambda; n_net] = right_side (d1², d1, 1, d2)ᵀ            (seed 003, eq. (3))
///     n = n_net + drive_side (d1², d1, 1, d2)ᵀ
/// n_net is what reaches the mechanism; drive_side is what a drive needs for itself: friction and
/// rotor inertia.
struct MotionEquations {
  MatrixXd system;      ///< [Phiᵀ T], 6 n_b x (n_c + m)
  MatrixXd right_side;  ///< M z̈ - g, 6 n_b x 4
  MatrixXd drive_side;  ///< m x 4
  MatrixXd basis;       ///< dz per unit rate of each task coordinate, 6 n_b x n_task
  MatrixXd task_rows;  ///< task coordinates' rates from those of z, n_task x 6 n_b; times basis = I
  MatrixXd right_size;  ///< 6 n_b x 4: possible unsigned size of the terms of right_side's entries:
                        ///< rounding errors are a fraction of it even where they cancel or vanish
  MatrixXd drive_size;  ///< m x 4: likewise for drive_side
  VectorXd row_scale;   ///< 6 n_b: scales the equations to forces (1/m for moments)
  VectorXd task_scale;  ///< n_task: likewise for the generalised forces of the task
  VectorXd motion_size;    ///< n_task: norm of all bodies' (v, L w) for a unit task coordinate, m
  VectorXd force_size;     ///< m: norm of the forces and moments / L of a unit drive force, N
  VectorXd coulomb_slack;  ///< m: half width of a set-valued friction force (drives at rest)
  VectorXd drive_rate;     ///< q'_k, m
  int n_constraints{0};
};

}  // namespace globaldyn
