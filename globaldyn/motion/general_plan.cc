#include "globaldyn/motion/general_plan.h"

#include <algorithm>
#include <cmath>

#include "globaldyn/motion/plan_path.h"

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

// The planner looks between nodes at equal distances: what is narrower lies between nodes of its
// own.
std::vector<double> list_first_nodes(const PathSurvey& survey) {
  std::vector<double> nodes = survey.breaks();
  for (const double p : survey.list_narrow()) {
    if (p > nodes.front() && p < survey.breaks().back()) nodes.push_back(p);
  }
  std::sort(nodes.begin(), nodes.end());
  nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
  return nodes;
}

}  // namespace

Plan plan_generally(const LimitSource& source, const PathSurvey& survey, PlanOptions options,
                    std::size_t work, std::size_t memory) {
  options.work = work != 0 ? work : kEnoughWork;
  options.memory = std::max<std::size_t>(1, memory);
  options.look = survey.is_regular() ? kWorkOfLook : kWorkOfPose;
  Plan plan = make_plan(source, list_first_nodes(survey), options);
  if (is_motion(plan)) return plan;
  Plan none;
  none.status = PlanStatus::gave_up;
  none.shortage = plan.shortage;
  none.work = plan.work;
  return none;
}

}  // namespace globaldyn
