#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "core/base/rotation.h"

namespace globaldyn::inside {
inline namespace convex {

/// A symmetric positive definite matrix with entries next to its diagonal only, and its Cholesky
/// factor in the same place. Memory and work are linear in its size.
class BandCholesky {
 public:
  /// @param reach how far from the diagonal entries are
  BandCholesky(int size, int reach)
      : size_(size),
        stride_(reach + 1),
        entries_(static_cast<std::size_t>(size) * static_cast<std::size_t>(stride_)) {}

  void set_zero() { std::fill(entries_.begin(), entries_.end(), 0.0); }
  /// The entries of a column from the diagonal down; those beyond the last row are unused.
  [[nodiscard]] double* column(int i) { return entries_.data() + i * stride_; }

  /// Takes an unknown out: its equation becomes z = right side.
  void fix(int i);

  /// Replaces the matrix by the factor of it and of a hold on its diagonal: `absolute`, and the
  /// least share of the entry, from a rounding error's on, with which it is positive definite.
  /// False if it is not with some thousand of these.
  [[nodiscard]] bool factorise(double absolute);

  /// Solves in place, for every column of `b`. After factorise().
  void solve(Eigen::Ref<MatrixXd> b) const;

 private:
  int size_;
  std::ptrdiff_t stride_;
  [[nodiscard]] bool replace_by_factor();

  std::vector<double> entries_, kept_;
};

}  // namespace convex
}  // namespace globaldyn::inside
