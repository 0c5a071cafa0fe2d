#pragma once

#include <span>
#include <vector>

#include "core/base/nth.h"

namespace globaldyn::inside {
inline namespace core {

/// A square sparse system in block triangular form: each block is a few rows that share a few
/// unknowns no earlier block has, so that elimination causes no fill-in. The cost grows with the
/// entries and the sizes of the blocks. Allocates only during setup.
class BlockElimination {
 public:
  /// `columns[i]` are the unknowns in row i. Rows and columns are numbered from 0, and there are
  /// equally many; `is_possible` tells whether every row can be given its own unknown.
  explicit BlockElimination(const std::vector<std::vector<int>>& columns);
  BlockElimination() = default;

  [[nodiscard]] bool is_possible() const { return is_possible_; }
  [[nodiscard]] int size() const { return static_cast<int>(first_entry_.size()) - 1; }

  /// The values of row i's entries, in the order of its columns: to be filled before factorise().
  [[nodiscard]] std::span<double> entries(int row) {
    const std::size_t first = nth(first_entry_, row);
    return std::span(entries_).subspan(first,
                                       first_entry_[static_cast<std::size_t>(row) + 1] - first);
  }

  /// Returns the ratio of the smallest to the largest pivot: 0 if the matrix is singular.
  [[nodiscard]] double factorise();

  /// The sign of the determinant at the last factorise(), up to a factor of 1 or -1 that stays the
  /// same; 0 if the matrix was singular. Where it changes, the matrix has been singular in between.
  [[nodiscard]] int orientation() const { return orientation_; }

  /// Solves for `count` right sides at once. `right` by rows, `solution` by columns: entry of
  /// right side k at [i * count + k]. The two must not overlap.
  void solve(std::span<const double> right, std::span<double> solution, int count);

 private:
  struct Block {
    int size{0};
    std::vector<int> rows;
    std::vector<int> columns;
    std::size_t matrix{0};  // of its dense factors, row by row
  };

  template <int Count>
  void solve_for(const double* right, double* solution, int any_count);

  bool is_possible_{false};
  int orientation_{0};
  int largest_block_{0};
  std::vector<std::size_t> first_entry_;
  std::vector<int> columns_;  // per entry
  std::vector<int> place_;    // per entry: its column within the row's own block, or -1
  std::vector<double> entries_;
  std::vector<Block> blocks_;
  std::vector<double> factors_;
  std::vector<int> pivot_rows_;  // per block row, the row of the block that stands there
  std::vector<double> scratch_;
};

}  // namespace core
}  // namespace globaldyn::inside
