#pragma once

#include <algorithm>
#include <optional>

namespace globaldyn::inside {
inline namespace core {

/// Where what is measured is zero between two places at which its signs differ, to `resolution`: by
/// false position with the Illinois rule. @param measure of a place; nothing where it is unknown,
/// and there the search ends
template <class Measure>
[[nodiscard]] double bracket_root(double low, double high, const Measure& measure,
                                  double resolution) {
  std::optional<double> at_low = measure(low), at_high = measure(high);
  if (at_low && *at_low == 0.0) return low;
  if (at_high && *at_high == 0.0) return high;
  if (!at_low || !at_high || !(*at_low * *at_high < 0.0)) return 0.5 * (low + high);
  // 53 halvings would reach machine precision; the rule is of order 1.4 and needs fewer.
  constexpr int kMostRounds = 80;
  // Each round takes at least this much off the bracket.
  constexpr double kLeastShare = 1e-3;
  int last_side = 0;
  for (int round = 0; round < kMostRounds && high - low > resolution; ++round) {
    const double share = *at_low / (*at_low - *at_high);
    const double p = low + std::clamp(share, kLeastShare, 1.0 - kLeastShare) * (high - low);
    if (p <= low || p >= high) break;
    const std::optional<double> value = measure(p);
    if (!value || *value == 0.0) return p;
    const int side = *value * *at_low > 0.0 ? -1 : 1;
    if (side < 0) {
      low = p;
      at_low = value;
      if (last_side == side) *at_high *= 0.5;
    } else {
      high = p;
      at_high = value;
      if (last_side == side) *at_low *= 0.5;
    }
    last_side = side;
  }
  return 0.5 * (low + high);
}

}  // namespace core
}  // namespace globaldyn::inside
