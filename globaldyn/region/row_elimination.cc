#include "globaldyn/region/row_elimination.h"

#include <cmath>
#include <limits>

namespace globaldyn {
namespace {

template <int kWidth>
void subtract_fixed(double factor, const double* other, double* row) {
  for (int c = 0; c < kWidth; ++c) row[c] -= factor * other[c];
}

// Rows are short: a loop of unknown length costs more than its sums.
void subtract(int width, double factor, const double* other, double* row) {
  switch (width) {
    case 5:
      return subtract_fixed<5>(factor, other, row);
    case 6:
      return subtract_fixed<6>(factor, other, row);
    case 7:
      return subtract_fixed<7>(factor, other, row);
    case 8:
      return subtract_fixed<8>(factor, other, row);
    default:
      for (int c = 0; c < width; ++c) row[c] -= factor * other[c];
  }
}

}  // namespace

void RowElimination::reset(int columns, int tail, double least_pivot) {
  columns_ = columns;
  tail_ = tail;
  least_pivot_ = least_pivot;
  depth_ = 0;
  const std::size_t rows = static_cast<std::size_t>(columns) + 1;
  rows_.resize(rows * static_cast<std::size_t>(columns + tail));
  weights_.resize(rows * rows);
  pivot_column_.resize(rows);
  pivot_.resize(rows);
}

bool RowElimination::push(std::span<const double> entries) {
  double* const row = row_at(depth_);
  double* const weights = weights_at(depth_);
  const int width = columns_ + tail_;
  const double* const from = entries.data();
  for (int c = 0; c < width; ++c) row[c] = from[c];
  for (int k = 0; k < depth_; ++k) weights[k] = 0.0;
  for (int k = 0; k < depth_; ++k) {
    const std::size_t at = static_cast<std::size_t>(k);
    const double factor = row[pivot_column_[at]] / pivot_[at];
    if (factor == 0.0) continue;
    const double* const other = row_at(k);
    subtract(width, factor, other, row);
    row[pivot_column_[at]] = 0.0;
    const double* const other_weights = weights_at(k);
    for (int j = 0; j < k; ++j) weights[j] -= factor * other_weights[j];
    weights[k] = -factor;
  }
  if (depth_ == columns_) return false;
  int column = -1;
  double largest = least_pivot_;
  for (int c = 0; c < columns_; ++c) {
    if (std::abs(row[c]) > largest) {
      largest = std::abs(row[c]);
      column = c;
    }
  }
  if (column < 0) return false;
  pivot_column_[static_cast<std::size_t>(depth_)] = column;
  pivot_[static_cast<std::size_t>(depth_)] = row[column];
  ++depth_;
  return true;
}

double RowElimination::find_least_pivot() const {
  double least = std::numeric_limits<double>::infinity();
  for (int k = 0; k < depth_; ++k) {
    least = std::min(least, std::abs(pivot_[static_cast<std::size_t>(k)]));
  }
  return least;
}

}  // namespace globaldyn
