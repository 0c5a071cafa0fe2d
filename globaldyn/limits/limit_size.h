#pragma once

#include <cmath>

#include "globaldyn/limits/limit_rows.h"

namespace globaldyn::inside {
inline namespace limits {

/// The size to which fractions of limits refer: half of their range, or the size of the only one; 0
/// if there is none.
[[nodiscard]] inline double calc_limit_size(double low, double high) {
  const bool has_low = std::isfinite(low), has_high = std::isfinite(high);
  if (has_low && has_high) return 0.5 * (high - low);
  return has_low ? std::abs(low) : has_high ? std::abs(high) : 0.0;
}

[[nodiscard]] inline double calc_limit_size(const LimitRow& row) {
  return calc_limit_size(row.low, row.high);
}

/// What the row limits: without labels, forces.
[[nodiscard]] inline LimitKind kind_of_row(const LimitLabels& labels, std::size_t row) {
  return labels ? (*labels)[row].kind : LimitKind::force;
}

/// The size of a limit in its own unit: a row has the square of a speed.
[[nodiscard]] inline double calc_limit_size(const LimitRow& row, LimitKind kind) {
  const double size = calc_limit_size(row);
  return kind == LimitKind::speed ? std::sqrt(size) : size;
}

/// Widens one side of row `k` by `by`, in the limit's own unit.
inline void widen(LimitSide side, double by, const LimitLabels& labels, std::size_t k,
                  LimitRow& row) {
  if (side == LimitSide::min) {
    row.low = labels ? lower_limit(row.low, by, (*labels)[k]) : row.low - by;
  } else if (kind_of_row(labels, k) == LimitKind::speed && std::isfinite(row.high)) {
    row.high += by * (2.0 * std::sqrt(row.high) + by);
  } else {
    row.high += by;
  }
}

}  // namespace limits
}  // namespace globaldyn::inside
