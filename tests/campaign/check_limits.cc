#include "tests/campaign/check_limits.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "globaldyn/evaluation/path_walker.h"
#include "globaldyn/evaluation/tool_motion.h"
#include "globaldyn/limits/limit_size.h"
#include "globaldyn/record/motion_record.h"
#include "tests/campaign/motion_points.h"

namespace globaldyn::inside::test {
namespace {

// Next to a node, so close that jumps and steep changes there show.
constexpr double kBeside = 1e-6;

// With as many drives as degrees of freedom, limit by limit.
Excess find_excess_of(const LimitSystem& system, const MotionState& state) {
  Excess worst{-std::numeric_limits<double>::infinity(), state.p, 0, 0, ""};
  for (std::size_t k = 0; k < system.rows.size(); ++k) {
    const LimitRow& row = system.rows[k];
    const double value =
        row.alpha * state.d1 * state.d1 + row.beta * state.d1 + row.gamma + row.delta * state.d2;
    const double beyond = std::max(value - row.high, row.low - value);
    if (!std::isfinite(beyond)) continue;  // no limit
    const double size = calc_limit_size(row);
    const double share = beyond / (size > 0.0 ? size : 1.0);
    if (share <= worst.share) continue;
    worst.share = share;
    worst.limit = k < system.labels->size() ? (*system.labels)[k].name : "";
  }
  return worst;
}

// The excess of the tool's speed, where the path limits it. At the ends of such a part the limit
// holds on one side.
double find_excess_speed(const Machine& machine, const Path& path, const Sample& sample,
                         const MotionState& state) {
  double worst = -std::numeric_limits<double>::infinity();
  if (path.speed_limits.empty()) return worst;
  const double speed = calc_tool_motion(machine.mechanism, sample.motion).first.v.norm() * state.d1;
  for (const PathSpeedLimit& limit : path.speed_limits) {
    if (state.p <= limit.from || state.p >= limit.to) continue;
    worst = std::max(worst, speed / limit.speed - 1.0);
  }
  return worst;
}

Excess look(const Machine& machine, const Path& path, PathWalker& walker,
            const MotionState& state) {
  const Sample& sample = walker.move_to_limits(state.p);
  if (sample.status != SampleStatus::ok) {
    return {std::numeric_limits<double>::infinity(), state.p, 0, 0, sample.reason.what};
  }
  Excess excess{0.0, state.p, 0, 0, ""};
  if (walker.limits().redundancy == 0) {
    excess = find_excess_of(walker.limits(), state);
  } else {
    const ForceProblem problem{sample.map.calc_forces(state.d1, state.d2), sample.map.V,
                               walker.limits(), state.d1, state.d2};
    excess.share = choose_forces(problem, VectorXd::Zero(sample.map.drive_count())).violation;
  }
  const double speed = find_excess_speed(machine, path, sample, state);
  if (speed > excess.share) {
    excess.share = speed;
    excess.limit = "tool";
  }
  return excess;
}

}  // namespace

Excess find_excess(const Machine& machine, const Path& path, const PathPlan& plan, int points) {
  const std::size_t segments = plan.plan.segments.size();
  const int per_segment = std::max(3, points / static_cast<int>(segments) - 2);
  PathWalker walker(machine, path);
  Excess worst{-std::numeric_limits<double>::infinity(), 0.0, 0, segments, ""};
  const std::vector<MotionState> states = list_states(plan.plan, per_segment, kBeside);
  for (std::size_t i = 0; i < states.size(); ++i) {
    const Excess excess = look(machine, path, walker, states[i]);
    // A NaN must not be missed.
    if (excess.share <= worst.share) continue;
    worst = excess;
    worst.segments = segments;
    worst.segment = i / static_cast<std::size_t>(per_segment + 2);
  }
  return worst;
}

}  // namespace globaldyn::inside::test
