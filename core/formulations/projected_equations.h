#pragma once

#include "core/formulations/motion_equations.h"

namespace globaldyn::inside {
inline namespace core {

/// The equations of motion projected on the task, multipliers eliminated:
///     W n_net = demand (d1², d1, 1, d2)ᵀ,  n = n_net + drive_side (d1², d1, 1, d2)ᵀ.
struct ProjectedEquations {
  MatrixXd W;            ///< n_task x m: drive rates per rate of each task coordinate, transposed
  MatrixXd demand;       ///< n_task x 4: generalised forces of the task
  MatrixXd demand_size;  ///< n_task x 4: see MotionEquations::right_size
  MatrixXd drive_side;   ///< m x 4
  MatrixXd drive_size;   ///< m x 4
  VectorXd task_scale;   ///< n_task, see MotionEquations
  VectorXd motion_size;  ///< n_task, see MotionEquations
  VectorXd force_size;   ///< m, see MotionEquations
  VectorXd coulomb_slack;
  VectorXd drive_rate;
  VectorXd drive_second;
  /// What inertia and loads demand of idle degrees of freedom, relative to the largest demand of
  /// any body: rounding errors, unless leaving them out was wrong.
  double idle_residual{0.0};
};

/// From the equations in any coordinates: basisᵀ times (1).
[[nodiscard]] ProjectedEquations project(const MotionEquations& equations);

}  // namespace core
}  // namespace globaldyn::inside
