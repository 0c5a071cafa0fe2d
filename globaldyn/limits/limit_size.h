#pragma once

#include <cmath>

#include "globaldyn/limits/limit_rows.h"

namespace globaldyn {

/// The size to which fractions of a row's limits refer: half of its range, or the size of its only
/// limit; 0 if it has none.
[[nodiscard]] inline double calc_limit_size(const LimitRow& row) {
  const bool has_low = std::isfinite(row.low), has_high = std::isfinite(row.high);
  if (has_low && has_high) return 0.5 * (row.high - row.low);
  return has_low ? std::abs(row.low) : has_high ? std::abs(row.high) : 0.0;
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

/// Widens one side of a row by `by`, in the limit's own unit.
inline void widen(LimitSide side, double by, LimitKind kind, LimitRow& row) {
  if (side == LimitSide::min) {
    row.low -= by;
  } else if (kind == LimitKind::speed && std::isfinite(row.high)) {
    row.high += by * (2.0 * std::sqrt(row.high) + by);
  } else {
    row.high += by;
  }
}

}  // namespace globaldyn
