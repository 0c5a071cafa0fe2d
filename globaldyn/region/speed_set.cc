#include "globaldyn/region/speed_set.h"

#include <algorithm>
#include <cmath>

#include "core/base/round_off.h"

namespace globaldyn::inside {
inline namespace region {
namespace {

// Ends are roots of quadratics.

}  // namespace

void unite_overlapping(SpeedSet& set) {
  std::sort(set.begin(), set.end(),
            [](const Interval& a, const Interval& b) { return a.low < b.low; });
  std::size_t kept = 0;
  for (const Interval& next : set) {
    if (kept > 0 && next.low <= set[kept - 1].high * (1.0 + round_off::kSum)) {
      set[kept - 1].high = std::max(set[kept - 1].high, next.high);
    } else {
      set[kept++] = next;
    }
  }
  set.resize(kept);
}

double find_nearest(const SpeedSet& set, double d1) {
  double nearest = set.front().low;
  for (const Interval& interval : set) {
    const double candidate = std::clamp(d1, interval.low, interval.high);
    if (std::abs(candidate - d1) < std::abs(nearest - d1)) nearest = candidate;
  }
  return nearest;
}

SpeedSet intersect(const SpeedSet& a, const SpeedSet& b) {
  SpeedSet both;
  for (const Interval& in_a : a) {
    for (const Interval& in_b : b) {
      const Interval common{std::max(in_a.low, in_b.low), std::min(in_a.high, in_b.high)};
      if (common.low <= common.high) both.push_back(common);
    }
  }
  unite_overlapping(both);
  return both;
}

}  // namespace region
}  // namespace globaldyn::inside
