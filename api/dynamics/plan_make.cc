#include "api/dynamics/machine_impl.h"
#include "api/dynamics/plan_impl.h"
#include "api/dynamics/plan_options.h"
#include "api/dynamics/region_impl.h"
#include "api/dynamics/run.h"

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
          .thermal_share = use.thermal_share()};
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
  impl.motor_use = inside::find_motor_use(machine_of(impl.machine), impl.motion);
  for (const inside::MotorUse& one : impl.motor_use) impl.motors.push_back(make_motor(one));
  if (const auto& smoothing = impl.motion.smoothing) {
    impl.smoothing = {.rise_time = smoothing->rise_time,
                      .window = smoothing->window,
                      .reserve = smoothing->reserve,
                      .time = smoothing->duration,
                      .fastest_rise = smoothing->fastest_rise};
  }
}

}  // namespace

Plan plan(const Machine& machine, const std::string& path, const PlanOptions& options) {
  const inside::FallbackCounts before = inside::list_fallbacks();
  const inside::Machine& model = machine_of(machine);
  const inside::Path& course = inside::find_path(model, path);
  inside::PlannedMotion motion = inside::plan_motion(model, course, to_inside(options, machine));
  auto impl = std::make_shared<Plan::Impl>(Plan::Impl{.machine = machine,
                                                      .motion = std::move(motion),
                                                      .motor_use = {},
                                                      .origin = make_origin(machine, before),
                                                      .stops = {},
                                                      .stretches = {},
                                                      .accessible = {},
                                                      .use = {},
                                                      .motors = {},
                                                      .smoothing = {}});
  fill(*impl);
  return Plan(std::move(impl));
}

}  // namespace globaldyn
