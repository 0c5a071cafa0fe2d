#include "globaldyn/plan/regions/stand.h"

#include <algorithm>
#include <cmath>

#include "core/base/constants.h"
#include "core/base/round_off.h"
#include "globaldyn/region/methods/bounded_rows.h"

namespace globaldyn::inside {
inline namespace plan {

namespace {

// Values of d2, and of x next to rest, are compared up to rounding errors of this.
double find_size(const SegmentMotion& segment) {
  return std::abs(segment.d2_begin) + std::abs(segment.d2_end);
}

// Between two nodes d1² must not fall below rest.
bool is_at_or_above_rest(const SegmentMotion& segment, double x) {
  return x >= -round_off::kRoot * (segment.x_begin + find_size(segment) * segment.length);
}

}  // namespace

bool keeps_at(const Region& region, const SegmentMotion& segment, double s) {
  const double x = segment.x_at(s), d2 = segment.d2_at(s);
  const auto range = region.d2_range(std::sqrt(std::max(0.0, x)));
  if (!range) return false;
  const double slack = round_off::kRoot * find_size(segment);
  return is_at_or_above_rest(segment, x) && range->low - slack <= d2 && d2 <= range->high + slack;
}

bool keeps_along(const Station* stations, const SegmentMotion& segment) {
  for (std::size_t k = 1; k < kStationsPerSegment; ++k) {
    const double s = segment.length * static_cast<double>(k) / kStationsPerSegment;
    if (!keeps_at(stations[k].before, segment, s)) return false;
  }
  return true;
}

std::optional<bool> keeps_rows(const LimitSystem& system, const SegmentMotion& segment, double s) {
  if (!system.equalities.empty() || system.redundancy > 1) return std::nullopt;
  const double x = std::max(0.0, segment.x_at(s)), d1 = std::sqrt(x), d2 = segment.d2_at(s);
  if (!is_at_or_above_rest(segment, segment.x_at(s))) return false;
  double most_v = 0.0;
  for (const LimitRow& row : system.rows) {
    if (row.v.size() > 0) most_v = std::max(most_v, std::abs(row.v(0)));
  }
  // The preload that all rows leave.
  double low = -kInfinity, high = -low;
  for (const LimitRow& row : system.rows) {
    const double value = row.alpha * x + row.beta * d1 + row.gamma + row.delta * d2;
    const double slack =
        round_off::kRoot * (std::abs(row.alpha) * x + std::abs(row.beta) * d1 +
                            std::abs(row.gamma) + std::abs(row.delta) * find_size(segment));
    const double below = row.low - slack - value, above = row.high + slack - value;
    const double v = row.v.size() > 0 ? row.v(0) : 0.0;
    if (std::abs(v) <= kPreloadRankTolerance * most_v) {
      if (below > 0.0 || above < 0.0) return false;
      continue;
    }
    low = std::max(low, (v > 0.0 ? below : above) / v);
    high = std::min(high, (v > 0.0 ? above : below) / v);
  }
  return low <= high;
}

}  // namespace plan
}  // namespace globaldyn::inside
