#pragma once

#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>

#include "globaldyn/plan/table/coefficient_table.h"

namespace globaldyn {

enum class Way { forward, backward };

/// A side of a row, a x + c + d u <= 0, at both ends of a segment in the direction of travel:
/// against p in the backward case, so that d has the opposite sign.
struct RowSide {
  double a0, c0, d0;
  double a1, c1, d1;

  friend bool operator==(const RowSide&, const RowSide&) = default;

  [[nodiscard]] bool is_finite() const { return std::isfinite(c0) && std::isfinite(c1); }

  /// Whether an arc that keeps to it cannot be crossed from below on the segment (make_arc).
  [[nodiscard]] bool is_stop() const {
    const bool is_stop_at_begin = d0 > 0.0 || (d0 == 0.0 && a0 > 0.0 && d1 > 0.0);
    return is_stop_at_begin && d1 >= 0.0 && is_finite();
  }

  /// The u at the start at which the row is at its limit. Where d = 0 that is any u or none
  /// (infinite), unless x is at the row's own limit; then it follows from the row's derivative with
  /// respect to p: a' x + 2 a u + c' + d' u = 0.
  [[nodiscard]] double find_u_at_begin(double x, double length) const {
    constexpr double kNear = 1e-9;
    if (d0 > 0.0) return -(a0 * x + c0) / d0;
    if (a0 * x + c0 < -kNear * std::abs(c0)) return std::numeric_limits<double>::infinity();
    return -((a1 - a0) * x + c1 - c0) / (2.0 * a0 * length + d1 - d0);
  }
};

/// The sides of all rows of a table along a segment, travelled in one direction.
class SegmentSides {
 public:
  SegmentSides(const CoefficientTable& table, std::size_t segment, Way way)
      : table_(table),
        from_((segment + (way == Way::forward ? 0 : 1)) * table.rows),
        to_((segment + (way == Way::forward ? 1 : 0)) * table.rows),
        sign_(way == Way::forward ? 1.0 : -1.0),
        length_(table.p[segment + 1] - table.p[segment]) {}

  [[nodiscard]] double length() const { return length_; }
  [[nodiscard]] std::size_t row_count() const { return table_.rows; }

  /// Row k against its upper limit or its lower one.
  [[nodiscard]] RowSide at(std::size_t k, bool is_high) const {
    const std::size_t i = from_ + k, j = to_ + k;
    if (is_high) {
      return {table_.a[i], table_.c[i] - table_.high[i], sign_ * table_.d[i],
              table_.a[j], table_.c[j] - table_.high[j], sign_ * table_.d[j]};
    }
    return {-table_.a[i], table_.low[i] - table_.c[i], -sign_ * table_.d[i],
            -table_.a[j], table_.low[j] - table_.c[j], -sign_ * table_.d[j]};
  }

  /// The stop with the smallest u at the start, at x there; `least` becomes that u.
  [[nodiscard]] std::optional<RowSide> find_stop_at_begin(double x, double& least) const {
    std::optional<RowSide> stop;
    least = std::numeric_limits<double>::infinity();
    const auto take = [&](const RowSide& side) {
      if (!side.is_stop()) return;
      const double u = side.find_u_at_begin(x, length_);
      if (!(u < least)) return;
      least = u;
      stop = side;
    };
    for (std::size_t k = 0; k < table_.rows; ++k) {
      const double d = sign_ * table_.d[from_ + k];
      if (d == 0.0) {
        take(at(k, false));
        take(at(k, true));
      } else if (find_u(from_ + k, d, x) < least) {
        take(at(k, d > 0.0));
      }
    }
    return stop;
  }

  /// The stop with the smallest u at the end, at x there.
  [[nodiscard]] std::optional<RowSide> find_stop_at_end(double x) const {
    std::optional<RowSide> stop;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t k = 0; k < table_.rows; ++k) {
      const double d = sign_ * table_.d[to_ + k];
      if (d == 0.0) continue;
      const double u = find_u(to_ + k, d, x);
      if (!(u < least)) continue;
      const RowSide side = at(k, d > 0.0);
      if (!side.is_stop()) continue;
      least = u;
      stop = side;
    }
    return stop;
  }

 private:
  // The largest u of a row, by the limit that stops u.
  [[nodiscard]] double find_u(std::size_t i, double d, double x) const {
    const double limit = d > 0.0 ? table_.high[i] : table_.low[i];
    return (limit - table_.c[i] - table_.a[i] * x) / d;
  }

  const CoefficientTable& table_;
  std::size_t from_, to_;
  double sign_, length_;
};

}  // namespace globaldyn
