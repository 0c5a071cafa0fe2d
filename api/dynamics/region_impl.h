#pragma once

#include <globaldyn/region.h>

#include "globaldyn/region/region.h"

namespace globaldyn {

struct Region::Impl {
  inside::Region region;
};

[[nodiscard]] Region make_region(inside::Region region);

[[nodiscard]] std::vector<ActiveLimit> to_public(const std::vector<inside::ActiveLimit>& limits);

/// Of a set of speeds, or any other list of intervals.
template <class Intervals>
[[nodiscard]] std::vector<Interval> to_intervals(const Intervals& set) {
  std::vector<Interval> intervals;
  for (const inside::Interval& one : set) intervals.push_back({one.low, one.high});
  return intervals;
}

}  // namespace globaldyn
