#include "core/base/pivoted_cholesky.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "core/base/nth.h"

namespace globaldyn::inside {
inline namespace core {

void PivotedCholesky::reset(Eigen::Index size) {
  matrix_.setZero(size, size);
  scale_.resize(size);
  if (largest_.size() != size) largest_.setZero(size);
  sorted_.resize(size);
  order_.resize(static_cast<std::size_t>(size));
  place_.resize(order_.size());
  rank_ = 0;
}

// Rows and columns i < j, in the lower triangle.
void PivotedCholesky::swap(Eigen::Index i, Eigen::Index j) {
  if (i == j) return;
  std::swap(nth(order_, i), nth(order_, j));
  std::swap(matrix_(i, i), matrix_(j, j));
  for (Eigen::Index k = 0; k < i; ++k) std::swap(matrix_(i, k), matrix_(j, k));
  for (Eigen::Index k = i + 1; k < j; ++k) std::swap(matrix_(k, i), matrix_(j, k));
  for (Eigen::Index k = j + 1; k < size(); ++k) std::swap(matrix_(k, i), matrix_(k, j));
}

void PivotedCholesky::factorise(double tolerance) {
  sorted_ = matrix_.diagonal();
  factorise(tolerance, sorted_);
}

// A row without any response has no pivot whatever its scale.
void PivotedCholesky::factorise(double tolerance, const Eigen::Ref<const VectorXd>& sizes) {
  for (Eigen::Index i = 0; i < size(); ++i) {
    scale_(i) = sizes(i) > 0.0 ? 1.0 / std::sqrt(sizes(i)) : 0.0;
    largest_(i) = std::max(largest_(i), sizes(i));
  }
  for (Eigen::Index j = 0; j < size(); ++j) {
    for (Eigen::Index i = j; i < size(); ++i) matrix_(i, j) *= scale_(i) * scale_(j);
  }
  std::iota(order_.begin(), order_.end(), Eigen::Index{0});
  // Rows without any response go behind the others, which are decomposed without them.
  Eigen::Index active = size();
  for (Eigen::Index i = size() - 1; i >= 0; --i) {
    if (!(sizes(i) > 0.0)) swap(i, --active);
  }
  for (rank_ = 0; rank_ < active; ++rank_) {
    const Eigen::Index k = rank_, rest = active - k - 1;
    Eigen::Index pivot = 0;
    const double largest = matrix_.diagonal().segment(k, active - k).maxCoeff(&pivot);
    if (!(largest > tolerance)) break;
    swap(k, k + pivot);
    const double root = std::sqrt(matrix_(k, k));
    matrix_(k, k) = root;
    auto column = matrix_.col(k).segment(k + 1, rest);
    column /= root;
    for (Eigen::Index j = 0; j < rest; ++j) {
      matrix_.col(k + 1 + j).segment(k + 1 + j, rest - j) -= column(j) * column.tail(rest - j);
    }
  }
  for (std::size_t k = 0; k < order_.size(); ++k) {
    nth(place_, order_[k]) = static_cast<Eigen::Index>(k);
  }
}

bool PivotedCholesky::is_left_out(Eigen::Index row) const {
  return nth(place_, row) >= rank_;
}

double PivotedCholesky::smallest_pivot() const {
  double smallest = 1.0;
  for (Eigen::Index k = 0; k < rank_; ++k) {
    const Eigen::Index row = nth(order_, k);
    const double root = matrix_(k, k) / scale_(row);
    smallest = std::min(smallest, root * root / largest_(row));
  }
  return smallest;
}

void PivotedCholesky::solve(Eigen::Ref<VectorXd> right) {
  for (Eigen::Index k = 0; k < rank_; ++k) {
    const Eigen::Index row = nth(order_, k);
    sorted_(k) = scale_(row) * right(row);
  }
  const auto L = matrix_.topLeftCorner(rank_, rank_).triangularView<Eigen::Lower>();
  auto solution = sorted_.head(rank_);
  L.solveInPlace(solution);
  L.transpose().solveInPlace(solution);
  right.setZero();
  for (Eigen::Index k = 0; k < rank_; ++k) {
    const Eigen::Index row = nth(order_, k);
    right(row) = scale_(row) * sorted_(k);
  }
}

}  // namespace core
}  // namespace globaldyn::inside
