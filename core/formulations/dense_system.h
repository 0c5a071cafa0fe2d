#pragma once

#include <Eigen/Cholesky>

#include "core/base/pivoted_cholesky.h"
#include "core/formulations/motion_rows.h"

namespace globaldyn {

/// The equations of state coordinates,
///     H q̈ - Jᵀ lambda = forces,   J q̈ + E lambda = right,
/// of machines in which some bodies lack mass or moments of inertia: H is singular by itself, but
/// not on what the constraints allow. There it does not matter what is added to H along the
/// constraints' own directions: H + Jᵀ s J with forces + Jᵀ s right has the same solution, and is
/// regular. The cost grows with the cube of the coordinates.
class DenseSystem {
 public:
  /// `inertia` is H, its lower triangle; `jacobian` is Jᵀ, coordinates x rows. `sizes` say, per
  /// coordinate, how large an inertia is in this machine, `row_sizes` likewise per row. What moves
  /// freely and has no inertia at all is given 1e-9 of that: it then moves fast, but not at once.
  void factorise(const MatrixXd& inertia, const MatrixXd& jacobian, const VectorXd& sizes,
                 const VectorXd& row_sizes, const std::vector<double>& compliance);

  /// From forces to q̈, and from the right side to lambda, in place.
  void solve(VectorXd& forces, VectorXd& right) const;

  [[nodiscard]] bool is_left_out(Eigen::Index row) const { return rows_.is_left_out(row); }
  [[nodiscard]] double smallest_pivot() const { return rows_.smallest_pivot(); }

 private:
  [[nodiscard]] bool try_inertia();

  MatrixXd jacobian_, responses_, inertia_;
  VectorXd scale_;      // of the coordinates, so that inertia_ has ones on its diagonal
  VectorXd stiffness_;  // s; 0 for rows that yield
  Eigen::LLT<MatrixXd> llt_;
  mutable PivotedCholesky rows_;
};

}  // namespace globaldyn
