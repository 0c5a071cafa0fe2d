#pragma once

#include <cmath>

#include "core/base/constants.h"

namespace globaldyn::inside {
inline namespace plan {

/// A line in x, slope x + offset, close to sqrt(x).
struct RootLine {
  double slope;
  double offset;
};

/// A line that sqrt(x) is nowhere above: its tangent at x = m².
[[nodiscard]] inline RootLine make_tangent(double m) {
  return {0.5 / m, 0.5 * m};
}

/// A line that sqrt(x) is nowhere below between the squares of these: its chord.
[[nodiscard]] inline RootLine make_chord_of_roots(double low, double high) {
  if (!(high > 0.0) || high == kInfinity) return {0.0, 0.0};
  const double sum = low + high;
  return {1.0 / sum, low * high / sum};
}

/// The same for low <= x <= high.
[[nodiscard]] inline RootLine make_chord(double low, double high) {
  return make_chord_of_roots(std::sqrt(low), std::sqrt(high));
}

}  // namespace plan
}  // namespace globaldyn::inside
