#pragma once

#include <span>
#include <vector>

#include "core/base/rotation.h"

namespace globaldyn {

/// Determinants of rows of a tall matrix, as many as it has columns, all of those asked for at
/// once: n x r, with r up to kMostColumns.
class RowMinors {
 public:
  static constexpr int kMostColumns = 32;

  RowMinors() = default;
  /// @param minors the rows of each, r of them, rising
  RowMinors(int columns, std::vector<std::vector<int>> minors);

  [[nodiscard]] std::size_t size() const { return minors_.size(); }
  [[nodiscard]] const std::vector<int>& rows_of(std::size_t minor) const { return minors_[minor]; }

  /// One of them.
  [[nodiscard]] double calc(const MatrixXd& v, std::size_t minor) const;

  /// All, to some r³ round-offs of the largest. Allocates when first called only.
  void write(const MatrixXd& v, std::span<double> values) const;

 private:
  void write_reduced(const MatrixXd& v, std::span<double> values) const;
  void reduce(const MatrixXd& v) const;
  [[nodiscard]] double calc_reduced(const std::vector<int>& rows) const;

  int columns_{0};
  std::vector<std::vector<int>> minors_;
  // v times a matrix that makes some of its rows those of the unit matrix.
  mutable MatrixXd reduced_;
  mutable double factor_{0.0};            // its minors times this are those of v
  mutable std::vector<int> unit_column_;  // per row: of which column it is the unit row; -1: none
};

}  // namespace globaldyn
