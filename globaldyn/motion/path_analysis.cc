#include "globaldyn/motion/path_analysis.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "globaldyn/motion/given_plan.h"
#include "globaldyn/motion/plan_wording.h"
#include "globaldyn/motion/planning_tolerance.h"
#include "globaldyn/motion/surveyed_plan.h"
#include "globaldyn/motion/wished_plan.h"
#include "globaldyn/path/load_tables.h"
#include "globaldyn/survey/survey_piece.h"

namespace globaldyn::inside {
inline namespace motion {
namespace {

// Depends on the number of pieces of the path.
std::size_t count_most_poses(const Path& path, std::size_t work) {
  constexpr std::size_t kLeast = 200'000, kOfAPiece = 200;
  const std::size_t usual =
      kLeast + kOfAPiece * (path.steps.breaks.size() + path.steps.corners.size());
  return work == 0 ? usual : std::min(usual, work / kWorkOfPose);
}

// Accuracy of a second survey of the path, and by how much it must be better than the first.
constexpr double kCloser = 1e-9, kMuchCloser = 20.0;

// Whether there is no good answer yet; after a lack of memory a second attempt would not help.
bool is_in_doubt(const PathPlan& plan) {
  const bool is_open =
      plan.status() == PlanStatus::gave_up || plan.status() == PlanStatus::inaccurate;
  return is_open && plan.plan.shortage != Shortage::memory;
}

bool is_better(const PathPlan& plan, const PathPlan& other) {
  if (!is_in_doubt(plan)) return true;
  if (plan.has_motion() != other.has_motion()) return plan.has_motion();
  return plan.time() - plan.time_lower() < other.time() - other.time_lower();
}

// A plan of formulas with features that nobody has looked at is of what was seen of them.
PathPlan judge(PathPlan plan, const PathSurvey& survey) {
  if (!survey.hidden().empty() && plan.status() == PlanStatus::optimal) {
    plan.plan.status = PlanStatus::inaccurate;
    plan.reason = describe_hidden(survey.hidden());
  }
  return plan;
}

}  // namespace

SurveyOptions make_survey_options(const Path& path, const PathPlanOptions& options) {
  // Error of limits where they are interpolated, as a fraction of the tolerance.
  constexpr double kAccuracy = 0.01, kMostAccuracy = 1e-5;
  return {.accuracy = std::clamp(kAccuracy * choose_planning_tolerance(options.tolerance),
                                 kLeastSurveyAccuracy, kMostAccuracy),
          .most_poses = count_most_poses(path, options.work),
          .memory = options.memory,
          .start = options.start_pose,
          .method = options.method};
}

PathAnalysis::PathAnalysis(const Machine& machine, const Path& path, SurveyOptions survey)
    : machine_(machine), path_(path), options_(std::move(survey)) {}

PathSurvey& PathAnalysis::survey() {
  if (!survey_) survey_.emplace(machine_, path_, options_);
  return *survey_;
}

PathSurvey& PathAnalysis::survey_to(double accuracy, std::size_t work,
                                    std::optional<PathSurvey>& kept, bool of_all_forces) {
  if (kept) return *kept;
  SurveyOptions how = options_;
  how.accuracy = accuracy;
  how.of_all_forces = of_all_forces;
  how.start = survey().start();
  how.most_poses = count_most_poses(path_, work);
  return kept.emplace(machine_, path_, how);
}

PathPlan PathAnalysis::plan(const PathPlanOptions& options) {
  require_loads(machine_.mechanism.wrenches, path_, path_.p_max, machine_.paths);
  refuse_wish(machine_, path_, options);
  if (path_.given || path_.run) return plan_given_motion(machine_, path_, survey(), options);
  PathPlan fastest = plan_fastest(options);
  if (!is_wished(machine_, path_, options) || !fastest.has_motion()) return fastest;
  return make_wished_plan(machine_, path_, survey_of_motions(options.work), options,
                          std::move(fastest));
}

PathSurvey& PathAnalysis::survey_of_motions(std::size_t work) {
  // First derivatives by p, of which errors are shares of the largest, vanish at standstills.
  // Elsewhere limits are kept to 1e-7 whatever the time is known to: errors of rows are a tenth.
  constexpr double kOfStandstills = 1e-11, kElsewhere = 1e-8;
  const double accuracy = survey().standstills().empty() ? kElsewhere : kOfStandstills;
  const Drives& drives = machine_.mechanism.drives;
  const bool all_are_limited = std::all_of(drives.begin(), drives.end(), [](const Drive& one) {
    return std::isfinite(one.limit.force.low) || std::isfinite(one.limit.force.high);
  });
  if (options_.accuracy <= accuracy && all_are_limited) return survey();
  PathSurvey& closer =
      survey_to(std::min(accuracy, options_.accuracy), work, of_motions_, !all_are_limited);
  return closer.is_regular() && !closer.gave_up() ? closer : survey();
}

PathPlan PathAnalysis::plan_fastest(const PathPlanOptions& options) {
  const bool may_look_closer = options_.accuracy > kCloser * kMuchCloser;
  const std::size_t looks = may_look_closer ? 2 : 1;
  PathPlan plan = plan_surveyed_path(machine_, path_, survey(), options, looks);
  const bool is_surveyed = survey().is_regular() && !survey().gave_up();
  const bool is_spent = options.work != 0 && plan.work >= options.work;
  if (!may_look_closer || !is_surveyed || !is_in_doubt(plan) || is_spent) {
    return judge(std::move(plan), survey());
  }
  // Where limits nearly vanish, their accuracy was not sufficient.
  PathPlanOptions rest = options;
  rest.work = options.work - std::min(options.work, plan.work);
  PathPlan closer =
      plan_surveyed_path(machine_, path_, survey_to(kCloser, rest.work, closer_), rest, looks);
  const std::size_t work = plan.work + closer.work;
  PathPlan& better = is_better(closer, plan) ? closer : plan;
  better.options = options;
  better.work = work;
  return judge(std::move(better), survey());
}

}  // namespace motion
}  // namespace globaldyn::inside
