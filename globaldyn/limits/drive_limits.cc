#include "globaldyn/limits/drive_limits.h"

#include <algorithm>
#include <cmath>

#include "globaldyn/limits/drive_limit_kinds.h"

namespace globaldyn::inside {
inline namespace limits {

Interval calc_force_range(const DriveLimit& limit, double rate) {
  Interval all{-DriveLimit::kNone, DriveLimit::kNone};
  for (const DriveLimitKind& kind : list_drive_limit_kinds()) {
    if (kind.bound == nullptr) continue;
    for (std::size_t i = 0; i < kind.count(limit); ++i) {
      const Interval one = kind.bound(limit, i).at(rate);
      all = {std::max(all.low, one.low), std::min(all.high, one.high)};
    }
  }
  return all;
}

Interval calc_force_range_at_rest(const DriveLimit& limit) {
  return calc_force_range(limit, 0.0);
}

Interval calc_range_behind_gear(const Drive& drive, double rate) {
  const auto [low, high] = calc_force_range(drive.limit, rate);
  return {drive.efficiency * low, drive.efficiency * high};
}

double find_share_size(const DriveLimit& limit) {
  const auto& [low, high] = limit.force;
  return low >= 0.0 ? high : high <= 0.0 ? -low : std::min(high, -low);
}

double find_rated_force(const DriveLimit& limit, double rate) {
  const std::vector<CurvePoint>& points = limit.rated_over_speed;
  if (points.empty()) return limit.rated;
  const double speed = std::abs(rate);
  const auto next = std::find_if(points.begin(), points.end(),
                                 [&](const CurvePoint& point) { return point.speed > speed; });
  if (next == points.end()) return points.back().force;
  const CurvePoint &from = *(next - 1), &to = *next;
  return std::lerp(from.force, to.force, (speed - from.speed) / (to.speed - from.speed));
}

}  // namespace limits
}  // namespace globaldyn::inside
