#pragma once

#include <algorithm>
#include <cmath>

#include "core/base/round_off.h"

namespace globaldyn::inside {
inline namespace core {

/// How many equal steps divide a length so that none is longer than `longest`, except for rounding
/// errors; at least one.
[[nodiscard]] inline double count_steps(double length, double longest) {
  return std::max(1.0, std::ceil(length / longest - round_off::kSame));
}

}  // namespace core
}  // namespace globaldyn::inside
