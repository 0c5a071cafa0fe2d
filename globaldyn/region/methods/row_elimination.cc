#include "globaldyn/region/methods/row_elimination.h"

#include <cmath>

#include "core/base/nth.h"

namespace globaldyn::inside {
inline namespace region {

void RowElimination::reset(int columns, double least_pivot) {
  columns_ = columns;
  least_pivot_ = least_pivot;
  depth_ = 0;
  const std::size_t rows = static_cast<std::size_t>(columns) + 1;
  rows_.resize(rows * static_cast<std::size_t>(columns));
  weights_.resize(rows * rows);
  pivot_column_.resize(rows);
  pivot_.resize(rows);
}

bool RowElimination::push(std::span<const double> entries) {
  double* const row = row_at(depth_);
  double* const weights = weights_at(depth_);
  const double* const from = entries.data();
  for (int c = 0; c < columns_; ++c) row[c] = from[c];
  for (int k = 0; k < depth_; ++k) weights[k] = 0.0;
  for (int k = 0; k < depth_; ++k) {
    const std::size_t at = static_cast<std::size_t>(k);
    const double factor = row[pivot_column_[at]] / pivot_[at];
    if (factor == 0.0) continue;
    const double* const other = row_at(k);
    for (int c = 0; c < columns_; ++c) row[c] -= factor * other[c];
    row[pivot_column_[at]] = 0.0;
    const double* const other_weights = weights_at(k);
    for (int j = 0; j < k; ++j) weights[j] -= factor * other_weights[j];
    weights[k] = -factor;
  }
  if (depth_ == columns_) return false;
  const std::optional<int> column =
      find_pivot({row, static_cast<std::size_t>(columns_)}, least_pivot_);
  if (!column) return false;
  nth(pivot_column_, depth_) = *column;
  nth(pivot_, depth_) = row[*column];
  ++depth_;
  return true;
}

}  // namespace region
}  // namespace globaldyn::inside
