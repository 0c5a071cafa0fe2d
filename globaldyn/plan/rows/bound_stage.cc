#include <algorithm>
#include <numeric>

#include "core/base/constants.h"
#include "globaldyn/plan/rows/error_levels.h"
#include "globaldyn/plan/rows/stages.h"

namespace globaldyn::inside {
inline namespace plan {
namespace {

// An arc of the barrier takes about half as long as what a motion may do on a segment.
constexpr std::size_t kArcsOfSegment = 2;

SpeedBarrier make_barrier(PlanState& state) {
  state.known_bounds.resize(state.grid.segments().size() + 1, kInfinity);
  Budget& budget = state.budget;
  SpeedBarrier barrier =
      make_speed_barrier({state.grid, state.options.gates, state.options.is_closed,
                          &state.known_bounds, kArcsOfSegment * budget.find_segments_left()});
  budget.spend(barrier.work * budget.work_a_segment() / kArcsOfSegment);
  return barrier;
}

// Whether nothing limits any motion anywhere: its ends are free, or no row depends on it.
bool is_unlimited(const PlanState& state, const SpeedBarrier& barrier) {
  const auto& most = barrier.most;
  const auto& segments = state.grid.segments();
  if (!std::all_of(most.begin() + 1, most.end() - 1, [](double x) { return x == kInfinity; })) {
    return false;
  }
  const auto& gates = state.options.gates;
  const bool is_free = std::all_of(gates.begin(), gates.end(),
                                   [](const SpeedGate& gate) { return gate.most == kInfinity; });
  const bool is_flat = std::all_of(segments.begin(), segments.end(), [](const GridSegment& s) {
    return std::all_of(s.sides.begin(), s.sides.end(), [](const Side& side) {
      return side.a == Quadratic3{} && side.d == Quadratic3{};
    });
  });
  return is_flat || (is_free && std::all_of(segments.begin(), segments.end(), is_resolved));
}

}  // namespace

Step find_bound(PlanState& state, Round& round) {
  state.budget.begin_round();
  round.barrier = make_barrier(state);
  const SpeedBarrier& barrier = round.barrier;
  if (barrier.is_cut_short) return {state.is_close() ? Next::finish : Next::give_up};
  if (barrier.blocked_node) {
    // If a motion is kept, that is only rounding error.
    if (state.standing == Standing::kept) return {Next::finish};
    return {Next::stop, {}, PlanStatus::infeasible, *barrier.blocked_node};
  }
  const double lower = std::accumulate(barrier.times.begin(), barrier.times.end(), 0.0);
  state.plan.time_lower = std::max(state.plan.time_lower, lower);
  if (is_unlimited(state, barrier)) {
    // What grows with the speed, as viscous friction, may slow down any motion over a lap.
    const bool is_slowed = state.options.is_closed && !state.field.is_straight();
    return {Next::stop, {}, is_slowed ? PlanStatus::gave_up : PlanStatus::unlimited, 0};
  }
  state.known_bounds = barrier.most;
  if (!state.has_levels) take_levels(state.grid, barrier);
  return {};
}

}  // namespace plan
}  // namespace globaldyn::inside
