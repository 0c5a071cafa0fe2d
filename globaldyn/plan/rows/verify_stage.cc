#include <algorithm>

#include "globaldyn/plan/rows/stages.h"

namespace globaldyn::inside {
inline namespace plan {
namespace {

// The sides left out by a grid's segment that a motion within it violates.
std::vector<int> list_violated(RowGrid& grid, std::size_t i, double p,
                               const SegmentMotion& motion) {
  const QuadraticPush u = push_of(motion);
  const CubicSpeed x = integrate(motion.x_begin, u, motion.length);
  const SideEase ease = grid.segments()[i].find_ease();
  std::vector<int> numbers;
  for (const Side& left_out : grid.list_left_out(i, p, motion.length)) {
    const Side side = widen(left_out, -ease);
    const RowCurve moved = multiply(side.a, x, side.d, u), rest = raise(side.c);
    double most = -kInfinity;
    for (std::size_t k = 0; k < rest.size(); ++k) most = std::max(most, moved[k] + rest[k]);
    if (most > 0.0) numbers.push_back(side.number);
  }
  return numbers;
}

// Puts back those that the plan violates; whether there are any.
bool restore_violated(RowGrid& grid, const Plan& plan) {
  const auto& segments = grid.segments();
  bool is_any = false;
  std::size_t first = 0;
  for (std::size_t j = 0; j < plan.segments.size(); ++j) {
    while (first + 1 < segments.size() && segments[first + 1].p <= plan.p[j]) ++first;
    const std::vector<int> violated = list_violated(grid, first, plan.p[j], plan.segments[j]);
    if (violated.empty()) continue;
    is_any = true;
    for (std::size_t i = first; i < segments.size() && segments[i].p < plan.p[j + 1]; ++i) {
      grid.restore(i, violated);
    }
  }
  return is_any;
}

}  // namespace

bool verify_plan(PlanState& state) {
  if (!state.grid.leaves_out() || state.standing != Standing::kept) return true;
  const bool is_violated = restore_violated(state.grid, state.plan);
  state.budget.spend(state.budget.calc_pass());
  if (!is_violated) return true;
  state.standing = Standing::none;
  state.plan.segments.clear();
  state.plan.p.clear();
  state.plan.x.clear();
  return false;
}

}  // namespace plan
}  // namespace globaldyn::inside
