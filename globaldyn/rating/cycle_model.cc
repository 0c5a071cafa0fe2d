#include "globaldyn/rating/cycle_model.h"

#include <fmt/format.h>

#include "globaldyn/choice/choose_cycle.h"
#include "globaldyn/cycle/planned_cycle.h"
#include "globaldyn/rating/drive_figures.h"
#include "globaldyn/rating/near_motions.h"
#include "globaldyn/rating/wished_figures.h"

namespace globaldyn::inside {
inline namespace rating {
namespace {

PlannedMotion plan_for(const Machine& machine, const Cycle& cycle, const PathNeeds& needs,
                       const PathPlanOptions& plan) {
  constexpr int kUsual = 1000;
  PlannedMotionOptions options{.plan = plan};
  options.checks = needs.forces || needs.motion ? kUsual : 0;
  if (!needs.motion) options.samples = 1;
  options.plan.explain = options.plan.report = needs.motion;
  return plan_cycle(machine, cycle, options);
}

// A motion with the machine whose it is.
struct Planned {
  std::shared_ptr<const Machine> machine;
  PlannedMotion motion;
};

// With what its paths leave open, if they do.
std::shared_ptr<const Machine> close(const Machine& machine, const Cycle& cycle,
                                     const PathCriteriaOptions& options) {
  if (!is_open(machine, cycle)) return {std::shared_ptr<const Machine>(), &machine};
  return std::make_shared<const Machine>(
      close_cycle(machine, cycle, {.plan = options.plan}, options.sweep.threads));
}

// What is best in a time that is asked for, or found, whatever the cycle's period; what is lost in
// that unless another time is asked for.
void add_wishes(const Machine& machine, const Cycle& cycle, const PathNeeds& needs,
                const PathCriteriaOptions& options, PathModel& model) {
  Cycle free = cycle;
  free.period.reset();
  const auto plan = [&](const MotionWish& wish) {
    PathPlanOptions wished = options.plan;
    wished.wish = wish;
    return plan_for(machine, free, {}, wished).plan;
  };
  const double time = options.time > 0.0 ? options.time : cycle.period.value_or(0.0);
  add_wished_figures(machine, needs, plan, time, cycle.place, model);
}

// At a period given, a motion that is as long as it should be is as near as it can be.
NearMotion tell(const PlannedMotion& motion) {
  return {find_gap(motion.plan), motion.use};
}

}  // namespace

PathModel make_cycle_model(const Machine& asked, const Cycle& cycle, const PathNeeds& needs,
                           const PathCriteriaOptions& options) {
  const std::shared_ptr<const Machine> closed = close(asked, cycle, options);
  const Machine& machine = *closed;
  PathModel model;
  if (needs.inertias) {
    model.inertia_ratios = to_vector(find_cycle_inertia_ratios(machine, cycle));
    model.is_followed = true;
  }
  if (!needs.plan) {
    write_drive_figures(machine.mechanism.drives, model);
    return model;
  }
  const auto shared = std::make_shared<const Planned>(
      Planned{closed, plan_for(machine, cycle, needs, options.plan)});
  const PlannedMotion& motion = shared->motion;
  model.stops = true;
  write_drive_figures(machine.mechanism.drives, model);
  const PathPlan& plan = motion.plan;
  model.is_followed = plan.status() != PlanStatus::unreachable;
  model.failed_at = model.reached = motion.share_done;
  model.reason = plan.reason;
  if (plan.status() == PlanStatus::gave_up || plan.status() == PlanStatus::unlimited) {
    model.undecided = plan.reason;
    model.undecided_as = to_string(plan.status());
    return model;
  }
  if (!plan.has_motion()) return model;
  model.time = plan.time();
  if (needs.motion) {
    model.machine = &machine;
    model.motion = {shared, &shared->motion};
  }
  add_wishes(machine, cycle, needs, options, model);
  if (!needs.forces) return model;
  NearMotion near = tell(motion);
  const auto make = [&](const PathPlanOptions& nearer) -> std::optional<NearMotion> {
    const PlannedMotion other = plan_for(machine, cycle, needs, nearer);
    if (!other.plan.has_motion() || other.plan.status() == PlanStatus::gave_up) return std::nullopt;
    return tell(other);
  };
  const std::string known = refine_use(make, options.plan, near);
  if (!known.empty()) model.reason = known;
  model.use = std::move(near.use);
  if (plan.status() == PlanStatus::exceeded) {
    model.exceeds_limits = true;
    model.reason = fmt::format("a motion that is given exceeds limits by up to {:.2g} of them",
                               model.use.max_violation);
  }
  return model;
}

}  // namespace rating
}  // namespace globaldyn::inside
