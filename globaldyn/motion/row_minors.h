#pragma once

#include <optional>
#include <span>
#include <vector>

#include "core/base/rotation.h"

namespace globaldyn::inside {
inline namespace motion {

/// Determinants formed from r rows of a tall n x r matrix, all requested ones at once; r up to
/// kMostColumns.
class RowMinors {
 public:
  static constexpr int kMostColumns = 32;

  RowMinors() = default;
  /// @param minors the r rows of each, in increasing order
  RowMinors(int columns, std::vector<std::vector<int>> minors);

  [[nodiscard]] std::size_t size() const { return minors_.size(); }
  [[nodiscard]] const std::vector<int>& rows_of(std::size_t minor) const { return minors_[minor]; }

  /// One of them.
  [[nodiscard]] double calc(const MatrixXd& v, std::size_t minor) const;

  /// All of them, to about r³ rounding errors of the largest. Allocates only at the first call.
  void write(const MatrixXd& v, std::span<double> values);

 private:
  void write_reduced(const MatrixXd& v, std::span<double> values);
  void reduce(const MatrixXd& v);
  [[nodiscard]] double calc_reduced(const std::vector<int>& rows) const;

  int columns_{0};
  std::vector<std::vector<int>> minors_;
  // v times a matrix that turns some of its rows into rows of the unit matrix.
  MatrixXd reduced_;
  double factor_{0.0};                           // its minors times this are those of v
  std::vector<std::optional<int>> unit_column_;  // per row: its column if it is a unit row
};

}  // namespace motion
}  // namespace globaldyn::inside
