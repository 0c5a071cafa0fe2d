#include "globaldyn/convex/band_cholesky.h"

#include <cmath>

namespace globaldyn::inside {
inline namespace convex {

void BandCholesky::fix(int i) {
  for (int j = std::max(0, i - static_cast<int>(stride_) + 1); j < i; ++j) column(j)[i - j] = 0.0;
  std::fill_n(column(i), stride_, 0.0);
  column(i)[0] = 1.0;
}

bool BandCholesky::factorise(double absolute) {
  constexpr double kLeast = 1e-16, kMost = 1e-13;
  kept_ = entries_;
  for (double relative = kLeast; relative <= kMost * 1.5; relative *= 10.0) {
    if (relative > kLeast) entries_ = kept_;
    for (int i = 0; i < size_; ++i) column(i)[0] += absolute + relative * column(i)[0];
    if (replace_by_factor()) return true;
  }
  return false;
}

bool BandCholesky::replace_by_factor() {
  for (int i = 0; i < size_; ++i) {
    double* a = column(i);
    if (!(a[0] > 0.0)) return false;
    const double root = std::sqrt(a[0]), inverse = 1.0 / root;
    const int last = std::min(static_cast<int>(stride_), size_ - i);
    a[0] = root;
    for (int j = 1; j < last; ++j) a[j] *= inverse;
    for (int j = 1; j < last; ++j) {
      double* below = column(i + j);
      for (int k = j; k < last; ++k) below[k - j] -= a[j] * a[k];
    }
  }
  return true;
}

void BandCholesky::solve(Eigen::Ref<MatrixXd> b) const {
  const int reach = static_cast<int>(stride_) - 1;
  const auto factor = [&](int row, int col) { return entries_[col * stride_ + row - col]; };
  for (Eigen::Index c = 0; c < b.cols(); ++c) {
    double* x = b.col(c).data();
    for (int i = 0; i < size_; ++i) {
      for (int j = std::max(0, i - reach); j < i; ++j) x[i] -= factor(i, j) * x[j];
      x[i] /= factor(i, i);
    }
    for (int i = size_ - 1; i >= 0; --i) {
      for (int j = i + 1; j <= std::min(size_ - 1, i + reach); ++j) x[i] -= factor(j, i) * x[j];
      x[i] /= factor(i, i);
    }
  }
}

}  // namespace convex
}  // namespace globaldyn::inside
