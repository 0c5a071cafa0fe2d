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

}  // namespace globaldyn
