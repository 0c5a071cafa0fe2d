#include "globaldyn/plan/rows/row_plan.h"

#include <utility>

#include "core/base/constants.h"
#include "core/base/round_off.h"
#include "globaldyn/plan/rows/root_guesses.h"
#include "globaldyn/plan/rows/stages.h"

namespace globaldyn::inside {
inline namespace plan {
namespace {

// Bounds and a motion on the grid as it is.
Step run_round(PlanState& state, Next last) {
  Round round;
  const Step bound = find_bound(state, round);
  if (bound.next != Next::go_on) return bound;
  find_motion(state, round);
  if (round.motion) judge_motion(state, round);
  if (state.budget.is_spent()) return {state.is_close() ? Next::finish : Next::give_up};
  if (last == Next::raise && !(round.motion && round.motion->time <= state.plan.time)) {
    guess_from_plan(state.grid, state.plan);
    return {Next::repeat};
  }
  if (!round.motion) return get_past(state, round);
  if (round.verdict == Verdict::refused) {
    raise_levels(state, round);
    return {Next::repeat};
  }
  if (!state.has_levels) return begin_again(state, round);
  take_levels_of_motion(state, round);
  return state.is_close() ? smooth_out(state, round) : bring_closer(state, round);
}

void give_up(PlanState& state) {
  (void)verify_plan(state);
  state.plan.status = PlanStatus::gave_up;
  state.plan.shortage = state.budget.shortage();
}

void stop(PlanState& state, PlanStatus status, std::size_t node) {
  const auto& segments = state.grid.segments();
  Plan& plan = state.plan;
  plan.status = status;
  plan.p.clear();
  plan.x.clear();
  plan.segments.clear();
  plan.blocked_at =
      node < segments.size() ? segments[node].p : segments.back().p + segments.back().h;
}

// False if the plan violates sides that were left out: then it goes on, with these.
bool finish(PlanState& state) {
  if (!verify_plan(state)) return false;
  Plan& plan = state.plan;
  // Bounds that cross mean that the rows were inaccurate: that is not an answer.
  if (state.standing == Standing::kept && plan.time < plan.time_lower * (1.0 - round_off::kSame)) {
    stop(state, PlanStatus::gave_up, 0);
    return true;
  }
  const bool is_short = state.budget.is_memory_short();
  plan.status = state.is_close() ? PlanStatus::optimal
                : is_short       ? PlanStatus::gave_up
                                 : PlanStatus::inaccurate;
  if (plan.status == PlanStatus::gave_up) plan.shortage = Shortage::memory;
  return true;
}

// Does what a step asks for; whether that is the end.
bool take(PlanState& state, Step& step) {
  switch (step.next) {
    case Next::divide:
      divide(state, std::exchange(step.cuts, {}));
      return false;
    case Next::finish:
      return finish(state);
    case Next::give_up:
      give_up(state);
      return true;
    case Next::stop:
      stop(state, step.status, step.node);
      return true;
    default:
      return false;
  }
}

// Bounds and motions on finer and finer grids, until they meet.
void make_plan_in(PlanState& state) {
  if (!make_first_grid(state)) return give_up(state);
  Step step = guess_first(state);
  // What a round has found is gone before the grid grows.
  while (!take(state, step)) step = run_round(state, step.next);
}

}  // namespace

Plan plan_rows(RowField& field, const PlanOptions& options) {
  if (!fits_memory(field, options)) {
    Plan none;
    none.status = PlanStatus::gave_up;
    none.shortage = Shortage::memory;
    return none;
  }
  PlanState state(field, options);
  make_plan_in(state);
  Plan plan = std::move(state.plan);
  plan.work = state.budget.work();
  plan.bytes = state.budget.bytes();
  plan.rounds = state.budget.rounds();
  plan.looks = state.grid.looks();
  plan.is_proven = field.is_exact() && field.is_straight();
  return plan;
}

}  // namespace plan
}  // namespace globaldyn::inside
