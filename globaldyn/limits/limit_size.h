#pragma once

#include <cmath>

#include "globaldyn/limits/limit_rows.h"

namespace globaldyn {

/// What shares of a row's limits are shares of: half of its range, or its only limit's size; 0 if
/// it has none.
[[nodiscard]] inline double calc_limit_size(const LimitRow& row) {
  const bool has_low = std::isfinite(row.low), has_high = std::isfinite(row.high);
  if (has_low && has_high) return 0.5 * (row.high - row.low);
  return has_low ? std::abs(row.low) : has_high ? std::abs(row.high) : 0.0;
}

}  // namespace globaldyn
