#pragma once

#include <algorithm>
#include <cmath>

namespace globaldyn {

/// A cubic through three values differs from the quadratic by at most this times its difference at
/// a quarter.
inline constexpr double kMisfit = 1.1;

/// By how much a function differs from the quadratic through its values at both ends and in the
/// middle, at most, if it differs by these at the two quarters. A polynomial of degree four does by
/// at most 1.03 times its cubic part at a quarter and 4/3 times its quartic, as at a peak in the
/// middle. A large quartic part tells that more follows: on a side of a bump exp(-p²), 1/(1 + p²),
/// of a step or a rounded corner of width 1 three times the quartic part is enough on segments of
/// any place and lengths up to 2 (5 % missing at 3). As segments get short it vanishes.
[[nodiscard]] inline double bound_misfit(double at_quarter, double at_three_quarters) {
  constexpr double kCubic = 1.03, kQuartic = 3.0;
  const double cubic = 0.5 * std::abs(at_quarter - at_three_quarters);
  const double quartic = 0.5 * std::abs(at_quarter + at_three_quarters);
  return std::max(kMisfit * std::max(std::abs(at_quarter), std::abs(at_three_quarters)),
                  kCubic * cubic + kQuartic * quartic);
}

}  // namespace globaldyn
