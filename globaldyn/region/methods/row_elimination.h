#pragma once

#include <cmath>
#include <optional>
#include <span>
#include <vector>

namespace globaldyn::inside {
inline namespace region {

/// Where the entry of largest size is, the first of them; nothing if none is above `least`.
[[nodiscard]] inline std::optional<int> find_pivot(std::span<const double> entries, double least) {
  std::optional<int> pivot;
  double largest = least;
  for (std::size_t c = 0; c < entries.size(); ++c) {
    if (!(std::abs(entries[c]) > largest)) continue;
    largest = std::abs(entries[c]);
    pivot = static_cast<int>(c);
  }
  return pivot;
}

/// Gaussian elimination of rows given one by one, the pivot of each its largest entry (partial
/// pivoting of the transposed matrix). Allocates nothing once it has seen its largest problem.
class RowElimination {
 public:
  /// Starts again with rows of `columns` entries; an entry not above `least_pivot` cannot be a
  /// pivot.
  void reset(int columns, double least_pivot);

  /// Adds a row if it does not depend on those added before. If it does, returns false, and until
  /// the next call weights() tells how.
  bool push(std::span<const double> entries);

  [[nodiscard]] int depth() const { return depth_; }

  /// Of the row last rejected, in the order of the rows added: row + sum weights_j row_j = 0.
  [[nodiscard]] std::span<const double> weights() const {
    return {weights_at(depth_), static_cast<std::size_t>(depth_)};
  }

 private:
  [[nodiscard]] double* row_at(int k) { return rows_.data() + k * columns_; }
  [[nodiscard]] const double* row_at(int k) const { return rows_.data() + k * columns_; }
  [[nodiscard]] double* weights_at(int k) { return weights_.data() + k * (columns_ + 1); }
  [[nodiscard]] const double* weights_at(int k) const {
    return weights_.data() + k * (columns_ + 1);
  }

  int columns_{0};
  double least_pivot_{0.0};
  int depth_{0};
  std::vector<double> rows_;     // reduced, one more than `columns`
  std::vector<double> weights_;  // reduced row k = row k + sum over j < k of weights_at(k)[j] row j
  std::vector<int> pivot_column_;
  std::vector<double> pivot_;
};

}  // namespace region
}  // namespace globaldyn::inside
