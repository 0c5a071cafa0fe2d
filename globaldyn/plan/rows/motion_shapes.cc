#include "globaldyn/plan/rows/motion_shapes.h"

#include <algorithm>
#include <utility>

#include "core/base/constants.h"
#include "core/base/round_off.h"
#include "globaldyn/plan/rows/root_sides.h"

namespace globaldyn {
namespace {

// By how much an arc is above the barrier at its end, relative.
double find_excess(const SpeedBarrier& barrier, std::size_t i, const std::optional<CubicSpeed>& arc,
                   Travel travel) {
  if (!arc) return kInfinity;
  const double most = barrier.most[travel == Travel::forward ? i + 1 : i];
  const double end = travel == Travel::forward ? (*arc)[3] : (*arc)[0];
  return end > most ? (end - most) / (end + most) : 0.0;
}

PushShape take_shape(const std::optional<CubicSpeed>& arc, double h) {
  return arc ? subtract_mean(find_push(*arc, h)) : PushShape{};
}

}  // namespace

void take_shapes(RowGrid& grid, const SpeedBarrier& barrier) {
  constexpr double kFollowed = 1e-3;
  auto& segments = grid.segments();
  StraightSides straight;
  for (std::size_t i = 0; i < segments.size(); ++i) {
    GridSegment& s = segments[i];
    s.shape = {};
    const auto& forward = barrier.forward[i];
    const auto& backward = barrier.backward[i];
    const double up = find_excess(barrier, i, forward, Travel::forward);
    const double down = find_excess(barrier, i, backward, Travel::backward);
    std::optional<CubicSpeed> arc;
    if (std::min(up, down) <= kFollowed) arc = down <= up ? backward : forward;
    if (std::min(up, down) > round_off::kSame) {
      std::optional<CubicSpeed> ceiling;
      if (const auto found = find_speed_ceiling(straight.outer(s), s.find_ease()))
        ceiling = found->x;
      const double over = std::max(find_excess(barrier, i, ceiling, Travel::backward),
                                   find_excess(barrier, i, ceiling, Travel::forward));
      if (over <= std::min({up, down, kFollowed})) arc = ceiling;
    }
    s.rising_shape = take_shape(forward, s.h);
    s.shape = take_shape(arc, s.h);
  }
}

}  // namespace globaldyn
