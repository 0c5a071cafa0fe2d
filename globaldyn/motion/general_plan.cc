#include "globaldyn/motion/general_plan.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "globaldyn/motion/plan_path.h"
#include "globaldyn/survey/control.h"

namespace globaldyn {
namespace {

constexpr std::size_t kEnoughWork = 30'000'000;
// Cost of asking for limits where they are interpolated.
constexpr std::size_t kWorkOfLook = 10;

// A time that is not finite means that x falls below 0 on the way.
bool is_motion(const Plan& plan) {
  return std::all_of(plan.profile.segments.begin(), plan.profile.segments.end(),
                     [](const SegmentMotion& s) { return std::isfinite(s.time_to(s.length)); });
}

// The places where limits jump, and narrow features: the planner looks between nodes at equal
// distances, and what is narrower lies between nodes of its own. Between two singularities near
// each other, and about as far beside them, the equalities that the motion has to follow turn round
// within that distance, so that on a coarser grid only rest is left: there are more places, farther
// and farther apart.
std::vector<double> make_grid(const PathSurvey& survey) {
  constexpr double kNear = 1.0 / 64.0, kParts = 8.0, kWider = 2.0;
  std::vector<double> grid = survey.breaks();
  const double begin = grid.front(), end = grid.back(), near = kNear * (end - begin);
  const std::vector<double> losses = find_control(survey).losses;
  for (std::size_t i = 1; i < losses.size(); ++i) {
    const double length = losses[i] - losses[i - 1];
    if (length >= near) continue;
    for (double part = 1.0; part < kParts; ++part) {
      grid.push_back(losses[i - 1] + length * part / kParts);
    }
    for (double way = length / kParts; way < near; way *= kWider) {
      for (const double p : {losses[i - 1] - way, losses[i] + way}) {
        if (p > begin && p < end) grid.push_back(p);
      }
    }
  }
  for (const double p : survey.list_narrow()) {
    if (p > begin && p < end) grid.push_back(p);
  }
  std::sort(grid.begin(), grid.end());
  grid.erase(std::unique(grid.begin(), grid.end()), grid.end());
  return grid;
}

}  // namespace

Plan plan_generally(const LimitSource& source, const PathSurvey& survey, PlanOptions options,
                    std::size_t work, std::size_t memory) {
  options.work = work != 0 ? work : kEnoughWork;
  options.memory = std::max<std::size_t>(1, memory);
  options.look = survey.is_regular() ? kWorkOfLook : kWorkOfPose;
  Plan plan = make_plan(source, make_grid(survey), options);
  if (is_motion(plan)) return plan;
  Plan none;
  none.status = PlanStatus::gave_up;
  none.shortage = plan.shortage;
  none.work = plan.work;
  return none;
}

}  // namespace globaldyn
