#include "globaldyn/motion/row_minors.h"

#include <array>
#include <cassert>
#include <cmath>
#include <utility>

#include "core/base/nth.h"

namespace globaldyn::inside {
inline namespace motion {
namespace {

constexpr std::size_t kMostColumns = RowMinors::kMostColumns;
using Square = std::array<std::array<double, kMostColumns>, kMostColumns>;

double calc_determinant(Square& a, std::size_t n) {
  double determinant = 1.0;
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t pivot = k;
    for (std::size_t i = k + 1; i < n; ++i) {
      if (std::abs(a[i][k]) > std::abs(a[pivot][k])) pivot = i;
    }
    if (a[pivot][k] == 0.0) return 0.0;
    if (pivot != k) {
      std::swap(a[pivot], a[k]);
      determinant = -determinant;
    }
    determinant *= a[k][k];
    for (std::size_t i = k + 1; i < n; ++i) {
      const double factor = a[i][k] / a[k][k];
      for (std::size_t j = k + 1; j < n; ++j) a[i][j] -= factor * a[k][j];
    }
  }
  return determinant;
}

bool is_odd(const std::array<std::size_t, kMostColumns>& permutation, std::size_t n) {
  bool odd = false;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = i + 1; j < n; ++j) odd ^= permutation[j] < permutation[i];
  }
  return odd;
}

}  // namespace

RowMinors::RowMinors(int columns, std::vector<std::vector<int>> minors)
    : columns_(columns), minors_(std::move(minors)) {
  assert(static_cast<std::size_t>(columns) <= kMostColumns);
}

double RowMinors::calc(const MatrixXd& v, std::size_t minor) const {
  const std::vector<int>& of = minors_[minor];
  const auto at = [&](std::size_t row, int column) { return v(of[row], column); };
  switch (columns_) {
    case 1:
      return at(0, 0);
    case 2:
      return at(0, 0) * at(1, 1) - at(0, 1) * at(1, 0);
    case 3:
      return at(0, 0) * (at(1, 1) * at(2, 2) - at(1, 2) * at(2, 1)) -
             at(0, 1) * (at(1, 0) * at(2, 2) - at(1, 2) * at(2, 0)) +
             at(0, 2) * (at(1, 0) * at(2, 1) - at(1, 1) * at(2, 0));
    default:
      break;
  }
  Square square;
  const auto n = static_cast<std::size_t>(columns_);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) square[i][j] = at(i, static_cast<int>(j));
  }
  return calc_determinant(square, n);
}

void RowMinors::write(const MatrixXd& v, std::span<double> values) {
  constexpr int kSmall = 3;
  if (columns_ > kSmall) return write_reduced(v, values);
  for (std::size_t i = 0; i < minors_.size(); ++i) values[i] = calc(v, i);
}

// With more columns, usually more of a minor's rows are unit rows: the remaining determinant is
// small.
void RowMinors::write_reduced(const MatrixXd& v, std::span<double> values) {
  reduce(v);
  for (std::size_t i = 0; i < minors_.size(); ++i) values[i] = factor_ * calc_reduced(minors_[i]);
}

// By column operations, with the largest remaining entry as pivot.
void RowMinors::reduce(const MatrixXd& v) {
  reduced_ = v;
  factor_ = 1.0;
  unit_column_.assign(static_cast<std::size_t>(v.rows()), std::nullopt);
  std::array<bool, kMostColumns> is_done{};
  for (int step = 0; step < columns_; ++step) {
    Eigen::Index row = 0;
    int column = 0;
    double largest = 0.0;
    for (int j = 0; j < columns_; ++j) {
      if (nth(is_done, j)) continue;
      for (Eigen::Index i = 0; i < v.rows(); ++i) {
        if (nth(unit_column_, i)) continue;
        if (!(std::abs(reduced_(i, j)) > largest)) continue;
        largest = std::abs(reduced_(i, j));
        row = i;
        column = j;
      }
    }
    const double pivot = largest > 0.0 ? reduced_(row, column) : 0.0;
    factor_ *= pivot;
    if (pivot == 0.0) return;
    nth(is_done, column) = true;
    nth(unit_column_, row) = column;
    reduced_.col(column) /= pivot;
    for (int j = 0; j < columns_; ++j) {
      if (j == column) continue;
      const double factor = reduced_(row, j);
      if (factor == 0.0) continue;
      reduced_.col(j) -= factor * reduced_.col(column);
      reduced_(row, j) = 0.0;
    }
    reduced_(row, column) = 1.0;
  }
}

// The minor with unit rows and their columns deleted, with the sign given by their positions.
double RowMinors::calc_reduced(const std::vector<int>& rows) const {
  const auto n = static_cast<std::size_t>(columns_);
  std::array<std::size_t, kMostColumns> column_of{}, left{};
  std::array<bool, kMostColumns> is_taken{};
  std::size_t left_count = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const std::optional<int> unit = nth(unit_column_, rows[i]);
    if (!unit) {
      left[left_count++] = i;
      continue;
    }
    column_of[i] = static_cast<std::size_t>(*unit);
    is_taken[column_of[i]] = true;
  }
  std::size_t next = 0;
  for (std::size_t k = 0; k < left_count; ++k) {
    while (is_taken[next]) ++next;
    column_of[left[k]] = next++;
  }
  Square square;
  for (std::size_t i = 0; i < left_count; ++i) {
    for (std::size_t j = 0; j < left_count; ++j) {
      square[i][j] = reduced_(rows[left[i]], static_cast<Eigen::Index>(column_of[left[j]]));
    }
  }
  const double determinant = calc_determinant(square, left_count);
  return is_odd(column_of, n) ? -determinant : determinant;
}

}  // namespace motion
}  // namespace globaldyn::inside
