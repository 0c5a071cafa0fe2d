// The portal of machines/jobs by hand: two motors on parallel rails, whose shares follow from the
// levers where its beam can turn, and are halves where it cannot.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "globaldyn/cycle/planned_cycle.h"
#include "globaldyn/machine/leave_out_drives.h"
#include "tests/cycle/job.h"

namespace globaldyn::inside::test {
namespace {

// What a motor pushes: a mass, against friction, with no more force than its limit.
struct PortalMotor {
  double mass{0.0};
  double friction{0.0};
  double limit{900.0};
};
using PortalMotors = std::array<PortalMotor, 2>;

// A metre from rest to rest at 2 m/s.
struct PortalMove {
  double time{0.0};
  std::array<double, 2> heat{};  // the integral of the force squared
};

PortalMove move_portal(const PortalMotors& motors) {
  constexpr double kWay = 1.0, kSpeed = 2.0;
  double gain = std::numeric_limits<double>::infinity(), loss = gain;
  for (const PortalMotor& one : motors) {
    gain = std::min(gain, (one.limit - one.friction) / one.mass);
    loss = std::min(loss, (one.limit + one.friction) / one.mass);
  }
  const double up = kSpeed / gain, down = kSpeed / loss;
  const double even = kWay / kSpeed - 0.5 * (up + down);
  PortalMove move{up + even + down, {}};
  for (std::size_t k = 0; k < motors.size(); ++k) {
    const PortalMotor& one = motors[k];
    move.heat[k] = up * std::pow(one.mass * gain + one.friction, 2) +
                   even * std::pow(one.friction, 2) +
                   down * std::pow(one.mass * loss - one.friction, 2);
  }
  return move;
}

// Both push half of it all.
PortalMotors halve(double carried, double second_limit) {
  const PortalMotor half{0.5 * (2 * 8.0 + 40.0 + carried), 0.5 * (40.0 + 20.0)};
  return {half, {half.mass, half.friction, second_limit}};
}

// The carriage, 400 mm from the middle of 1.2 m, by the law of the lever; the shoe at the second.
PortalMotors lever(double carried) {
  const double share = (600.0 + 400.0) / 1200.0;
  return {PortalMotor{8.0 + 20.0 + carried * share, 40.0},
          PortalMotor{8.0 + 0.5 + 20.0 + carried * (1.0 - share), 20.0}};
}

// A part of 15 kg one way, the carriage of 12 kg both, and 0.5 s at rest.
void expect_shift(const Machine& machine, const PortalMotors& there, const PortalMotors& back) {
  const PlannedMotion motion =
      plan_cycle(machine, find_cycle(machine, "shift"), {.plan = {.tolerance = 1e-9}});
  ASSERT_TRUE(motion.plan.has_motion()) << motion.plan.reason;
  const PortalMove first = move_portal(there), second = move_portal(back);
  const double time = first.time + second.time + 0.5;
  // The plan's own tolerance, and what its segments leave out of forces in so short a time.
  EXPECT_NEAR(motion.plan.time(), time, 2e-9 * time);
  const auto use = find_cycle_use(machine, machine.cycles[0], motion);
  for (int k = 0; k < 2; ++k) {
    const auto at = static_cast<std::size_t>(k);
    const double rms = std::sqrt((first.heat[at] + second.heat[at]) / time);
    EXPECT_NEAR(use[DriveId(k)].rms_force, rms, 1e-4 * rms) << k;
  }
}

TEST(PortalJob, RigidBeamSharesInHalves) {
  expect_shift(load_job("gantry"), halve(27.0, 900.0), halve(12.0, 900.0));
}

TEST(PortalJob, LeastNormWaitsForTheWeakerMotor) {
  Machine machine = load_job("gantry", {{"force2", "600 N"}});
  // As limits allow: one motor of 1500 N.
  const PlannedMotion free = plan_cycle(machine, machine.cycles[0], {.plan = {.tolerance = 1e-9}});
  const auto alone = [](double carried) {
    const PortalMotor all{56.0 + carried, 60.0, 1500.0};
    return move_portal({all, all}).time;
  };
  EXPECT_NEAR(free.plan.time(), alone(27.0) + alone(12.0) + 0.5, 4e-9);
  set_preload({PreloadRule::Kind::least_norm, {}}, {"test", 0, 0}, machine);
  expect_shift(machine, halve(27.0, 600.0), halve(12.0, 600.0));
}

TEST(PortalJob, TurningBeamLoadsTheNearerMotor) {
  expect_shift(load_job("gantry_yaw"), lever(27.0), lever(12.0));
}

TEST(PortalJob, TurningBeamNeedsBothMotors) {
  const Machine whole = load_job("gantry_yaw");
  const Machine machine = without(whole, find_drives(whole, {"M1"}));
  const PlannedMotion motion = plan_cycle(machine, machine.cycles[0]);
  EXPECT_EQ(motion.plan.status(), PlanStatus::infeasible);
  EXPECT_NE(motion.plan.reason.find("no drive moves X1"), std::string::npos) << motion.plan.reason;
}

}  // namespace
}  // namespace globaldyn::inside::test
