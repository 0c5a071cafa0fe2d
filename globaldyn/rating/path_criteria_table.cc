#include "globaldyn/rating/path_criteria_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/nth.h"
#include "core/base/round_off.h"
#include "globaldyn/choice/choose_fastest.h"
#include "globaldyn/evaluation/tool_motion.h"
#include "globaldyn/motion/given_plan.h"
#include "globaldyn/motion/path_analysis.h"
#include "globaldyn/motion/pose_field.h"
#include "globaldyn/rating/cycle_model.h"
#include "globaldyn/rating/drive_figures.h"
#include "globaldyn/rating/near_motions.h"
#include "globaldyn/rating/tracking.h"
#include "globaldyn/rating/wished_figures.h"
#include "globaldyn/record/fine_motion.h"
#include "globaldyn/record/inertia_ratio.h"
#include "globaldyn/region/methods/region_solver.h"

namespace globaldyn::inside {
inline namespace rating {
namespace {

// Equally spaced, at every break, and where something is narrower than that.
std::vector<double> list_places(const Survey& survey, int count) {
  const std::vector<double>& breaks = survey.breaks();
  constexpr std::size_t kOnFeature = 96;  // at the top of a bump y'' is known to 0.3 %
  std::vector<double> p = survey.list_narrow(kOnFeature);
  p.insert(p.end(), breaks.begin(), breaks.end());
  for (int i = 1; i + 1 < count; ++i) {
    p.push_back(breaks.front() + (breaks.back() - breaks.front()) * i / (count - 1));
  }
  std::sort(p.begin(), p.end());
  p.erase(std::unique(p.begin(), p.end()), p.end());
  return p;
}

// Adds how the tool moves there.
void add_tool(const Machine& machine, const Sample& sample, double p_max, PathPlace& place) {
  const auto [first, second] = calc_tool_motion(machine.mechanism, sample.motion);
  place.speed = first.v.norm();
  if (place.speed > 0.0) place.bend = first.v.dot(second.v) / first.v.squaredNorm();
  // Of the tool's speed, its change over the path.
  if (is_zero(place.bend * p_max, 1.0, round_off::kRank)) place.bend = 0.0;
}

void add_places(PathAnalysis& analysis, const PathCriteriaOptions& options, PathModel& model) {
  const Machine& machine = analysis.machine();
  PathSurvey& survey = analysis.survey();
  const auto is_followed = [&](const PathFailure& failure) {
    model.is_followed = failure.status == SampleStatus::ok;
    model.failed_at = failure.p;
    model.reason = failure.reason;
    return model.is_followed;
  };
  if (!is_followed(survey.failure())) return;
  PoseField field(survey, options.plan.reserve);
  RegionSolver solver;
  for (const double p : list_places(survey, options.places)) {
    PathPlace place;
    place.p = p;
    if (machine.mechanism.tool) {
      const Sample& sample = survey.visit(p);
      if (!is_followed(make_failure(sample))) return;
      add_tool(machine, sample, analysis.path().p_max, place);
    }
    LimitsAt limits;
    field.look({&p, 1}, {&limits, 1});
    if (!is_followed(field.missed())) return;
    const auto add = [&](LimitSystem& system) {
      solver.solve(system, place.region);
      model.places.push_back(place);
    };
    add(limits.before);
    if (limits.after) add(*limits.after);
  }
}

DriveUse find_use(const PathAnalysis& analysis, const PathPlan& plan, double reserve) {
  return replay_finely(analysis.machine(), analysis.path(), plan.trajectory, {.reserve = reserve})
      .use;
}

void add_plan(PathAnalysis& analysis, const PathNeeds& needs, const PathCriteriaOptions& options,
              PathModel& model) {
  PathPlanOptions plain = options.plan;
  plain.explain = plain.report = needs.motion;
  const PathPlan plan = analysis.plan(plain);
  model.is_followed = plan.status() != PlanStatus::unreachable;
  model.failed_at = plan.failure.p;
  model.reason = plan.reason;
  if (plan.status() == PlanStatus::gave_up || plan.status() == PlanStatus::unlimited) {
    model.undecided = plan.reason;
    model.undecided_as = to_string(plan.status());
    return;
  }
  if (!plan.has_motion()) {
    if (plan.plan.obstacle) model.reached = plan.plan.obstacle->p;
    return;
  }
  model.time = plan.time();
  if (needs.law) {
    const Path& path = analysis.path();
    const auto find = [&] { return find_least_time(analysis.survey(), path, plain.reserve); };
    model.least_time = path.given ? find() : plan.time();
  }
  if (needs.prices && plan.wished) {
    model.power_prices = plan.wished->prices.power;
    model.supply_price = plan.wished->prices.supply;
  }
  const auto plan_wish = [&](const MotionWish& wish) {
    PathPlanOptions wished = plain;
    wished.wish = wish;
    return analysis.plan(wished);
  };
  add_wished_figures(analysis.machine(), needs, plan_wish, options.time, analysis.path().place,
                     model);
  if (needs.motion) {
    model.machine = &analysis.machine();
    model.motion = std::make_shared<const PlannedMotion>(
        record_plan(analysis.machine(), analysis.path(), plan, {.plan = options.plan}));
  }
  if (needs.forces) {
    const double reserve = plain.reserve;
    NearMotion motion{find_gap(plan), find_use(analysis, plan, reserve)};
    const auto make = [&](const PathPlanOptions& nearer) -> std::optional<NearMotion> {
      const PathPlan other = analysis.plan(nearer);
      if (!other.has_motion() || other.status() == PlanStatus::gave_up) return std::nullopt;
      return NearMotion{find_gap(other), find_use(analysis, other, reserve)};
    };
    const std::string known = refine_use(make, plain, motion);
    if (!known.empty()) model.reason = known;
    model.use = std::move(motion.use);
    if (plan.given && model.use.max_violation > kMostViolation) {
      model.exceeds_limits = true;
      model.reason = fmt::format("the motion that is given exceeds limits by up to {:.2g} of them",
                                 model.use.max_violation);
    }
  }
  if (needs.tracking) {
    const TrackingError error = find_tracking_error(analysis.machine(), analysis.path(), plan);
    model.tracking_error = error.size;
    model.tracking_reason = error.reason;
  }
}

// It exerts nothing, moves nothing, and uses nothing.
constexpr double kOfDriveThatIsOff = 0.0;

// A path, or a cycle.
struct Course {
  const Path* path{nullptr};
  const Cycle* cycle{nullptr};
  [[nodiscard]] const std::string& name() const { return path ? path->name : cycle->name; }
};

Course find_course(const Machine& machine, const std::string& name) {
  for (const Cycle& cycle : machine.cycles) {
    if (cycle.name == name) return {nullptr, &cycle};
  }
  return {&find_path(machine, name), nullptr};
}

// All of them if none is named.
std::vector<Course> select(const Machine& machine, const std::vector<std::string>& names) {
  std::vector<Course> courses;
  for (const std::string& name : names) courses.push_back(find_course(machine, name));
  if (!names.empty()) return courses;
  for (const Path& path : machine.paths) courses.push_back({&path, nullptr});
  for (const Cycle& cycle : machine.cycles) courses.push_back({nullptr, &cycle});
  return courses;
}

PathNeeds keep_those_of_cycles(const PathNeeds& needs) {
  PathNeeds kept = needs;
  kept.regions = kept.tracking = kept.law = kept.prices = false;
  return kept;
}

}  // namespace

SurveyOptions choose_survey(const Path& path, const PathNeeds& needs,
                            const PathPlanOptions& options) {
  constexpr double kFine = 1e-9, kNearer = 0.01, kLeast = 1e-11;
  SurveyOptions survey = make_survey_options(path, options);
  if (needs.forces) survey.accuracy = std::max(kLeast, kNearer * survey.accuracy);
  if (needs.forces || needs.regions) survey.accuracy = std::min(survey.accuracy, kFine);
  return survey;
}

PathModel make_path_model(const Machine& machine, const Path& path, const PathNeeds& needs,
                          const PathCriteriaOptions& options) {
  const Path closed =
      needs.plan ? close_path(machine, path, options.plan, options.sweep.threads) : path;
  PathAnalysis analysis(machine, closed, choose_survey(closed, needs, options.plan));
  return make_path_model(analysis, needs, options);
}

PathModel make_path_model(PathAnalysis& analysis, const PathNeeds& needs,
                          const PathCriteriaOptions& options) {
  const Machine& machine = analysis.machine();
  const Path& path = analysis.path();
  PathModel model;
  model.stops = !path.stops.empty() || !path.steps.corners.empty();
  write_drive_figures(machine.mechanism.drives, model);
  if (needs.inertias) {
    model.inertia_ratios = to_vector(find_inertia_ratios(machine, path));
    model.is_followed = true;
  }
  if (needs.regions) {
    add_places(analysis, options, model);
    if (!model.is_followed) return model;
  }
  if (needs.plan) add_plan(analysis, needs, options, model);
  return model;
}

std::string tell_missing(const PathNeeds& needs, const PathModel& model) {
  if (!model.is_followed) return model.reason;
  if (needs.plan && !model.undecided.empty()) return model.undecided;
  if (needs.plan && !model.time) return model.reason;
  if (needs.tracking) return model.tracking_reason;
  if (needs.inertias && !model.inertia_ratios.allFinite()) {
    return "the machine cannot follow its path, or loses control of itself on it";
  }
  const bool is_missing =
      (needs.rated && !model.time_within_rated) || (needs.losses && !model.losses);
  return (needs.forces && model.time) || is_missing ? model.reason : "";
}

double calc_path_criterion(const PathCriterion& one, const PathModel& model, double speed,
                           const std::vector<CriterionFormula>& formulas) {
  if (one.criterion != nullptr) {
    PathSettings settings{.speed = speed, .drive = std::nullopt};
    if (!one.drive.empty()) {
      const auto found = std::find(model.drives.begin(), model.drives.end(), one.drive);
      if (found == model.drives.end()) return kOfDriveThatIsOff;
      settings.drive = DriveId(static_cast<int>(found - model.drives.begin()));
    }
    return one.criterion->of_path()->calc(model, settings);
  }
  const CriterionFormula& formula = formulas[one.formula];
  std::vector<double> values;
  for (const PathCriterion& used : formula.uses) {
    values.push_back(calc_path_criterion(used, model, speed, formulas));
  }
  const double value = formula.expression.evaluate(values);
  // NaN from infinite values counts as unreachable.
  return std::isnan(value) ? one.when_unreachable : value;
}

std::vector<CriterionValue> calc_path_criteria(const Machine& machine,
                                               const std::vector<std::string>& names,
                                               const std::vector<std::string>& criteria,
                                               const PathCriteriaOptions& options) {
  const std::vector<Course> selected = select(machine, names);
  std::vector<PathCriterion> wanted;
  for (const std::string& name : criteria) {
    for (PathCriterion& one : find_path_criteria(name, machine.mechanism, machine.off,
                                                 machine.formulas, option_place("--criteria"))) {
      wanted.push_back(std::move(one));
    }
  }
  PathNeeds needs;
  for (const PathCriterion& one : wanted) needs.add(one, machine.formulas);
  if (needs.tracking) require_error_cases(machine, option_place("--criteria"));
  std::vector<CriterionValue> values(selected.size() * wanted.size());
  ProgressCounter counter(selected.size(), options.sweep);
  run_sweep(selected.size(), options.sweep, counter, [&](std::size_t, std::size_t i) {
    const Course& course = selected[i];
    const PathNeeds its = course.cycle != nullptr ? keep_those_of_cycles(needs) : needs;
    const PathModel model = course.cycle != nullptr
                                ? make_cycle_model(machine, *course.cycle, its, options)
                                : make_path_model(machine, *course.path, its, options);
    for (std::size_t k = 0; k < wanted.size(); ++k) {
      CriterionValue& value = values[i * wanted.size() + k];
      value = {course.name(), wanted[k], std::nan(""), "", "", false};
      const PathNeeds own = find_needs(wanted[k], machine.formulas);
      if (course.cycle != nullptr && !is_of_cycles(own)) {
        value.status = "of_paths_only";
        continue;
      }
      if (own.plan) value.status = model.undecided_as;
      value.reason = tell_missing(own, model);
      value.exceeds_limits = model.exceeds_limits && !value.reason.empty();
      if (!value.status.empty()) continue;
      value.value = calc_path_criterion(wanted[k], model, options.speed, machine.formulas);
    }
    counter.count_one();
  });
  return values;
}

}  // namespace rating
}  // namespace globaldyn::inside
