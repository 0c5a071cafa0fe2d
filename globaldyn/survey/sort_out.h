#pragma once

#include <algorithm>
#include <limits>
#include <vector>

namespace globaldyn::inside {
inline namespace survey {

/// Sorts values >= 0 in increasing order; of those that are equal within the resolution or rounding
/// errors, the first is kept.
inline void sort_out(double resolution, std::vector<double>& values) {
  std::sort(values.begin(), values.end());
  const auto is_same = [&](double a, double b) {
    return b - a <= resolution + 16.0 * std::numeric_limits<double>::epsilon() * b;
  };
  values.erase(std::unique(values.begin(), values.end(), is_same), values.end());
}

}  // namespace survey
}  // namespace globaldyn::inside
