#include "globaldyn/region/methods/bounded_rows.h"

#include <algorithm>
#include <cmath>

#include "core/base/nth.h"
#include "core/base/svd.h"

namespace globaldyn::inside {
inline namespace region {
namespace {

bool is_limited(const LimitRow& row) {
  return std::isfinite(row.low) || std::isfinite(row.high);
}

}  // namespace

bool BoundedRow::has_side(LimitSide side) const {
  return std::isfinite(limit(side));
}

void BoundedRows::assign(const LimitSystem& system) {
  equalities_.assign(system.equalities.begin(), system.equalities.end());
  take_limited_rows(system);
  turn_dependent_rows_into_equalities();
  project_free_preload();
}

void BoundedRows::take_limited_rows(const LimitSystem& system) {
  rows_.clear();
  v_.clear();
  redundancy_ = system.redundancy;
  is_straight_ = true;
  for (std::size_t i = 0; i < system.rows.size(); ++i) {
    const LimitRow& row = system.rows[i];
    if (!is_limited(row)) continue;
    rows_.push_back({row, row.low, row.high, static_cast<int>(i)});
    is_straight_ = is_straight_ && row.beta == 0.0;
    v_.insert(v_.end(), row.v.data(), row.v.data() + redundancy_);
  }
  scale_rows();
}

void BoundedRows::scale_rows() {
  find_largest_preload();
  const double least = kPreloadRankTolerance * largest_preload_;
  for (int i = 0; i < count(); ++i) {
    double* const v = v_.data() + i * redundancy_;
    double largest = 0.0;
    for (int k = 0; k < redundancy_; ++k) largest = std::max(largest, std::abs(v[k]));
    if (largest <= least) {
      std::fill_n(v, redundancy_, 0.0);
      continue;
    }
    constexpr double kLeastUnscaled = 1.0 / 64.0, kMostUnscaled = 2.0;
    if (largest >= kLeastUnscaled && largest <= kMostUnscaled) continue;
    const double scale = std::ldexp(1.0, -std::ilogb(largest));
    for (int k = 0; k < redundancy_; ++k) v[k] *= scale;
    BoundedRow& row = nth(rows_, i);
    row.terms() *= scale;
    row.low *= scale;
    row.high *= scale;
  }
  find_largest_preload();
}

// A row with equal limits whose v depends linearly on those of other such rows leaves no room for
// d1 and d2.
void BoundedRows::turn_dependent_rows_into_equalities() {
  elimination_.reset(redundancy_, kPreloadRankTolerance * largest_preload_);
  fixed_.clear();
  for (int i = 0; i < count();) {
    const BoundedRow& row = nth(rows_, i);
    if (row.low != row.high || elimination_.push(v(i))) {
      if (row.low == row.high) fixed_.push_back(i);
      ++i;
      continue;
    }
    const auto weights = elimination_.weights();
    MotionPolynomial sum, size;
    const auto add = [&](double weight, const BoundedRow& r) {
      sum.add(weight, r.beyond(LimitSide::min));
      size.add_size(weight, r.beyond(LimitSide::min));
    };
    add(1.0, row);
    for (std::size_t j = 0; j < weights.size(); ++j) {
      add(weights[j], nth(rows_, fixed_[j]));
    }
    equalities_.push_back(clean_sum(sum, size));
    drop_row(i);
  }
}

void BoundedRows::project_free_preload() {
  if (redundancy_ == 0) return;
  elimination_.reset(redundancy_, kPreloadRankTolerance * largest_preload_);
  for (int i = 0; i < count() && elimination_.depth() < redundancy_; ++i) {
    (void)elimination_.push(v(i));
  }
  const int rank = elimination_.depth();
  if (rank == redundancy_) return;
  using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  const MatrixXd V = Eigen::Map<const RowMajor>(v_.data(), count(), redundancy_);
  const RowMajor projected = V * calc_full_svd(V).V.leftCols(rank);
  v_.assign(projected.data(), projected.data() + projected.size());
  redundancy_ = rank;
  scale_rows();
}

void BoundedRows::drop_row(int i) {
  rows_.erase(rows_.begin() + i);
  v_.erase(v_.begin() + i * redundancy_, v_.begin() + (i + 1) * redundancy_);
}

void BoundedRows::find_largest_preload() {
  largest_preload_ = 0.0;
  for (const double entry : v_) largest_preload_ = std::max(largest_preload_, std::abs(entry));
}

}  // namespace region
}  // namespace globaldyn::inside
