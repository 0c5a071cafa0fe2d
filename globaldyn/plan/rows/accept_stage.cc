#include <algorithm>
#include <cmath>
#include <utility>

#include "globaldyn/plan/rows/error_levels.h"
#include "globaldyn/plan/rows/stages.h"

namespace globaldyn::inside {
inline namespace plan {
namespace {

// Whether rows may have a larger error than foreseen: where d2 is larger than its assumed level,
// as may happen next to standstills.
bool is_unforeseen(const GridSegment& s, const SegmentMotion& motion) {
  constexpr double kUnforeseen = 1e-6;  // of limits: estimates are many times the actual errors
  const double per_u = s.error->per_u + s.misfit_d;
  const QuadraticPush push = push_of(motion);
  return std::any_of(push.begin(), push.end(),
                     [&](double u) { return per_u * (std::abs(u) - s.u_level) > kUnforeseen; });
}

bool exceeds_foreseen_error(const PlanState& state, const GridMotion& motion) {
  if (!state.has_levels) return false;
  const auto& segments = state.grid.segments();
  for (std::size_t i = 0; i < segments.size(); ++i) {
    if (is_unforeseen(segments[i], motion.segments[i])) return true;
  }
  return false;
}

void keep(PlanState& state, const GridMotion& motion) {
  auto& segments = state.grid.segments();
  for (GridSegment& s : segments) s.last_shape = s.shape;
  Plan& plan = state.plan;
  state.standing = Standing::kept;
  plan.time = motion.time;
  plan.segments = motion.segments;
  plan.x = motion.x;
  plan.p.resize(segments.size() + 1);
  for (std::size_t i = 0; i < segments.size(); ++i) plan.p[i] = segments[i].p;
  plan.p.back() = segments.back().end();
}

}  // namespace

void judge_motion(PlanState& state, Round& round) {
  constexpr int kMostRefusals = 20;  // levels that have not been found by then never will be
  const GridMotion& motion = *round.motion;
  const bool is_near = state.is_near(motion.time);
  const bool renews = std::exchange(state.may_renew, false) && is_near;
  round.verdict = Verdict::slower;
  if (state.standing == Standing::kept && motion.time >= state.plan.time && !renews) return;
  if (is_near && state.refusals < kMostRefusals && exceeds_foreseen_error(state, motion)) {
    ++state.refusals;
    round.verdict = Verdict::refused;
    return;
  }
  round.verdict = Verdict::kept;
  keep(state, motion);
}

// Not elsewhere: there the motion keeps the levels with which it was found, and is found again.
void raise_levels(PlanState& state, const Round& round) {
  auto& segments = state.grid.segments();
  for (std::size_t i = 0; i < segments.size(); ++i) {
    const SegmentMotion& motion = round.motion->segments[i];
    if (is_unforeseen(segments[i], motion)) take_levels(segments[i], motion);
  }
}

void take_levels_of_motion(PlanState& state, const Round& round) {
  auto& segments = state.grid.segments();
  for (std::size_t i = 0; i < segments.size(); ++i) {
    take_levels(segments[i], round.motion->segments[i]);
  }
}

}  // namespace plan
}  // namespace globaldyn::inside
