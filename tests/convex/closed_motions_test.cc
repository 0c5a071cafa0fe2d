// Motions round and round that are best as a whole.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <string>

#include "globaldyn/record/planned_motion.h"
#include "tests/support/machines.h"

namespace globaldyn::inside::test {
namespace {

constexpr double kRadius = 0.25, kCart = 3.0;

// A point of 3 kg that two drives carry along x and y, on a circle.
Machine make_round_table(const std::string& drive, const std::string& path = "") {
  return parse_machine(R"(globaldyn: 1
name: table
gravity: [0, 0, 0]
bodies: {beam: {mass: 0 kg}, cart: {mass: 3 kg}}
joints:
  Y: {type: prismatic, a: {body: ground, axis: y}, b: {body: beam, axis: y}}
  X: {type: prismatic, a: {body: beam, axis: x}, b: {body: cart, axis: x}}
drives:
  FY: {joint: Y, limits: 100 N, )" +
                           drive + R"(}
  FX: {joint: X, limits: 100 N, )" +
                           drive + R"(}
tool: cart
paths:
  round: {position: {circle: {center: [0, 0], radius: 0.25}})" +
                           path + "}\n",
                       "table.yaml", ".");
}

PlannedMotion go_round(const Machine& machine, MotionWish wish = {}) {
  PlannedMotionOptions options;
  options.plan.closed = true;
  options.plan.wish = wish;
  return plan_motion(machine, machine.paths[0], options);
}

// With forces m r w² cos and m r w² sin, whose rms is what is rated; by symmetry no other motion is
// faster, since the sum of both squares is convex.
TEST(ClosedMotions, StayCoolAtAConstantSpeed) {
  const Machine machine = make_round_table("rated: 10 N");
  const PlannedMotion motion = go_round(machine, {.within_rated = true});
  ASSERT_EQ(motion.plan.status(), PlanStatus::optimal) << motion.plan.reason;
  const double speed = std::sqrt(std::numbers::sqrt2 * 10.0 / (kCart * kRadius));
  EXPECT_NEAR(motion.plan.time(), 2.0 * std::numbers::pi / speed, 2e-6 * motion.plan.time());
  for (const MotionSample& sample : motion.record.samples) {
    EXPECT_NEAR(sample.state.d1, speed, 1e-3 * speed);
  }
  EXPECT_NEAR(motion.use.rms_force(0), 10.0, 1e-4);
  EXPECT_EQ(motion.plan.wished->pause, 0.0);
}

TEST(ClosedMotions, LoseLeastAtAConstantSpeed) {
  const Machine machine = make_round_table("loss_weight: 2 W/N^2");
  const PlannedMotion motion = go_round(machine, {.least_losses = true, .time = 2.0});
  ASSERT_EQ(motion.plan.status(), PlanStatus::optimal) << motion.plan.reason;
  EXPECT_NEAR(motion.plan.time(), 2.0, 2e-6);
  const double force = kCart * kRadius * std::numbers::pi * std::numbers::pi;
  EXPECT_NEAR(motion.plan.wished->losses, 2.0 * 2.0 * force * force, 2e-5 * force * force);
}

// r w³ everywhere: the jerk of a point that goes round.
TEST(ClosedMotions, KeepTheToolsJerk) {
  const Machine machine = make_round_table("max_speed: 100 m/s", ", jerk_limit: 50 m/s^3");
  const PlannedMotion motion = go_round(machine);
  ASSERT_EQ(motion.plan.status(), PlanStatus::optimal) << motion.plan.reason;
  const double speed = std::cbrt(50.0 / kRadius);
  EXPECT_NEAR(motion.plan.time(), 2.0 * std::numbers::pi / speed, 2e-4 * motion.plan.time());
}

// Forces at the end are those at the begin, where they have to change in time; and no motion with
// limits of forces' changes is faster than the one without.
TEST(ClosedMotions, GoOnAsTheyBegan) {
  const Machine machine = make_round_table("rate: 400 N/s");
  const PlannedMotion motion = go_round(machine);
  ASSERT_EQ(motion.plan.status(), PlanStatus::optimal) << motion.plan.reason;
  const MotionSample &first = motion.record.samples.front(), &last = motion.record.samples.back();
  EXPECT_NEAR(first.state.d1, last.state.d1, 1e-9 * first.state.d1);
  EXPECT_NEAR(first.forces(0), last.forces(0), 1e-3);
  EXPECT_NEAR(first.forces(1), last.forces(1), 1e-3);
  EXPECT_GT(motion.plan.time(), motion.plan.wished->fastest);
  double most = 0.0;
  const auto& samples = motion.record.samples;
  for (std::size_t i = 1; i < samples.size(); ++i) {
    const double dt = samples[i].state.t - samples[i - 1].state.t;
    most = std::max(most, (samples[i].forces - samples[i - 1].forces).cwiseAbs().maxCoeff() / dt);
  }
  EXPECT_LE(most, 400.0 * 1.01);
  EXPECT_GE(most, 400.0 * 0.95);
}

// A machine that shares its work between four drives, also at the seam.
TEST(ClosedMotions, PreloadGoesOnAsItBegan) {
  Machine machine = load("sliding_star");
  PlannedMotionOptions options;
  options.plan.closed = true;
  options.plan.rise_time = 0.01;
  const PlannedMotion motion = plan_motion(machine, find_path(machine, "circle_a"), options);
  ASSERT_EQ(motion.plan.status(), PlanStatus::optimal) << motion.plan.reason;
  const VectorXd& first = motion.record.samples.front().forces;
  const VectorXd& last = motion.record.samples.back().forces;
  EXPECT_LE((first - last).cwiseAbs().maxCoeff(), 0.5);
  options.plan.rise_time = 0.0;
  EXPECT_GT(motion.plan.time(),
            plan_motion(machine, find_path(machine, "circle_a"), options).plan.time());
}

// Without brakes and rests a machine that has to be held all the time has no pause to cool in.
TEST(ClosedMotions, DoNotPause) {
  const Machine machine = parse_machine(R"(globaldyn: 1
name: wheel
gravity: [0, 0, 0]
bodies: {arm: {mass: 1 kg, inertia: {diag: [1, 1, 1]}}}
joints: {J: {type: revolute, a: ground, b: arm}}
drives: {M: {joint: J, limits: 10 N m, rated: 1 N m, coulomb: 2 N m, max_speed: 5 rad/s}}
paths: {turn: {joints: {J: p}, p_max: 6.283185307179586}}
)",
                                        "wheel.yaml", ".");
  const PlannedMotion motion = go_round(machine, {.within_rated = true});
  EXPECT_EQ(motion.plan.status(), PlanStatus::gave_up);
  EXPECT_NE(motion.plan.reason.find("pauses"), std::string::npos) << motion.plan.reason;
}

}  // namespace
}  // namespace globaldyn::inside::test
