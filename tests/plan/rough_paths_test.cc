// Paths that panels cannot describe, as drives lose control of a degree of freedom in more ways
// than one factor can express, or as there are too many rows. Oracles: closed forms, the same
// machine without what makes it rough, and the work and memory allowed.
#include <gtest/gtest.h>

#include <chrono>
#include <cmath>

#include "core/base/constants.h"
#include "globaldyn/record/planned_motion.h"
#include "globaldyn/survey/path_survey.h"
#include "tests/campaign/peak_memory.h"
#include "tests/support/sanitizers.h"
#include "tests/support/small_machines.h"

namespace globaldyn::inside::test {
namespace {

// Two drives on a piston: at the dead centres both lose control of the crank.
Machine make_engine(const std::string& drives) {
  return parse_machine(write_engine("drives:\n" + drives + R"(
paths:
  through: {joints: {A: 0.5 + p}, p_max: 4}
  from_dead_centre: {joints: {A: p}, p_max: 2}
)"),
                       "engine.yaml", ".");
}

// A cart without a drive across: T coasts, so that d2 = 0 where T' is constant.
Machine make_cart(const std::string& path) {
  return parse_machine(R"(globaldyn: 1
name: cart
gravity: [0, 0, 0]
bodies: {a: {mass: 1}, b: {mass: 1}}
joints:
  S: {type: prismatic, a: {body: ground, axis: x}, b: {body: a, axis: x}}
  T: {type: prismatic, a: {body: a, axis: y}, b: {body: b, axis: y}}
drives: {F: {joint: S, limits: 10 N, coulomb: 1 N}}
paths:
  go: )" + path + "\n",
                       "cart.yaml", ".");
}

TEST(RoughPaths, TwoDrivesThatShareTheirForceAreOne) {
  const Machine two = make_engine(
      "  F: {joint: S, limits: 120 N}\n"
      "  G: {type: linear_motor, from: ground.o, to: piston, limits: 80 N}\n");
  const Machine one = make_engine("  F: {joint: S, limits: 200 N}\n");
  const PathPlanOptions options{.tolerance = 1e-5};
  const PathPlan rough = plan_path(two, two.paths[0], options);
  const PathPlan smooth = plan_path(one, one.paths[0], options);
  EXPECT_TRUE(PathSurvey(two, two.paths[0]).is_regular());
  EXPECT_TRUE(PathSurvey(one, one.paths[0]).is_regular());
  ASSERT_EQ(rough.status(), PlanStatus::optimal) << rough.reason;
  ASSERT_EQ(smooth.status(), PlanStatus::optimal) << smooth.reason;
  EXPECT_LE(rough.time_lower(), smooth.time());
  EXPECT_LE(smooth.time_lower(), rough.time());
}

TEST(RoughPaths, ADeadPointIsNamed) {
  const Machine machine = make_engine(
      "  F: {joint: S, limits: 120 N}\n"
      "  G: {type: linear_motor, from: ground.o, to: piston, limits: 80 N}\n");
  const PathPlan plan = plan_path(machine, find_path(machine, "from_dead_centre"));
  EXPECT_EQ(plan.status(), PlanStatus::infeasible);
  EXPECT_NE(plan.reason.find("a dead point"), std::string::npos) << plan.reason;
}

// Breaks are found on panels and even where limits are not interpolated.
TEST(RoughPaths, BreaksAreFoundBeyondPanels) {
  const Machine engine = make_engine(
      "  F: {joint: S, limits: 120 N, coulomb: 1 N}\n"
      "  G: {type: linear_motor, from: ground.o, to: piston, limits: 80 N}\n");
  const Survey survey = survey_path(engine, engine.paths[0]);
  ASSERT_TRUE(survey.is_regular());
  ASSERT_EQ(survey.breaks().size(), 3u);
  // A dead centre, where the piston also reverses.
  EXPECT_NEAR(survey.breaks()[1], kPi - 0.5, 1e-10);
  EXPECT_TRUE(survey.has_reversals());

  const Machine cart = make_cart("{joints: {S: 0.1 m*sin(9*p), T: 0.1 m*p}, p_max: 1}");
  const Survey of_cart = survey_path(cart, cart.paths[0]);
  ASSERT_FALSE(of_cart.is_regular());
  ASSERT_EQ(of_cart.breaks().size(), 5u);
  for (int i = 1; i <= 3; ++i) {
    EXPECT_NEAR(of_cart.breaks()[static_cast<std::size_t>(i)], (i - 0.5) * kPi / 9.0, 1e-11);
  }
  const Machine still = make_cart("{joints: {S: 0.1 m*p, T: 0.1 m*p}, p_max: 1}");
  const Survey of_still = survey_path(still, still.paths[0]);
  EXPECT_EQ(of_still.breaks().size(), 2u);
  EXPECT_FALSE(of_still.has_reversals());
}

// The first pose beyond travel, to a share of the path that nothing but bisection could find.
TEST(RoughPaths, FailuresAreFoundBeyondPanels) {
  const Machine machine = parse_machine(R"(globaldyn: 1
name: cart
gravity: [0, 0, 0]
bodies: {a: {mass: 1}, b: {mass: 1}}
joints:
  S: {type: prismatic, a: {body: ground, axis: x}, b: {body: a, axis: x}, travel: [-1 m, 0.07 m]}
  T: {type: prismatic, a: {body: a, axis: y}, b: {body: b, axis: y}}
drives: {F: {joint: S, limits: 10 N}}
paths: {go: {joints: {S: 0.1 m*p, T: 0.1 m*p}, p_max: 1}}
)",
                                        "cart.yaml", ".");
  const PathPlan plan = plan_path(machine, machine.paths[0]);
  EXPECT_EQ(plan.status(), PlanStatus::unreachable);
  // Travel has a slack of a millionth.
  EXPECT_NEAR(plan.failure.p, 0.7, 1e-4);
}

// T, always at rest, needs no drive: only S moves, accelerated with 9 N and braked with 11 N, that
// is with k = 1/9 + 1/11: 2 kg over 0.1 m.
TEST(RoughPaths, WhatIsNotMovedNeedsNoDrive) {
  const Machine machine = make_cart("{joints: {S: 0.1 m*p, T: 0.1 m}, p_max: 1}");
  const PathPlan plan = plan_path(machine, machine.paths[0], {.tolerance = 1e-6});
  EXPECT_FALSE(PathSurvey(machine, machine.paths[0]).is_regular());
  ASSERT_EQ(plan.status(), PlanStatus::optimal) << plan.reason;
  const double time = std::sqrt(2.0 * 0.1 * 2.0 * (1.0 / 9.0 + 1.0 / 11.0));
  EXPECT_LE(plan.time_lower(), time * (1.0 + 1e-9));
  EXPECT_GE(plan.time(), time * (1.0 - 1e-9));
}

// Nor does anything limit it where the drive has no limit.
TEST(RoughPaths, WhatIsNotMovedLimitsNothing) {
  Machine machine = make_cart("{joints: {S: 0.1 m*p, T: 0.1 m}, p_max: 1}");
  machine.mechanism.drives[DriveId(0)].limit = {};
  const PathPlan plan = plan_path(machine, machine.paths[0]);
  EXPECT_EQ(plan.status(), PlanStatus::unlimited) << plan.reason;
  EXPECT_EQ(plan.reason, "nothing limits the speed");
  // What is in the way of a motion that cannot be is not that T has no drive.
  machine.mechanism.drives[DriveId(0)].limit = {.force = {-0.5, 0.5}};  // less than its friction
  const PathPlan weak = plan_path(machine, machine.paths[0]);
  EXPECT_EQ(weak.status(), PlanStatus::infeasible);
  EXPECT_EQ(weak.reason.find("no drive moves"), std::string::npos) << weak.reason;
}

// What only coasts can neither start nor come to rest: that no drive moves it is why.
TEST(RoughPaths, NothingThatCoastsLeavesRest) {
  const Machine machine = make_cart("{joints: {S: 0.1 m*sin(9*p), T: 0.1 m*p}, p_max: 1}");
  const PathPlan plan = plan_path(machine, machine.paths[0]);
  EXPECT_EQ(plan.status(), PlanStatus::infeasible);
  EXPECT_NE(plan.reason.find("no drive moves T"), std::string::npos) << plan.reason;
}

// With however little is allowed: work is counted, including poses, and ends. What cannot leave
// rest is known by then.
TEST(RoughPaths, WorkAndMemoryEnd) {
  const Machine machine = make_cart("{joints: {S: 0.1 m*sin(9*p), T: 0.1 m*p}, p_max: 1}");
  const PathPlan hardly = plan_path(machine, machine.paths[0], {.work = 1'000});
  EXPECT_EQ(hardly.status(), PlanStatus::gave_up);
  EXPECT_NE(hardly.reason.find("gave up"), std::string::npos) << hardly.reason;
  for (const std::size_t work : {100'000u, 1'000'000u}) {
    SCOPED_TRACE(work);
    const PathPlan plan = plan_path(machine, machine.paths[0], {.work = work});
    EXPECT_EQ(plan.status(), PlanStatus::infeasible);
  }
  constexpr std::size_t kMemory = 20'000'000;
  constexpr double kMegabyte = 1048576.0;
  const PeakMemory memory;
  const auto begin = std::chrono::steady_clock::now();
  const PathPlan plan = plan_path(machine, machine.paths[0], {.memory = kMemory});
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  EXPECT_EQ(plan.status(), PlanStatus::infeasible);
  // Sanitizers hold more than was asked for.
  if (!kHasAddressSanitizer) {
    EXPECT_LE(memory.find_growth() * kMegabyte, 1.5 * static_cast<double>(kMemory));
  }
  // Seconds: many times what it takes, but finite.
  EXPECT_LT(took.count(), 20.0);
}

// The survey's poses are part of the work.
TEST(RoughPaths, PosesAreWork) {
  const Machine machine = make_engine("  F: {joint: S, limits: 200 N}\n");
  const std::size_t poses = PathSurvey(machine, machine.paths[0]).pose_count();
  const PathPlan plan = plan_path(machine, machine.paths[0], {.work = (poses / 2) * kWorkOfPose});
  EXPECT_EQ(plan.status(), PlanStatus::gave_up);
  EXPECT_NE(plan.reason.find("to survey"), std::string::npos) << plan.reason;
}

}  // namespace
}  // namespace globaldyn::inside::test
