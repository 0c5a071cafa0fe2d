#pragma once

#include <Eigen/Cholesky>

#include "core/base/pivoted_cholesky.h"
#include "core/formulations/motion_rows.h"

namespace globaldyn::inside {
inline namespace core {

/// The equations of state coordinates,
///     H q̈ - Jᵀ lambda = forces,   J q̈ + E lambda = right,
/// of machines in which some bodies lack mass or moments of inertia: H is singular by itself, but
/// not on what the constraints allow. There it does not matter what is added to H along the
/// constraints' own directions: H + Jᵀ s J with forces + Jᵀ s right has the same solution, and is
/// regular. So it is with rotors, whose rows yield: s = 1/(2 E) leaves half of their inertia to
/// their multipliers. The cost grows with the cube of the coordinates.
///
/// What may still move without any inertia stays as it is if nothing pushes it; see find_pushed().
class DenseSystem {
 public:
  /// `inertia` is H, its lower triangle; `jacobian` is Jᵀ, coordinates x rows. `sizes` say, per
  /// coordinate, how large an inertia is in this machine, `row_sizes` likewise per row.
  void factorise(const MatrixXd& inertia, const MatrixXd& jacobian, const VectorXd& sizes,
                 const VectorXd& row_sizes, const std::vector<double>& compliance);

  /// From forces to q̈, and from the right side to lambda, in place.
  void solve(VectorXd& forces, VectorXd& right) const;

  /// The motion without inertia that these forces push most, if they push one by more than rounding
  /// errors of forces that are of `size` where an inertia is as its coordinate's size. Empty: none.
  [[nodiscard]] VectorXd find_pushed(const VectorXd& forces, double size) const;

  [[nodiscard]] bool is_left_out(Eigen::Index row) const { return rows_.is_left_out(row); }
  [[nodiscard]] double smallest_pivot() const { return rows_.smallest_pivot(); }

 private:
  void scale();
  [[nodiscard]] bool try_inertia();
  void hold_massless();

  MatrixXd jacobian_, responses_, inertia_;
  VectorXd sizes_;
  VectorXd scale_;      // of the coordinates, so that inertia_ has ones on its diagonal
  VectorXd stiffness_;  // s
  VectorXd weights_;    // of rows: 1, or 1/2 of those that yield
  MatrixXd massless_;   // scaled coordinates x motions without inertia, orthonormal
  Eigen::LLT<MatrixXd> llt_;
  mutable PivotedCholesky rows_;
};

}  // namespace core
}  // namespace globaldyn::inside
