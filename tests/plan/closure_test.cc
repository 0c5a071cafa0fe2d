// Which paths are closed. Oracle: machines whose poses are obvious from their joint coordinates.
#include "globaldyn/motion/closure.h"

#include <gtest/gtest.h>

#include <numbers>

#include "globaldyn/motion/plan_path.h"
#include "tests/support/machines.h"

namespace globaldyn::inside::test {
namespace {

// An arm of two equal links with a wheel on its end, which rotates idly unless a path holds it.
Machine make_arm(const std::string& path, const std::string& more_drives = "") {
  return parse_machine(R"(globaldyn: 1
name: arm
gravity: [0, 0, 0]
bodies:
  a: {mass: 1, com: [0.25, 0], inertia: {rod: 0.02}, frames: {tip: [0.5, 0]}}
  b: {mass: 1, com: [0.25, 0], inertia: {rod: 0.02}, frames: {tip: [0.5, 0]}}
  wheel: {mass: 0.1, inertia: {plate: 0.001}}
joints:
  A: {type: revolute, a: ground, b: a, guess: 0.3}
  B: {type: revolute, a: a.tip, b: b, guess: 0.8}
  C: {type: revolute, a: b.tip, b: wheel, guess: 0.4}
drives:
  M: {joint: A, limits: 10 N m}
  N: {joint: B, limits: 10 N m}
)" + more_drives +
                           "tool: b.tip\npaths:\n  way: " + path + "\n",
                       "test.yaml", ".");
}

std::string find_gap_of(const Machine& machine) {
  PathSurvey survey(machine, machine.paths.front());
  return find_gap(machine, machine.paths.front(), survey);
}

TEST(Closure, IdleTurningDoesNotOpenAPath) {
  const Machine arm = make_arm("{position: {circle: {center: [0.5, 0.3], radius: 0.1}}}");
  EXPECT_EQ(find_gap_of(arm), "");
  const PathPlan plan = plan_path(arm, arm.paths.front(), {.closed = true});
  EXPECT_EQ(plan.status(), PlanStatus::optimal);
}

// The carriage, or legs that can spin about their own axes, return rotated if they go round without
// a rate of their own.
TEST(Closure, MachinesWithIdlePartsGoRound) {
  for (const std::string name : {"planar_2dof", "hexapod_6ups", "delta"}) {
    EXPECT_EQ(find_gap_of(load(name)), "") << name;
  }
}

TEST(Closure, WholeTurnsOfAJointCloseAPath) {
  EXPECT_EQ(find_gap_of(make_arm("{joints: {A: p, B: 1}, p_max: 2*pi}")), "");
  EXPECT_EQ(find_gap_of(make_arm("{joints: {A: p, B: 1 + 2*p}, p_max: 2*pi}")), "");
  EXPECT_EQ(find_gap_of(make_arm("{joints: {A: p, B: 1 + 0.5*p}, p_max: 2*pi}")),
            "the machine's pose");
}

// The end of the arm at the same place, with the elbow on the other side: A + B / 2 the same.
TEST(Closure, AnotherBranchDoesNotCloseAPath) {
  EXPECT_EQ(find_gap_of(make_arm("{joints: {A: 0.3 + p, B: 1 - 2*p}, p_max: 1}")),
            "the machine's pose");
}

TEST(Closure, AnotherDirectionDoesNotCloseAPath) {
  EXPECT_EQ(find_gap_of(make_arm("{joints: {A: 0.3 + p*(1 - p), B: 1}, p_max: 1}")),
            "the direction of motion");
}

// The wheel is no longer idle once a drive holds it: after the round trip it has advanced by a
// quarter turn.
TEST(Closure, WhatADriveHoldsIsNotIdle) {
  const std::string drive = "  O: {joint: C, limits: 1 N m}\n";
  const auto make_wheel = [&](const std::string& angle) {
    return make_arm("{joints: {A: p, B: 1, C: " + angle + "}, p_max: 2*pi}", drive);
  };
  EXPECT_EQ(find_gap_of(make_wheel("p")), "");
  EXPECT_EQ(find_gap_of(make_wheel("p/4")), "the machine's pose");
  EXPECT_EQ(find_gap_of(make_wheel("p + 0.1*sin(p/2)")), "the direction of motion");
}

TEST(Closure, OpenPathsOfMachinesWithIdlePartsAreRefused) {
  const Machine arm = make_arm("{position: {line: {from: [0.5, 0.2], to: [0.6, 0.2]}}}");
  EXPECT_EQ(find_gap_of(arm), "the machine's pose");
  EXPECT_THROW((void)plan_path(arm, arm.paths.front(), {.closed = true}), InputError);
}

// Nothing limits the speed at a single place, where braking is possible at any; over a lap friction
// does: round and round at the speed at which it takes all of the torque.
TEST(Closure, FrictionLimitsSpeedsOverALap) {
  const Machine wheel = parse_machine(R"(globaldyn: 1
name: wheel
gravity: [0, 0, 0]
bodies: {arm: {mass: 1 kg, inertia: {diag: [1, 1, 1]}}}
joints: {J: {type: revolute, a: ground, b: arm}}
drives: {M: {joint: J, limits: 10 N m, viscous: 2 N m s}}
paths: {turn: {joints: {J: p}, p_max: 2*pi}}
)",
                                      "wheel.yaml", ".");
  const PathPlan plan = plan_path(wheel, wheel.paths.front(), {.closed = true});
  ASSERT_EQ(plan.status(), PlanStatus::optimal) << plan.reason;
  const double time = 2.0 * std::numbers::pi * 2.0 / 10.0;
  EXPECT_NEAR(plan.time(), time, 2e-6 * time);
}

}  // namespace
}  // namespace globaldyn::inside::test
