#include "globaldyn/region/methods/nested_elimination.h"

#include <algorithm>
#include <cmath>

#include "core/base/nth.h"
#include "globaldyn/region/methods/row_elimination.h"

namespace globaldyn::inside {
inline namespace region {
namespace {

template <int kWidth>
void subtract_fixed(double factor, const double* other, const double* row, double* result) {
  for (int c = 0; c < kWidth; ++c) result[c] = row[c] - factor * other[c];
}

// row - factor * other. Rows are short: a loop of unknown length costs more than its sums.
void subtract(int width, double factor, const double* other, const double* row, double* result) {
  switch (width) {
    case 6:
      return subtract_fixed<6>(factor, other, row, result);
    case 8:
      return subtract_fixed<8>(factor, other, row, result);
    case 10:
      return subtract_fixed<10>(factor, other, row, result);
    default:
      for (int c = 0; c < width; ++c) result[c] = row[c] - factor * other[c];
  }
}

}  // namespace

void NestedElimination::reset(int rows, int columns, int tail, double least_pivot) {
  rows_ = rows;
  columns_ = columns;
  tail_ = tail;
  width_ = 2 * columns + tail;
  least_pivot_ = least_pivot;
  depth_ = 0;
  const std::size_t depths = static_cast<std::size_t>(columns) + 1;
  entries_.resize(depths * static_cast<std::size_t>(rows * width_));
  pivots_.resize(depths);
  for (int i = 0; i < rows; ++i) std::fill_n(at(0, i) + columns + tail, columns, 0.0);
}

bool NestedElimination::choose(int i) {
  if (depth_ == columns_) return false;
  const double* const row = at(depth_, i);
  const std::optional<int> column =
      find_pivot({row, static_cast<std::size_t>(columns_)}, least_pivot_);
  if (!column) return false;
  reduce(i, *column);
  return true;
}

void NestedElimination::reduce(int by, int column) {
  const double* const other = at(depth_, by);
  const double pivot = other[column];
  nth(pivots_, depth_) = pivot;
  for (int i = by + 1; i < rows_; ++i) {
    const double* const row = at(depth_, i);
    double* const result = at(depth_ + 1, i);
    const double factor = row[column] / pivot;
    subtract(width_, factor, other, row, result);
    result[column] = 0.0;
    result[columns_ + tail_ + depth_] = -factor;
  }
  ++depth_;
}

double NestedElimination::find_least_pivot() const {
  double least = std::abs(pivots_[0]);
  for (int k = 1; k < depth_; ++k) {
    least = std::min(least, std::abs(nth(pivots_, k)));
  }
  return least;
}

}  // namespace region
}  // namespace globaldyn::inside
