#pragma once

#include <cmath>

#include "core/base/nth.h"
#include "core/base/round_off.h"
#include "globaldyn/limits/limit_rows.h"
#include "globaldyn/region/methods/row_elimination.h"

namespace globaldyn::inside {
inline namespace region {

/// Below this fraction of the largest entry of any row's v, an entry or a pivot is rounding error.
inline constexpr double kPreloadRankTolerance = round_off::kRank;

/// Sets to zero a sum that is rounding error relative to its terms, whose sizes add up to `terms`.
[[nodiscard]] inline double clean_sum(double sum, double terms) {
  return is_zero(sum, terms) ? 0.0 : sum;
}
[[nodiscard]] inline MotionPolynomial clean_sum(const MotionPolynomial& sum,
                                                const MotionPolynomial& terms) {
  return {clean_sum(sum.alpha, terms.alpha), clean_sum(sum.beta, terms.beta),
          clean_sum(sum.gamma, terms.gamma), clean_sum(sum.delta, terms.delta)};
}

/// A limit row with at least one finite limit.
struct BoundedRow : MotionPolynomial {
  double low{0.0};
  double high{0.0};
  int row{0};  ///< its number in the limit system

  [[nodiscard]] bool has_side(LimitSide side) const;
  [[nodiscard]] double limit(LimitSide side) const { return side == LimitSide::max ? high : low; }
  /// The row minus its limit: <= 0 keeps an upper one.
  [[nodiscard]] MotionPolynomial beyond(LimitSide side) const {
    return {alpha, beta, gamma - limit(side), delta};
  }
};

/// A reduced system with the same region, in the form that all methods use: only rows with a finite
/// limit, and of the preload y only the directions that those rows bound (a direction that no row
/// bounds can be chosen freely, so it is projected out): the rows' v have rank `redundancy`. Rows
/// with equal limits are independent: what several of them fix together is an equality. Rows are
/// scaled by powers of two so that the largest entry of each v is within 1/64 and 2: then weights
/// in which v cancel show what belongs together, however weakly a limit depends on the preload.
class BoundedRows {
 public:
  /// Allocates nothing once it has seen its largest system, unless preload must be projected.
  void assign(const LimitSystem& system);

  [[nodiscard]] int count() const { return static_cast<int>(rows_.size()); }
  [[nodiscard]] int redundancy() const { return redundancy_; }
  [[nodiscard]] const BoundedRow& operator[](int i) const { return nth(rows_, i); }
  /// redundancy() entries.
  [[nodiscard]] std::span<const double> v(int i) const {
    return {v_.data() + i * redundancy_, static_cast<std::size_t>(redundancy_)};
  }
  [[nodiscard]] const std::vector<MotionPolynomial>& equalities() const { return equalities_; }

  /// No row has a linear term: everything is linear in the (d1², d2) plane.
  [[nodiscard]] bool is_straight() const { return is_straight_; }

  /// The largest entry of any row's v, 0 without any: rounding errors in v are relative to it.
  [[nodiscard]] double largest_preload() const { return largest_preload_; }

 private:
  void take_limited_rows(const LimitSystem& system);
  void turn_dependent_rows_into_equalities();
  void project_free_preload();
  void drop_row(int i);
  void scale_rows();
  void find_largest_preload();

  std::vector<BoundedRow> rows_;
  std::vector<double> v_;
  int redundancy_{0};
  bool is_straight_{true};
  std::vector<MotionPolynomial> equalities_;
  double largest_preload_{0.0};
  RowElimination elimination_;
  std::vector<int> fixed_;
};

}  // namespace region
}  // namespace globaldyn::inside
