#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <vector>

#include "core/base/round_off.h"
#include "globaldyn/plan/table/coefficient_table.h"
#include "globaldyn/plan/table/pair_of_doubles.h"
#include "globaldyn/plan/table/plane_program.h"

namespace globaldyn {

/// The limits of a motion along a segment, as half planes of (x_begin, u), u being the mean of d2:
///
///     d2 = u + bend (r - 1/2),   x = Bernstein(x_begin, x_middle, x_end),   r = 0 .. 1,
///     x_end = x_begin + 2 h u,   x_middle = (x_begin + x_end) / 2 - h bend / 2,
///
/// so that a row a x + c + d d2 is a polynomial in r of degree two without a bend (kIsBent false),
/// of degree three with one. All its Bernstein coefficients, which are linear in (x_begin, u), must
/// be within those of its limits; then the row is within its limits on the whole segment.
///
/// Half plane 8 k + 2 j + s is coefficient j of row k against low (s = 0) or high (s = 1).
template <bool kIsBent>
class SegmentRows {
 public:
  /// Bounds of x, as numbers of half planes.
  enum Bound : int {
    kBeginLow = -1,   // x_begin >= 0
    kBeginHigh = -2,  // x_begin <= something beyond every limit
    kEndLow = -3,
    kEndHigh = -4,
    kMiddleLow = -5,  // x_middle >= 0
  };
  static constexpr CornerPair kSafeForMost{kBeginHigh, kEndHigh};
  static constexpr CornerPair kSafeForLeast{kBeginLow, kEndHigh};

  /// @param scratch as many doubles as there are rows
  SegmentRows(const CoefficientTable& table, const TableSizes& sizes, std::size_t segment,
              double bend, std::vector<double>& scratch)
      : rows_(table.rows),
        weights_(sizes.weights.data()),
        excess_(scratch.data()),
        length_(table.p[segment + 1] - table.p[segment]),
        bend_(bend),
        beyond_(kBeyond * sizes.x) {
    const std::size_t at = segment * rows_;
    a_ = table.a.data() + at;
    c_ = table.c.data() + at;
    d_ = table.d.data() + at;
    low_ = table.low.data() + at;
    high_ = table.high.data() + at;
  }

  void set_end(double low, double high) {
    end_low_ = low;
    end_high_ = high;
  }

  [[nodiscard]] double length() const { return length_; }
  [[nodiscard]] double x_end(double x, double u) const { return x + 2.0 * length_ * u; }

  [[nodiscard]] HalfPlane at(int number) const {
    if (number < 0) return bound(number);
    const auto k = static_cast<std::size_t>(number / 8);
    const HalfPlane plane = kIsBent ? bent(k, number / 2 % 4) : straight(k, number / 2 % 4);
    const double limit = pick(number % 2 == 0 ? low_ : high_, k, number / 2 % 4) - plane.limit;
    if (number % 2 == 0) return {-plane.normal_x, -plane.normal_y, -limit};
    return {plane.normal_x, plane.normal_y, limit};
  }

  /// One of the half planes that (x, u) violates the most, if it violates any.
  [[nodiscard]] std::optional<int> find_violated(double x, double u) const {
    const std::optional<int> bound = find_violated_bound(x, u);
    return bound ? bound : find_violated_row(x, u);
  }

  /// The maximum by which rows exceed their limits, in sizes of the row.
  [[nodiscard]] double find_excess(double x, double u) const {
    const std::size_t even = rows_ - rows_ % 2;
    Pair most = repeat(-1.0);
    for (std::size_t k = 0; k < even; k += 2) {
      const Pair excess = exceed(x, u, [k](const double* from) { return load_pair(from + k); });
      std::memcpy(excess_ + k, &excess, sizeof(excess));
      most = max_of(most, excess);
    }
    if (even < rows_) {
      const Pair excess = exceed(x, u, [even](const double* from) { return repeat(from[even]); });
      excess_[even] = excess[0];
      most = max_of(most, excess);
    }
    return max_in(most);
  }

  /// Rounding errors of a row, in sizes of the row, and of x.
  static constexpr double kSlack = round_off::kSum;
  static constexpr double kSquareSlack = 2.0 * round_off::kEpsilon;

 private:
  static constexpr double kBeyond = 1e9;

  [[nodiscard]] HalfPlane bound(int number) const {
    switch (number) {
      case kBeginLow:
        return {-1.0, 0.0, 0.0};
      case kBeginHigh:
        return {1.0, 0.0, beyond_};
      case kEndLow:
        return {-1.0, -2.0 * length_, -end_low_};
      case kMiddleLow:
        return {-1.0, -length_, -0.5 * length_ * bend_};
      default:
        return {1.0, 2.0 * length_, end_high_};
    }
  }

  // Coefficient j of row k as normal and constant part; coefficients in the middle times 2 or 3.
  [[nodiscard]] HalfPlane straight(std::size_t k, int j) const {
    const double a0 = a_[k], a1 = a_[rows_ + k], d0 = d_[k], d1 = d_[rows_ + k];
    const double c0 = c_[k], c1 = c_[rows_ + k], h = length_;
    if (j == 0) return {a0, d0, c0};
    if (j == 1) return {a0 + a1, d0 + d1 + 2.0 * h * a0, c0 + c1};
    return {a1, d1 + 2.0 * h * a1, c1};
  }

  [[nodiscard]] HalfPlane bent(std::size_t k, int j) const {
    const double a0 = a_[k], a1 = a_[rows_ + k], d0 = d_[k], d1 = d_[rows_ + k];
    const double c0 = c_[k], c1 = c_[rows_ + k], h = length_, half = 0.5 * bend_;
    if (j == 0) return {a0, d0, c0 - d0 * half};
    if (j == 1) {
      return {2.0 * a0 + a1, 2.0 * (a0 * h + d0) + d1, 2.0 * c0 + c1 - (2.0 * a0 * h + d1) * half};
    }
    if (j == 2) {
      return {a0 + 2.0 * a1, 2.0 * (h * (a0 + a1) + d1) + d0,
              c0 + 2.0 * c1 - (2.0 * a1 * h - d0) * half};
    }
    return {a1, d1 + 2.0 * h * a1, c1 + d1 * half};
  }

  [[nodiscard]] double pick(const double* limit, std::size_t k, int j) const {
    const double begin = limit[k], end = limit[rows_ + k];
    if (j == 0) return begin;
    if (!kIsBent) return j == 1 ? begin + end : end;
    if (j == 1) return 2.0 * begin + end;
    return j == 2 ? begin + 2.0 * end : end;
  }

  [[nodiscard]] std::optional<int> find_violated_bound(double x, double u) const {
    const double rise = 2.0 * length_ * u, end = x + rise;
    const double small = kSquareSlack * (std::abs(x) + std::abs(rise) + std::abs(end_high_));
    if (x < -small) return kBeginLow;
    if (end > end_high_ + small) return kEndHigh;
    if (end < end_low_ - small) return kEndLow;
    if (kIsBent && 0.5 * (x + end) - 0.5 * length_ * bend_ < -small) return kMiddleLow;
    return {};
  }

  [[nodiscard]] std::optional<int> find_violated_row(double x, double u) const {
    const double most = find_excess(x, u);
    if (!(most > kSlack)) return {};
    std::size_t k = 0;
    while (excess_[k] != most) ++k;
    int worst = static_cast<int>(8 * k);
    double worst_excess = -1.0;
    for (int j = 0; j < (kIsBent ? 4 : 3); ++j) {
      const HalfPlane plane = kIsBent ? bent(k, j) : straight(k, j);
      const double share = kIsBent && j % 3 != 0 ? 1.0 / 3.0 : !kIsBent && j == 1 ? 0.5 : 1.0;
      const double value = plane.normal_x * x + plane.normal_y * u + plane.limit;
      const double below = (pick(low_, k, j) - value) * share;
      const double above = (value - pick(high_, k, j)) * share;
      const double excess = std::max(below, above);
      if (excess <= worst_excess) continue;
      worst_excess = excess;
      worst = static_cast<int>(8 * k) + 2 * j + (above > below ? 1 : 0);
    }
    return worst;
  }

  template <class Load>
  [[nodiscard]] Pair exceed(double x, double u, Load load) const {
    const Pair a0 = load(a_), a1 = load(a_ + rows_), d0 = load(d_), d1 = load(d_ + rows_);
    const Pair c0 = load(c_), c1 = load(c_ + rows_);
    const Pair low0 = load(low_), low1 = load(low_ + rows_);
    const Pair high0 = load(high_), high1 = load(high_ + rows_);
    const Pair x0 = repeat(x), x1 = repeat(x + 2.0 * length_ * u);
    if constexpr (kIsBent) {
      const auto beyond = [](Pair value, Pair low, Pair high) {
        return max_of(value - high, low - value);
      };
      const double half = 0.5 * bend_;
      const Pair u0 = repeat(u - half), u1 = repeat(u + half);
      const Pair middle = repeat(2.0 * (x + length_ * (u - half)));
      const Pair begin = d0 * u0 + c0, end = d1 * u1 + c1;
      const Pair cross = d0 * u1 + d1 * u0 + c0 + c1;
      const Pair ends =
          max_of(beyond(a0 * x0 + begin, low0, high0), beyond(a1 * x1 + end, low1, high1));
      const Pair first =
          beyond(a0 * middle + a1 * x0 + begin + cross, low0 + low0 + low1, high0 + high0 + high1);
      const Pair second =
          beyond(a0 * x1 + a1 * middle + cross + end, low0 + low1 + low1, high0 + high1 + high1);
      return max_of(ends, max_of(first, second) * repeat(1.0 / 3.0)) * load(weights_);
    } else {
      // The middle coefficient, twice, is the sum of the others and (a0 - a1) (x1 - x0).
      const Pair mean = repeat(u), rise = repeat(2.0 * length_ * u);
      const Pair begin = a0 * x0 + d0 * mean + c0, end = a1 * x1 + d1 * mean + c1;
      const Pair twist = (a0 - a1) * rise;
      const Pair above0 = begin - high0, above1 = end - high1;
      const Pair below0 = low0 - begin, below1 = low1 - end;
      const Pair middle = max_of(above0 + above1 + twist, below0 + below1 - twist);
      const Pair ends = max_of(max_of(above0, above1), max_of(below0, below1));
      return max_of(ends, middle * repeat(0.5)) * load(weights_);
    }
  }

  std::size_t rows_;
  const double *a_, *c_, *d_, *low_, *high_, *weights_;
  double* excess_;
  double length_, bend_, beyond_;
  double end_low_{0.0}, end_high_{0.0};
};

/// What is accessible at a node: half planes of (x, u), 2 k + s row k against low or high.
class NodeRows {
 public:
  enum Bound : int { kLow = -1, kHigh = -2, kLowest = -3, kHighest = -4 };
  static constexpr CornerPair kSafe{kHigh, kHighest};

  /// @param slack by which limits may be exceeded, in sizes of the row
  NodeRows(const CoefficientTable& table, const TableSizes& sizes, std::size_t node,
           double slack = 0.0)
      : table_(table),
        sizes_(sizes),
        begin_(node * table.rows),
        slack_(slack),
        beyond_x_(1e9 * sizes.x),
        beyond_u_(beyond_x_ / (table.p.back() - table.p.front())) {}

  [[nodiscard]] HalfPlane at(int number) const {
    if (number == kLow) return {-1.0, 0.0, 0.0};
    if (number == kHigh) return {1.0, 0.0, beyond_x_};
    if (number == kLowest) return {0.0, -1.0, beyond_u_};
    if (number == kHighest) return {0.0, 1.0, beyond_u_};
    const std::size_t k = begin_ + static_cast<std::size_t>(number / 2);
    const double slack = slack_ / sizes_.weights[k - begin_];
    if (number % 2 == 0) return {-table_.a[k], -table_.d[k], table_.c[k] - table_.low[k] + slack};
    return {table_.a[k], table_.d[k], table_.high[k] - table_.c[k] + slack};
  }

  /// Whether no row stops x.
  [[nodiscard]] bool is_beyond(double x) const { return x >= 0.5 * beyond_x_; }

  [[nodiscard]] std::optional<int> find_violated(double x, double u) const {
    if (x < 0.0) return kLow;
    if (u > beyond_u_ * (1.0 + round_off::kNumber)) return kHighest;
    if (u < -beyond_u_ * (1.0 + round_off::kNumber)) return kLowest;
    std::optional<int> worst;
    double most = SegmentRows<false>::kSlack + slack_;
    for (std::size_t k = 0; k < table_.rows; ++k) {
      const std::size_t i = begin_ + k;
      const double value = table_.a[i] * x + table_.d[i] * u + table_.c[i];
      const double above = (value - table_.high[i]) * sizes_.weights[k];
      const double below = (table_.low[i] - value) * sizes_.weights[k];
      if (above > most) worst = 2 * static_cast<int>(k) + 1;
      if (below > most && below > above) worst = 2 * static_cast<int>(k);
      if (above > most) most = above;
      if (below > most) most = below;
    }
    return worst;
  }

 private:
  const CoefficientTable& table_;
  const TableSizes& sizes_;
  std::size_t begin_;
  double slack_;
  double beyond_x_, beyond_u_;
};

}  // namespace globaldyn
