#pragma once

#include <span>
#include <vector>

namespace globaldyn {

/// Gaussian elimination of rows given one by one, the pivot of each its largest entry (partial
/// pivoting of the transposed matrix). Rows may carry a tail of further entries that is
/// eliminated along but never holds a pivot. Allocates nothing once it has seen its largest
/// problem.
class RowElimination {
 public:
  /// Starts anew with rows of `columns` + `tail` entries; a pivot not above `least_pivot` is none.
  void reset(int columns, int tail, double least_pivot);

  /// Takes a row in if it does not depend on those taken before. If it does, returns false, and
  /// until the next call weights() and remainder() tell how.
  bool push(std::span<const double> entries);

  /// Takes the last row out again.
  void pop() { --depth_; }

  [[nodiscard]] int depth() const { return depth_; }

  /// Of the row last refused, in the order of the rows taken: row + sum weights_j row_j = 0 in
  /// the columns ...
  [[nodiscard]] std::span<const double> weights() const {
    return {weights_at(depth_), static_cast<std::size_t>(depth_)};
  }
  /// ... and equals this in the tail.
  [[nodiscard]] std::span<const double> remainder() const {
    return {row_at(depth_) + columns_, static_cast<std::size_t>(tail_)};
  }
  /// The least pivot of the rows taken.
  [[nodiscard]] double find_least_pivot() const;

 private:
  [[nodiscard]] double* row_at(int k) { return rows_.data() + k * (columns_ + tail_); }
  [[nodiscard]] const double* row_at(int k) const { return rows_.data() + k * (columns_ + tail_); }
  [[nodiscard]] double* weights_at(int k) { return weights_.data() + k * (columns_ + 1); }
  [[nodiscard]] const double* weights_at(int k) const {
    return weights_.data() + k * (columns_ + 1);
  }

  int columns_{0};
  int tail_{0};
  double least_pivot_{0.0};
  int depth_{0};
  std::vector<double> rows_;     // reduced, one more than `columns`
  std::vector<double> weights_;  // reduced row k = row k + sum over j < k of weights_at(k)[j] row j
  std::vector<int> pivot_column_;
  std::vector<double> pivot_;
};

}  // namespace globaldyn
