#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "globaldyn/plan/rows/refinement.h"
#include "globaldyn/plan/rows/root_guesses.h"
#include "globaldyn/plan/rows/stages.h"

namespace globaldyn::inside {
inline namespace plan {
namespace {

// Nothing if there is nothing to divide, or no memory left for it.
std::optional<Step> divide_further(PlanState& state, Cuts cuts) {
  const std::size_t added = count_cuts(cuts);
  if (added == 0 || !state.budget.has_room(added)) return std::nullopt;
  return Step{Next::divide, std::move(cuts)};
}

void guess_about(PlanState& state, const Round& round) {
  guess_from_motion(state.grid, round.barrier, *round.motion, state.options.tolerance);
}

// Around where no motion was found; all segments from time to time.
std::optional<Step> refine_around(PlanState& state, std::size_t blocked) {
  constexpr std::size_t kAround = 2, kFewSegments = 20'000;
  // By then the segments around have come down to points many times over.
  constexpr int kMostFailures = 150, kWide = 8;
  const auto& segments = state.grid.segments();
  if (++state.failures > kMostFailures) return std::nullopt;
  const bool is_wide = state.failures % kWide == 0 && segments.size() < kFewSegments;
  Cuts cuts(segments.size());
  for (std::size_t i = 0; i < segments.size(); ++i) {
    const bool is_near = i + kAround >= blocked && i <= blocked + kAround;
    if ((is_near || is_wide) && !is_point(state.grid, segments[i])) cuts[i] = {0.5};
  }
  return divide_further(state, std::move(cuts));
}

// Whether the bounds are hardly closer together than when the grid was last refined.
bool has_stalled(const PlanState& state) {
  constexpr double kHelped = 0.7;
  return state.plan.time - state.plan.time_lower > kHelped * state.last_gap;
}

// Where the gap between the bounds originates; if that did not help before, wherever times differ.
std::optional<Step> refine_plan(PlanState& state, const Round& round) {
  // Otherwise a motion that is far too slow would become faster in many small steps.
  constexpr double kFarTooSlow = 1.5, kFine = 1e-3;
  // Of what is allowed one half is left to what is not foreseen; where memory is short a tenth.
  constexpr double kShare = 0.5, kShareInNeed = 0.9;
  constexpr std::size_t kAny = std::numeric_limits<std::size_t>::max();
  const double time = state.plan.time;
  const bool is_far = time > kFarTooSlow * state.plan.time_lower;
  const double tolerance = state.options.tolerance;
  const double allowed = (is_far ? std::min(tolerance, kFine) : tolerance) * time;
  const bool is_by_difference = !state.field.is_straight() && has_stalled(state);
  const Blame blame = is_by_difference ? Blame::difference : Blame::origin;
  state.last_gap = time - state.plan.time_lower;
  const BoundedMotion bounded{state.field, state.grid, round.barrier, *round.motion};
  Cuts cuts = refine(bounded, kShare * allowed, blame, kAny);
  const std::size_t wanted = count_cuts(cuts), room = state.budget.find_room(wanted);
  if (room < wanted) cuts = refine(bounded, kShareInNeed * allowed, blame, room);
  return divide_further(state, std::move(cuts));
}

// By how much d2 changes forces from the previous segment to this one, and how much of that
// change is reversed to the next: as fractions of their limits.
struct ForceChange {
  double change, dip;
};

ForceChange find_change(const RowGrid& grid, const GridMotion& motion, std::size_t i) {
  const auto find_mean = [&](std::size_t j) {
    return (motion.x[j + 1] - motion.x[j]) / (2.0 * motion.segments[j].length);
  };
  const GridSegment& s = grid.segments()[i];
  double per_u = 0.0;
  for (const Side& side : s.sides) per_u = std::max(per_u, std::abs(side.d.at(0.5)));
  const double u = find_mean(i), before = u - find_mean(i - 1), after = find_mean(i + 1) - u;
  const bool is_dip = before * after < 0.0 && !is_point(grid, s);
  return {per_u * std::abs(before),
          is_dip ? per_u * std::min(std::abs(before), std::abs(after)) : 0.0};
}

// Where d2 goes back and forth within a segment or two, as where it has to follow limits that bend
// more than segments can: that costs hardly any time, but affects the drive forces. Empty where
// these dips are few.
Cuts list_dips(const RowGrid& grid, const GridMotion& motion) {
  constexpr double kFelt = 0.01;  // of limits
  constexpr double kMuch = 0.01;  // of the total variation of forces
  Cuts cuts(motion.segments.size());
  double all = 0.0, in_dips = 0.0;
  for (std::size_t i = 1; i + 1 < cuts.size(); ++i) {
    const auto [change, dip] = find_change(grid, motion, i);
    all += change;
    if (dip <= kFelt) continue;
    in_dips += dip;
    for (const std::size_t j : {i - 1, i, i + 1}) cuts[j] = {0.5};
  }
  return in_dips > kMuch * all ? cuts : Cuts{};
}

}  // namespace

Step get_past(PlanState& state, const Round& round) {
  // Rounds without a motion until a rough one is no longer believed.
  constexpr int kTrusted = 3;
  const bool is_rough = state.has_rough_guess && state.failures < kTrusted;
  if (!state.has_motion() && !state.field.is_straight() && !is_rough) {
    // Motions may have to creep far below their bound: lower the guess from time to time.
    constexpr int kTimes = 8;
    guess_from_barrier(state.grid, round.barrier, std::pow(0.5, state.failures % kTimes));
  }
  if (auto finer = refine_around(state, round.blocked_segment)) return std::move(*finer);
  if (state.standing == Standing::kept) return {Next::finish};
  return {Next::stop, {}, PlanStatus::gave_up, round.blocked_segment};
}

Step begin_again(PlanState& state, const Round& round) {
  state.has_levels = true;
  take_levels_of_motion(state, round);
  state.standing = Standing::provisional;
  if (!state.field.is_straight()) {
    guess_about(state, round);
    return {Next::repeat};
  }
  // The possible error of the rows along it was not known; where to divide segments is.
  return refine_plan(state, round).value_or(Step{Next::repeat});
}

Step bring_closer(PlanState& state, const Round& round) {
  if (!state.field.is_straight()) {
    guess_about(state, round);
    if (state.rounds_to_keep > 0) {
      --state.rounds_to_keep;
      return {Next::repeat};
    }
    // Lines about a motion that is much too slow hold it down: they are put at the bound, and
    // half-way to it.
    constexpr std::array<double, 2> kShares{1.0, 0.5};
    if (state.raises < kShares.size() && has_stalled(state)) {
      guess_above_motion(state.grid, round.barrier, *round.motion, state.options.tolerance,
                         kShares[state.raises++]);
      return {Next::raise};
    }
    state.rounds_to_keep = 1;
  }
  return refine_plan(state, round).value_or(Step{Next::finish});
}

Step smooth_out(PlanState& state, const Round& round) {
  constexpr double kFine = 1e-5;  // roughly planned motions are rough
  constexpr int kMostTimes = 8;
  if (state.options.tolerance > kFine || round.motion->time > state.plan.time ||
      state.dip_rounds >= kMostTimes) {
    return {Next::finish};
  }
  Cuts cuts = list_dips(state.grid, *round.motion);
  if (cuts.empty()) return {Next::finish};
  ++state.dip_rounds;
  auto finer = divide_further(state, std::move(cuts));
  state.may_renew = finer.has_value();
  return finer ? std::move(*finer) : Step{Next::finish};
}

}  // namespace plan
}  // namespace globaldyn::inside
