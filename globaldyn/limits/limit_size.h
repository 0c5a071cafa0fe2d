#pragma once

#include <cmath>

#include "globaldyn/limits/limit_rows.h"

namespace globaldyn {

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

}  // namespace globaldyn
