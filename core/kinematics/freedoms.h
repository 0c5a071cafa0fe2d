#pragma once

#include <vector>

#include "core/kinematics/linear_system.h"
#include "core/kinematics/task.h"

namespace globaldyn::inside {
inline namespace core {

/// Rows that relate the twists of all moving bodies (6 n_b columns) to the joint constraints.
[[nodiscard]] MatrixXd make_constraint_matrix(const Mechanism& mechanism, const Pose& pose);

/// Rows that give the rates of the drive coordinates, drive by drive.
[[nodiscard]] MatrixXd make_drive_matrix(const Mechanism& mechanism, const Pose& pose);

/// Rows that give the rates of task coordinates.
[[nodiscard]] MatrixXd make_coordinate_matrix(const Mechanism& mechanism,
                                              const std::vector<TaskCoordinate>& coordinates,
                                              const Pose& pose);

/// Rank of `matrix` on the span of the orthonormal columns of `kernel`. What counts as zero is
/// measured relative to the whole matrix: its part on the kernel may be zero.
[[nodiscard]] int calc_rank_on(const MatrixXd& matrix, const MatrixXd& kernel);

/// The part of the span of `kernel` on which `matrix` is zero, as orthonormal columns.
[[nodiscard]] MatrixXd make_kernel_on(const MatrixXd& matrix, const MatrixXd& kernel);

/// The same span in echelon form: vectors that each involve few bodies.
[[nodiscard]] MatrixXd make_sparse_basis(MatrixXd kernel);

/// The bodies that move in a degree of freedom (a vector of all twists).
[[nodiscard]] std::vector<BodyId> find_moving_bodies(const VectorXd& freedom);

/// Basis of the idle degrees of freedom at a pose: they move neither a prescribed coordinate nor a
/// drive.
[[nodiscard]] MatrixXd make_idle_kernel(const Mechanism& mechanism,
                                        const std::vector<TaskCoordinate>& prescribed,
                                        const Pose& pose);

}  // namespace core
}  // namespace globaldyn::inside
