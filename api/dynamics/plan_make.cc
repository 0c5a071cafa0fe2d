#include "api/dynamics/machine_impl.h"
#include "api/dynamics/plan_impl.h"
#include "api/dynamics/plan_options.h"
#include "api/dynamics/region_impl.h"
#include "api/dynamics/run.h"
#include "core/base/cancel.h"
#include "globaldyn/choice/choose_cycle.h"
#include "globaldyn/choice/choose_fastest.h"
#include "globaldyn/cycle/planned_cycle.h"
#include "globaldyn/free_run/run_freely.h"

namespace globaldyn {
namespace {

std::vector<Stretch> make_stretches(const inside::PathPlan& plan) {
  std::vector<Stretch> result;
  for (const inside::Stretch& one : plan.stretches) {
    const inside::Interval times = one.find_times(plan.trajectory);
    result.push_back({{times.low, times.high},
                      {plan.plan.p[one.begin], plan.plan.p[one.end]},
                      to_public(one.active)});
  }
  return result;
}

std::vector<DriveUse> make_use(const inside::PlannedMotion& motion) {
  std::vector<DriveUse> result;
  const inside::DriveUse& use = motion.use;
  if (use.peak_force.size() == 0) return result;
  for (const inside::DriveId id : motion.drives.ids()) {
    const Eigen::Index at = inside::row_of(id);
    result.push_back({.name = motion.drives[id],
                      .peak_force = use.peak_force(at),
                      .rms_force = use.rms_force(at),
                      .peak_speed = use.peak_speed(at),
                      .rms_speed = use.rms_speed(at),
                      .peak_power = use.peak_power(at),
                      .rms_power = use.rms_power(at),
                      .energy = use.energy_of(at),
                      .braking_energy = use.braking_energy_of(at)});
  }
  return result;
}

MotorUse make_motor(const inside::MotorUse& use) {
  return {.drive = use.drive,
          .is_rotary = use.is_rotary,
          .peak_force = use.peak_force,
          .rms_force = use.rms_force,
          .peak_speed = use.peak_speed,
          .rms_speed = use.rms_speed,
          .rated_force = use.rated_force,
          .inertia_ratio = use.inertia_ratio,
          .thermal_share = use.thermal_share};
}

void fill(Plan::Impl& impl) {
  const inside::PathPlan& plan = impl.motion.plan;
  for (const inside::PathStop& one : plan.stops) impl.stops.push_back({one.p, one.duration});
  for (const inside::AccessibleSpeeds& one : plan.accessible) {
    impl.accessible.push_back({one.p, to_intervals(one.d1)});
  }
  if (!plan.has_motion()) return;
  impl.stretches = make_stretches(plan);
  impl.use = make_use(impl.motion);
  const inside::Machine& model = machine_of(impl.machine);
  impl.motor_use =
      impl.motion.is_cycle
          ? inside::find_cycle_use(model, inside::find_cycle(model, plan.path), impl.motion)
          : inside::find_motor_use(model, impl.motion);
  for (const inside::MotionStep& one : impl.motion.steps) {
    impl.steps.push_back({.path = one.path,
                          .load = one.load,
                          .begin = one.begin,
                          .end = one.end,
                          .from = one.from,
                          .to = one.to,
                          .p = {one.p_begin, one.p_end}});
  }
  for (const inside::MotorUse& one : impl.motor_use) impl.motors.push_back(make_motor(one));
}

void refuse_ends(const PlanOptions& options) {
  const auto is_rest = [](const EndSpeed& end) {
    return end.kind != EndSpeed::Kind::free && end.value == 0.0;
  };
  if (is_rest(options.start) && is_rest(options.end) && !options.closed) return;
  throw InputError(inside::whole_place("start, end, closed"), "a cycle with speeds at its ends",
                   "expected none: it begins and ends at rest");
}

}  // namespace

Plan make_plan(const Machine& machine, inside::PlannedMotion motion, inside::Origin origin) {
  auto impl = std::make_shared<Plan::Impl>(Plan::Impl{.machine = machine,
                                                      .motion = std::move(motion),
                                                      .motor_use = {},
                                                      .origin = std::move(origin),
                                                      .stops = {},
                                                      .stretches = {},
                                                      .accessible = {},
                                                      .use = {},
                                                      .motors = {},
                                                      .steps = {}});
  fill(*impl);
  return Plan(std::move(impl));
}

namespace {

Machine set(const Machine& machine, const std::vector<inside::ParameterOverride>& chosen) {
  std::vector<Setting> settings;
  for (const inside::ParameterOverride& one : chosen) settings.push_back({one.name, one.text});
  return machine.with(settings);
}

// The machine with what is chosen for the path, as if it had been set.
Machine close(const Machine& machine, const inside::Path& path, const PlanOptions& options,
              std::vector<std::string>& notes) {
  const inside::Choice choice = inside::choose_fastest(
      machine_of(machine), path, to_inside(options, machine).plan, options.threads);
  notes = inside::tell_choice(path, choice);
  return set(machine, inside::list_settings(path, choice));
}

// Likewise for a cycle; itself if nothing is open.
Machine close_cycle(const Machine& machine, const std::string& name, const PlanOptions& options,
                    std::vector<std::string>& notes) {
  const inside::Machine& model = machine_of(machine);
  const inside::Cycle& cycle = inside::find_cycle(model, name);
  if (!inside::is_open(model, cycle)) return machine;
  const inside::CycleChoice choice =
      inside::choose_fastest(model, cycle, to_inside(options, machine), options.threads);
  notes = inside::tell_choice(choice);
  return set(machine, choice.settings);
}

}  // namespace

Plan plan(const Machine& machine, const std::string& path, const PlanOptions& options) {
  const inside::CancelScope scope(options.cancel);
  const inside::FallbackCounts before = inside::list_fallbacks();
  const inside::Path& open = inside::find_path(machine_of(machine), path);
  std::vector<std::string> notes;
  const Machine closed = inside::is_open(open) ? close(machine, open, options, notes) : machine;
  const inside::Machine& model = machine_of(closed);
  inside::PlannedMotion motion = inside::plan_motion(
      model, inside::run_freely(model, inside::find_path(model, path)), to_inside(options, closed));
  motion.plan.notes.insert(motion.plan.notes.end(), notes.begin(), notes.end());
  return make_plan(closed, std::move(motion), make_origin(closed, before));
}

Plan plan_cycle(const Machine& machine, const std::string& cycle, const PlanOptions& options) {
  const inside::CancelScope scope(options.cancel);
  refuse_ends(options);
  const inside::FallbackCounts before = inside::list_fallbacks();
  std::vector<std::string> notes;
  const Machine closed = close_cycle(machine, cycle, options, notes);
  const inside::Machine& model = machine_of(closed);
  inside::PlannedMotion motion =
      inside::plan_cycle(model, inside::find_cycle(model, cycle), to_inside(options, closed));
  motion.plan.notes.insert(motion.plan.notes.end(), notes.begin(), notes.end());
  return make_plan(closed, std::move(motion), make_origin(closed, before));
}

}  // namespace globaldyn
