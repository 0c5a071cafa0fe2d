// The jobs of machines/jobs, by hand: trapezoids of a screw and of an index table.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "globaldyn/cycle/planned_cycle.h"
#include "globaldyn/path/motion_law.h"
#include "globaldyn/rating/path_criteria_table.h"
#include "tests/cycle/job.h"

namespace globaldyn::inside::test {
namespace {

constexpr double kFullTurn = 2.0 * std::numbers::pi;

// From rest to rest: time, and the integral of the motor's torque squared.
struct Trapezoid {
  double time{0.0};
  double heat{0.0};
};

// A motor of torque n turns an inertia, all on its side, against a torque that is always there.
Trapezoid turn(double angle, double inertia, double against, double n, double speed) {
  const double gain = (n - against) / inertia, loss = (n + against) / inertia;
  const double slowness = 1.0 / gain + 1.0 / loss;
  const double top = std::min(speed, std::sqrt(2.0 * angle / slowness));
  const double at_top = angle / top - 0.5 * top * slowness;
  return {top * slowness + at_top, n * n * top * slowness + against * against * at_top};
}

double find_value(const std::vector<CriterionValue>& values, const std::string& course,
                  const std::string& criterion) {
  for (const CriterionValue& one : values) {
    if (one.path == course && one.criterion.name == criterion) return one.value;
  }
  throw Error("no " + criterion + " of " + course);
}

TEST(Jobs, LiftByHand) {
  const double lead = 0.01, per_metre = kFullTurn / lead, rotor = 2e-4, g = 9.81;
  const auto move = [&](double mass, double sign) {
    const double inertia = rotor + mass / (per_metre * per_metre);
    return turn(0.4 * per_metre, inertia, sign * mass * g / per_metre, 7.0,
                3000.0 * kFullTurn / 60.0);
  };
  const Trapezoid up = move(50.0, 1.0), down = move(30.0, -1.0);
  const double hold = 50.0 * g / per_metre, time = up.time + 0.4 + down.time + 0.6;
  const double rms = std::sqrt((up.heat + 0.4 * hold * hold + down.heat) / time);
  const Machine machine = load_job("lift");
  const PlannedMotion motion =
      plan_cycle(machine, machine.cycles[0], {.plan = {.tolerance = 1e-9}, .samples = 11});
  ASSERT_TRUE(motion.plan.has_motion()) << motion.plan.reason;
  EXPECT_NEAR(motion.plan.time(), time, 2e-9 * time);
  EXPECT_NEAR(motion.steps[1].begin, up.time, 2e-9 * time);
  const auto use = find_cycle_use(machine, machine.cycles[0], motion);
  const MotorUse& motor = use[DriveId(0)];
  EXPECT_NEAR(motor.rms_force, rms, 1e-4 * rms);
  EXPECT_NEAR(motor.peak_force, 7.0, 1e-6);
  EXPECT_NEAR(*motor.thermal_share, std::pow(rms / 2.4, 2), 3e-4);
  EXPECT_NEAR(*motor.inertia_ratio, 50.0 / (per_metre * per_metre * rotor), 1e-9);
  // The same by criteria.
  const auto values = calc_path_criteria(machine, {"shift"}, {"time", "rms_force"});
  EXPECT_NEAR(find_value(values, "shift", "time"), time, 1e-6 * time);
  EXPECT_NEAR(find_value(values, "shift", "rms_force_M"), rms * per_metre, 1e-3 * rms * per_metre);
}

TEST(Jobs, IndexTableByHand) {
  const double angle = 45.0 / 360.0 * kFullTurn * 12.0, inertia = 4e-4 + 0.8 / 144.0;
  const Trapezoid move = turn(angle, inertia, 0.0, 6.0, 4000.0 * kFullTurn / 60.0);
  const Machine machine = load_job("index_table");
  const auto plan = [&](const char* name) {
    return plan_cycle(machine, find_cycle(machine, name), {.plan = {.tolerance = 1e-9}});
  };
  const PlannedMotion fast = plan("station");
  const double time = move.time + 0.35, rms = std::sqrt(move.heat / time);
  EXPECT_NEAR(fast.plan.time(), time, 2e-9 * time);
  const auto of = [&](const PlannedMotion& motion) {
    return find_cycle_use(machine, find_cycle(machine, motion.plan.path), motion)[DriveId(0)];
  };
  EXPECT_NEAR(of(fast).rms_force, rms, 1e-4 * rms);
  // In half a second the move may last longer: torques fall with the square of that.
  const PlannedMotion slow = plan("station_in_half_a_second");
  const double factor = 0.25 / move.time;
  EXPECT_NEAR(slow.plan.time(), 0.5, 1e-12);
  EXPECT_NEAR(of(slow).peak_force, 6.0 / (factor * factor), 1e-4);
  EXPECT_NEAR(of(slow).rms_force, std::sqrt(move.heat / std::pow(factor, 4) * factor / 0.5),
              1e-4 * rms);
}

// 50 kg at 30 m/min in 200 ms on a pulley of 120 mm behind gears of 10 and 2, friction 0.6: as
// https://www.machinemfg.com/servo-motor-sizing/ (case two) has it, 0.882 N m against friction and
// 0.375 N m for the acceleration.
TEST(Jobs, BeltIsAsPublished) {
  const Machine machine = load_job("belt");
  const PlannedMotion motion = plan_motion(machine, machine.paths.front());
  ASSERT_EQ(motion.plan.status(), PlanStatus::given) << motion.plan.reason;
  const auto torque = [&](double t) {
    const auto at = std::find_if(motion.record.samples.begin(), motion.record.samples.end(),
                                 [&](const MotionSample& one) { return one.state.t >= t; });
    return at->forces(0) / machine.mechanism.drives[DriveId(0)].ratio;
  };
  EXPECT_NEAR(torque(0.1), 0.882 + 0.375, 5e-4);
  EXPECT_NEAR(torque(0.7), 0.882, 5e-4);
  EXPECT_NEAR(torque(1.3), 0.882 - 0.375, 5e-4);
  EXPECT_NEAR(motion.use.peak_speed(0), 0.5, 1e-12);
  const MotorUse use = find_motor_use(machine, motion)[DriveId(0)];
  EXPECT_NEAR(use.peak_force, 0.882 + 0.375, 5e-4);
  const double squares = 0.2 * std::pow(1.257, 2) + std::pow(0.882, 2) + 0.2 * std::pow(0.507, 2);
  EXPECT_NEAR(use.rms_force, std::sqrt(squares / 1.4), 5e-4);
}

// The jaw's motor by hand: what passes through the gear, with its losses by the direction of power,
// and the rotor in front of it.
TEST(Jobs, CamLawByHand) {
  const Machine machine = load_job("cam_law");
  const double ratio = 4.0 / 0.025, stroke = 0.18, time = 0.25, rotor = 1.5e-4, efficiency = 0.92;
  const double back = 2.0 - 1.0 / efficiency;
  const auto torque = [&](const MotionLaw& law, double u) {
    const double acceleration = stroke * law.at(u).change / (time * time);
    const double g = (12.0 * acceleration + 20.0) / ratio;
    return rotor * ratio * acceleration + std::max(g / efficiency, g * back);
  };
  struct Case {
    const char* path;
    MotionLaw law;
  };
  using Shape = MotionLaw::Shape;
  for (const Case& one : {Case{"poly5", {Shape::poly5}}, Case{"sine", {Shape::modified_sine}},
                          Case{"trapeze", {Shape::modified_trapezoid}},
                          Case{"constant", {Shape::trapezoid, 1.0, 1.0 / 3.0}}}) {
    SCOPED_TRACE(one.path);
    constexpr int kPlaces = 100000;
    double peak = 0.0, heat = 0.0;
    for (int i = 0; i < kPlaces; ++i) {
      const double here = torque(one.law, (i + 0.5) / kPlaces);
      peak = std::max(peak, std::abs(here));
      heat += here * here / kPlaces;
    }
    const PlannedMotion motion = plan_motion(machine, find_path(machine, one.path));
    ASSERT_TRUE(motion.plan.has_motion()) << motion.plan.reason;
    const MotorUse use = find_motor_use(machine, motion)[DriveId(0)];
    EXPECT_NEAR(use.peak_force, peak, 1e-6 * peak);
    EXPECT_NEAR(use.rms_force, std::sqrt(heat), 1e-5 * std::sqrt(heat));
    // One that is just within the limits is as fast as that law can be.
    const double least = motion.plan.given->least_time;
    const Machine faster = load_job("cam_law", {{"time", fmt::format("{:.17g} s", least)}});
    const PlannedMotion limit = plan_motion(faster, find_path(faster, one.path));
    EXPECT_NEAR(find_motor_use(faster, limit)[DriveId(0)].peak_force, 4.0, 1e-5);
  }
}

}  // namespace
}  // namespace globaldyn::inside::test
