#include <algorithm>
#include <cmath>

#include "core/base/constants.h"
#include "core/base/round_off.h"
#include "globaldyn/plan/rows/error_levels.h"
#include "globaldyn/plan/rows/reachability.h"
#include "globaldyn/plan/rows/root_guesses.h"
#include "globaldyn/plan/rows/root_sides.h"
#include "globaldyn/plan/rows/stages.h"

namespace globaldyn::inside {
inline namespace plan {
namespace {

// By how much an arc is above the barrier at its end, relative.
double find_overshoot(const SpeedBarrier& barrier, std::size_t i,
                      const std::optional<CubicSpeed>& arc, Travel travel) {
  if (!arc) return kInfinity;
  const double most = barrier.most[travel == Travel::forward ? i + 1 : i];
  const double end = travel == Travel::forward ? (*arc)[3] : (*arc)[0];
  return end > most ? (end - most) / (end + most) : 0.0;
}

PushShape find_shape(const std::optional<CubicSpeed>& arc, double h) {
  return arc ? subtract_mean(find_push(*arc, h)) : PushShape{};
}

// Gives segments the shape of d2 of the barrier's arc that is followed; if neither is, of what
// limits x itself.
void take_shapes(RowGrid& grid, const SpeedBarrier& barrier) {
  constexpr double kFollowed = 1e-3;  // of x: an arc that ends higher is not the barrier there
  auto& segments = grid.segments();
  StraightSides straight;
  for (std::size_t i = 0; i < segments.size(); ++i) {
    GridSegment& s = segments[i];
    const auto& forward = barrier.forward[i];
    const auto& backward = barrier.backward[i];
    const double up = find_overshoot(barrier, i, forward, Travel::forward);
    const double down = find_overshoot(barrier, i, backward, Travel::backward);
    std::optional<CubicSpeed> arc;
    if (std::min(up, down) <= kFollowed) arc = down <= up ? backward : forward;
    if (std::min(up, down) > round_off::kSame) {
      std::optional<CubicSpeed> ceiling;
      if (const auto found = find_speed_ceiling(straight.outer(s), s.find_ease())) {
        ceiling = found->x;
      }
      const double over = std::max(find_overshoot(barrier, i, ceiling, Travel::backward),
                                   find_overshoot(barrier, i, ceiling, Travel::forward));
      if (over <= std::min({up, down, kFollowed})) arc = ceiling;
    }
    s.rising_shape = find_shape(forward, s.h);
    s.shape = find_shape(arc, s.h);
  }
}

class MotionSearch {
 public:
  MotionSearch(PlanState& state, Round& round)
      : state_(state),
        round_(round),
        reach_(state.options.is_closed, state.budget.find_segments_left()) {}

  void run() {
    round_.motion = find_below(round_.barrier, false);
    // As long as there is no motion at all, shorter segments mostly help.
    constexpr int kTrusted = 8;
    const bool may_lower = state_.has_motion() || state_.failures >= kTrusted;
    if (!round_.motion && !reach_.is_spent() && may_lower) round_.motion = find_below_lowered();
    state_.budget.spend(reach_.work() * state_.budget.work_a_segment());
  }

 private:
  // Below a barrier, with the shapes of the round's own arcs; more and more of these around the
  // place where that fails are left out.
  std::optional<GridMotion> find_below(const SpeedBarrier& barrier, bool keeps_levels) {
    constexpr int kMostAttempts = 12;  // the last leaves out those of 4096 segments
    auto& segments = state_.grid.segments();
    take_shapes(state_.grid, round_.barrier);
    for (int attempt = 0; attempt < kMostAttempts; ++attempt) {
      if (reach_.run(state_.grid, barrier)) return make_motion(keeps_levels);
      if (reach_.is_spent()) return std::nullopt;
      const std::size_t blocked = round_.blocked_segment = reach_.blocked_segment();
      const std::size_t around = std::size_t{1} << attempt;
      const std::size_t begin = blocked - std::min(blocked, around);
      const std::size_t end = std::min(segments.size(), blocked + around + 1);
      for (std::size_t i = begin; i < end; ++i) segments[i].shape = {};
      if (end - begin == segments.size() && attempt > 0) break;
    }
    return std::nullopt;
  }

  // Below a barrier as high as a motion needs: see lower_barrier().
  std::optional<GridMotion> find_below_lowered() {
    const Plan* known = state_.has_motion() ? &state_.plan : nullptr;
    const SpeedBarrier low = lower_barrier(state_.grid, round_.barrier, known);
    if (known != nullptr) guess_from_plan(state_.grid, *known);
    lower_levels(state_.grid, low);
    return find_below(low, true);
  }

  // What was found, as a motion; nothing if it takes forever, or is beyond the levels that it must
  // keep.
  std::optional<GridMotion> make_motion(bool keeps_levels) {
    const auto& segments = state_.grid.segments();
    if (keeps_levels) {
      if (const auto beyond = find_beyond_levels(state_.grid, reach_.mean())) {
        round_.blocked_segment = *beyond;
        return std::nullopt;
      }
    }
    GridMotion motion{reach_.x(), std::vector<SegmentMotion>(segments.size()),
                      std::vector<double>(segments.size()), 0.0};
    for (std::size_t i = 0; i < segments.size(); ++i) {
      const GridSegment& s = segments[i];
      SegmentMotion& along = motion.segments[i];
      along = make_segment_motion(motion.x[i], s.shape.about(reach_.mean()[i]), s.h);
      if (motion.x[i + 1] == 0.0) come_to_rest(along);
      motion.times[i] = along.time_to(s.h);
      if (!std::isfinite(motion.times[i])) {
        round_.blocked_segment = i;
        return std::nullopt;
      }
      motion.time += motion.times[i];
    }
    return motion;
  }

  PlanState& state_;
  Round& round_;
  Reachability reach_;
};

}  // namespace

void find_motion(PlanState& state, Round& round) {
  MotionSearch(state, round).run();
}

}  // namespace plan
}  // namespace globaldyn::inside
