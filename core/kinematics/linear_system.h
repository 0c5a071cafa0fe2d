#pragma once

#include "core/bodies/scalar_row.h"
#include "core/kinematics/block_cholesky.h"
#include "core/kinematics/task.h"

namespace globaldyn::inside {
inline namespace core {

/// Ratio of the smallest to the largest singular value below which a kinematic Jacobian has lost
/// rank: sigma_min < kRankTolerance * sigma_max. At the edge of reach a pose that satisfies its
/// equations to 1e-12 is known only to 1e-6, and so are singular values that should be zero.
inline constexpr double kRankTolerance = 3e-6;

/// The constraint equations of all joints, in the joints' order, then those of all couplings.
[[nodiscard]] std::vector<ScalarRow> make_constraint_rows(const Mechanism& mechanism,
                                                          const KinematicState& state);

/// The rows of the task.
[[nodiscard]] std::vector<ScalarRow> make_task_rows(const Mechanism& mechanism, const Task& task,
                                                    const KinematicState& state);

/// The constraint equations, followed by the rows of the task.
[[nodiscard]] std::vector<ScalarRow> make_all_rows(const Mechanism& mechanism, const Task& task,
                                                   const KinematicState& state);

/// Rows as a matrix on the unknowns (v_i / L, w_i) of the moving bodies, made dimensionless:
/// rows in m are divided by L. Shape: rows x 6 n_b.
[[nodiscard]] MatrixXd make_matrix(const std::vector<ScalarRow>& rows, const Mechanism& mechanism);

/// The rows' values, made dimensionless likewise.
[[nodiscard]] VectorXd make_values(const std::vector<ScalarRow>& rows, const Mechanism& mechanism);

/// The rows' biases, made dimensionless likewise.
[[nodiscard]] VectorXd make_biases(const std::vector<ScalarRow>& rows, const Mechanism& mechanism);

/// The normal equations of least-squares steps, J from make_matrix() and v from make_values(): a
/// row involves two bodies, so most of JᵀJ is zero.
struct NormalEquations {
  BlockCholesky matrix;  ///< JᵀJ, a block for each moving body
  VectorXd gradient;     ///< Jᵀv
};

/// @param rows between the same bodies as all rows set later; values do not matter
[[nodiscard]] NormalEquations make_normal_equations(const std::vector<ScalarRow>& rows,
                                                    const Mechanism& mechanism);

/// Sets them to those of these rows.
void set_normal_equations(const std::vector<ScalarRow>& rows, const Mechanism& mechanism,
                          NormalEquations& equations);

/// Unknowns (v_i / L, w_i) as twists, with the ground's in front.
[[nodiscard]] Twists make_twists(const VectorXd& unknowns, const Mechanism& mechanism);

/// Moves every body by the twists, as a finite step: r + v, exp(w) R.
void move_by(Pose& pose, const Twists& twists);

/// Rank by a complete orthogonal decomposition at kRankTolerance.
[[nodiscard]] int calc_rank(const MatrixXd& matrix);

/// Orthonormal basis of the kernel, columns; rank by singular values at kRankTolerance.
[[nodiscard]] MatrixXd make_kernel(const MatrixXd& matrix);

}  // namespace core
}  // namespace globaldyn::inside
