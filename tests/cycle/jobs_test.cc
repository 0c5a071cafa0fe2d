// The jobs of results/jobs, by hand: trapezoids of a screw and of an index table.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "globaldyn/cycle/planned_cycle.h"
#include "globaldyn/rating/path_criteria_table.h"
#include "tests/support/machines.h"

namespace globaldyn::inside::test {
namespace {

constexpr double kFullTurn = 2.0 * std::numbers::pi;

Machine load_job(const std::string& name, const std::vector<ParameterOverride>& overrides = {}) {
  return load_machine(GLOBALDYN_SOURCE_DIR "/results/jobs/" + name + ".yaml", overrides);
}

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
  EXPECT_NEAR(*motor.thermal_share(), std::pow(rms / 2.4, 2), 3e-4);
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

}  // namespace
}  // namespace globaldyn::inside::test
