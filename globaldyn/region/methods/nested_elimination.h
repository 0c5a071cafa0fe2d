#pragma once

#include <span>
#include <vector>

namespace globaldyn::inside {
inline namespace region {

/// Gaussian elimination of many rows by a few of them, chosen one after the other and released
/// again, as in a depth-first search over sets of rows. Every choice reduces all later rows at
/// once, so that a set shares the work of the smaller sets it extends. Rows carry a tail of further
/// entries that is eliminated as well but never holds a pivot. Allocates nothing once it has seen
/// its largest problem.
class NestedElimination {
 public:
  /// Starts again with `rows` rows of `columns` + `tail` entries, to be written by row(). An entry
  /// not above `least_pivot` cannot be a pivot.
  void reset(int rows, int columns, int tail, double least_pivot);
  [[nodiscard]] std::span<double> row(int i) {
    return {at(0, i), static_cast<std::size_t>(columns_ + tail_)};
  }

  /// How many rows are chosen.
  [[nodiscard]] int depth() const { return depth_; }

  /// Chooses a row, unless it depends on those chosen before: then returns false. The rows before
  /// it must not be used until it is released.
  [[nodiscard]] bool choose(int i);

  /// Releases the row chosen last.
  void give_up() { --depth_; }

  /// For a row that depends on those chosen, in their order: row + sum weights_j chosen_j = 0 in
  /// the columns ...
  [[nodiscard]] std::span<const double> weights(int i) const {
    return {at(depth_, i) + columns_ + tail_, static_cast<std::size_t>(depth_)};
  }
  /// ... and equals this in the tail.
  [[nodiscard]] std::span<const double> remainder(int i) const {
    return {at(depth_, i) + columns_, static_cast<std::size_t>(tail_)};
  }
  /// The smallest pivot of the chosen rows.
  [[nodiscard]] double find_least_pivot() const;

 private:
  // Per depth and row: the reduced entries, the tail, and the weights of the chosen rows.
  [[nodiscard]] double* at(int depth, int i) {
    return entries_.data() + (depth * rows_ + i) * width_;
  }
  [[nodiscard]] const double* at(int depth, int i) const {
    return entries_.data() + (depth * rows_ + i) * width_;
  }
  void reduce(int by, int column);

  int rows_{0};
  int columns_{0};
  int tail_{0};
  int width_{0};
  double least_pivot_{0.0};
  int depth_{0};
  std::vector<double> entries_;
  std::vector<double> pivots_;
};

}  // namespace region
}  // namespace globaldyn::inside
