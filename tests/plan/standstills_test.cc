// Motions along paths that stand still by themselves, like those written as laws of motion. Oracle:
// a mass under a force needs 2 sqrt(distance / acceleration) from rest to rest, however its path is
// written.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "globaldyn/motion/plan_path.h"
#include "tests/campaign/check_limits.h"
#include "tests/support/law_arm.h"
#include "tests/support/law_slide.h"

namespace globaldyn::inside::test {
namespace {

constexpr double kMass = 2.0, kForce = 40.0;

double calc_time(double way) {
  return 2.0 * std::sqrt(way * kMass / kForce);
}

// At several tolerances: optimal, enclosing the time, within limits.
void expect_time(const Machine& machine, double time) {
  for (const double tolerance : {1e-2, 1e-3, 1e-4, 1e-6}) {
    SCOPED_TRACE(tolerance);
    PathPlanOptions options;
    options.tolerance = tolerance;
    const PathPlan plan = plan_path(machine, machine.paths[0], options);
    ASSERT_EQ(plan.status(), PlanStatus::optimal) << plan.reason;
    EXPECT_LE(plan.plan.time_lower, time * (1.0 + 1e-12));
    EXPECT_GE(plan.plan.time, time * (1.0 - 1e-12));
    EXPECT_LE(find_excess(machine, machine.paths[0], plan, 500).share, 2e-9);
  }
}

// No node is closer to the next than 1e-5, however close the bounds must be.
void expect_coarse_grid(const Machine& machine) {
  for (const double tolerance : {1e-4, 1e-8}) {
    const PathPlan plan = plan_path(machine, machine.paths[0], {.tolerance = tolerance});
    ASSERT_EQ(plan.status(), PlanStatus::optimal) << plan.reason;
    for (std::size_t i = 0; i + 1 < plan.plan.p.size(); ++i) {
      EXPECT_GT(plan.plan.p[i + 1] - plan.plan.p[i], 1e-5) << "at p = " << plan.plan.p[i];
    }
  }
}

TEST(Standstills, LawsOfMotionAreOnlyWays) {
  const std::vector<std::string> laws{"0.3*(3*p^2 - 2*p^3)",
                                      "0.3*(10*p^3 - 15*p^4 + 6*p^5)",
                                      "0.3*(35*p^4 - 84*p^5 + 70*p^6 - 20*p^7)",
                                      "0.3*(p - sin(2*pi*p)/(2*pi))",
                                      "0.3*p^2",
                                      "0.3*p^3"};
  for (const std::string& law : laws) {
    SCOPED_TRACE(law);
    expect_time(make_law_slide(law, "1"), calc_time(0.3));
  }
}

// With drives that share the force, and friction that takes part of it but helps to brake.
TEST(Standstills, WithSeveralDrivesAndFriction) {
  const std::string law = "0.3*(10*p^3 - 15*p^4 + 6*p^5)";
  expect_time(
      make_law_slide(law, "1", "  F: {joint: P, limits: 25 N}\n  G: {joint: P, limits: 15 N}\n"),
      calc_time(0.3));
  const double friction = 5.0;
  const double up = (kForce - friction) / kMass, down = (kForce + friction) / kMass;
  expect_time(make_law_slide(law, "1", "  F: {joint: P, limits: 40 N, coulomb: 5 N}\n"),
              std::sqrt(2.0 * 0.3 * (up + down) / (up * down)));
}

TEST(Standstills, ThereAndBackIsTwoWays) {
  expect_time(make_law_slide("0.3*sin(p)", "pi"), 2.0 * calc_time(0.3));
  expect_time(make_law_slide("0.3*sin(p)^3", "pi"), 2.0 * calc_time(0.3));
}

// As between two separate motions, since the machine needs no particular d1 at the turn.
TEST(Standstills, StopsAtTheTurnTakeAsLongAsTheyLast) {
  for (const char* law : {"0.3*sin(p)", "0.3*sin(p)^3"}) {
    SCOPED_TRACE(law);
    Machine machine = make_law_slide(law, "pi");
    const double turn = 0.5 * machine.paths[0].p_max, rest = 0.1;
    machine.paths[0].stops = {{turn, rest}};
    expect_time(machine, 2.0 * calc_time(0.3));
    const PathPlan plan = plan_path(machine, machine.paths[0], {.tolerance = 1e-6});
    EXPECT_NEAR(plan.time(), 2.0 * calc_time(0.3) + rest, 2e-6);
    const MotionState resting = plan.trajectory.at(0.5 * plan.time());
    EXPECT_EQ(resting.p, turn);
    EXPECT_EQ(resting.d1, 0.0);
  }
}

TEST(Standstills, StopsAtTheTurnNeedNoFinerGrid) {
  Machine machine = make_law_slide("0.3*sin(p)", "pi");
  machine.paths[0].stops = {{0.5 * machine.paths[0].p_max, 0.1}};
  expect_coarse_grid(machine);
}

// A motion that starts and ends where the path stands still is at rest there at any d1.
TEST(Standstills, AtBothEndsNeedNoFinerGrid) {
  const Machine machine = make_law_slide("0.15*(1 - cos(p))", "2*pi");
  expect_time(machine, 2.0 * calc_time(0.3));
  expect_coarse_grid(machine);
}

// Motors with all their properties: twice the distance takes twice the time, as accurately.
TEST(Standstills, ThereAndBackWithMotorsIsTwoWays) {
  const std::string motor =
      "  F: {joint: P, limits: 40 N, speed_line: {stall: 60 N, no_load_speed: 3 m/s}, coulomb: 3 N,"
      " viscous: 8 N*s/m}\n";
  const Machine way = make_law_slide("0.15*(1 - cos(p))", "pi", motor);
  const Machine both = make_law_slide("0.15*(1 - cos(p))", "2*pi", motor);
  for (const double tolerance : {1e-3, 1e-6}) {
    SCOPED_TRACE(tolerance);
    const PathPlan once = plan_path(way, way.paths[0], {.tolerance = tolerance});
    const PathPlan twice = plan_path(both, both.paths[0], {.tolerance = tolerance});
    ASSERT_EQ(once.status(), PlanStatus::optimal) << once.reason;
    ASSERT_EQ(twice.status(), PlanStatus::optimal) << twice.reason;
    EXPECT_LE(twice.plan.time_lower, 2.0 * once.plan.time);
    EXPECT_GE(twice.plan.time, 2.0 * once.plan.time_lower);
    EXPECT_LE(find_excess(both, both.paths[0], twice, 500).share, 2e-9);
  }
}

// d1 is finite everywhere, so that the machine rests where the path does, although p continues.
TEST(Standstills, OnTheWayTheMachineRests) {
  expect_time(make_law_slide("0.8*(p - 0.5)^3", "1"), 2.0 * calc_time(0.1));
  expect_time(make_law_slide("0.1*(p - sin(2*pi*p)/(2*pi))", "3"), 3.0 * calc_time(0.1));
}

// Nearly at rest in p, with friction, an arm takes the same path for any law, and therefore the
// same time.
TEST(Standstills, NearlyOneMakesNoDifference) {
  const Machine even = make_law_arm("p");
  const PathPlan known = plan_path(even, even.paths[0], {.tolerance = 1e-7});
  ASSERT_EQ(known.status(), PlanStatus::optimal);
  // The slowest p is at 37 %, 8 % and 3 % of the mean.
  for (const double bend : {0.1, 0.146, 0.155}) {
    const Machine machine = make_law_arm(fmt::format("p + {}*sin(2*pi*p)", bend));
    for (const double tolerance : {1e-2, 1e-3, 1e-4, 1e-6}) {
      const PathPlan plan = plan_path(machine, machine.paths[0], {.tolerance = tolerance});
      EXPECT_EQ(plan.status(), PlanStatus::optimal) << bend << ", " << tolerance << plan.reason;
      EXPECT_LE(plan.plan.time_lower, known.plan.time) << bend << ", " << tolerance;
      EXPECT_GE(plan.plan.time, known.plan.time_lower) << bend << ", " << tolerance;
    }
  }
}

TEST(Standstills, WorkIsBounded) {
  const Machine machine = make_law_slide("0.3*(10*p^3 - 15*p^4 + 6*p^5)", "1");
  PathPlanOptions options;
  options.tolerance = 1e-9;
  options.work = 20000;
  const PathPlan plan = plan_path(machine, machine.paths[0], options);
  EXPECT_EQ(plan.status(), PlanStatus::gave_up);
}

}  // namespace
}  // namespace globaldyn::inside::test
