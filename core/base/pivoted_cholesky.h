#pragma once

#include <vector>

#include "core/base/rotation.h"

namespace globaldyn::inside {
inline namespace core {

/// A symmetric, positive semidefinite matrix decomposed as Pᵀ L Lᵀ P with diagonal pivots; rows
/// that depend on others are found on the way and left out. Rows are scaled to unit size first, so
/// their units do not matter. Allocates only where the size changes.
class PivotedCholesky {
 public:
  /// A zero matrix of this size.
  void reset(Eigen::Index size);

  /// To be filled in before factorise(): the lower triangle.
  [[nodiscard]] MatrixXd& matrix() { return matrix_; }

  /// @param tolerance a pivot below this share of the row's size is zero
  /// @param sizes of the rows' diagonal entries, before whatever else was subtracted from them
  void factorise(double tolerance, const Eigen::Ref<const VectorXd>& sizes);

  /// The same with the diagonal entries themselves as sizes.
  void factorise(double tolerance);

  [[nodiscard]] Eigen::Index size() const { return matrix_.rows(); }
  [[nodiscard]] Eigen::Index rank() const { return rank_; }
  [[nodiscard]] bool is_left_out(Eigen::Index row) const;

  /// Of the rows kept, as a share of the largest that the row's size has been since the number of
  /// rows changed: small near matrices of lower rank, also where a row itself vanishes there. 1 if
  /// no row is kept.
  [[nodiscard]] double smallest_pivot() const;

  /// Solves for `right` in place; 0 for rows left out.
  void solve(Eigen::Ref<VectorXd> right);

 private:
  void swap(Eigen::Index i, Eigen::Index j);

  MatrixXd matrix_;
  VectorXd scale_;
  VectorXd largest_;  // sizes so far
  VectorXd sorted_;
  std::vector<Eigen::Index> order_;  // of rows, by pivots
  std::vector<Eigen::Index> place_;  // of each row in that order
  Eigen::Index rank_{0};
};

}  // namespace core
}  // namespace globaldyn::inside
