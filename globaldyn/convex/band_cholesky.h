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

  /// Adds `absolute` and a fraction `relative` of it to every entry of the diagonal.
  void regularise(double absolute, double relative);

  /// Replaces the matrix by its factor. False if it is not positive definite.
  [[nodiscard]] bool factorise();

  /// Solves in place, for every column of `b`. After factorise().
  void solve(Eigen::Ref<MatrixXd> b) const;

 private:
  int size_;
  std::ptrdiff_t stride_;
  std::vector<double> entries_;
};

}  // namespace convex
}  // namespace globaldyn::inside
