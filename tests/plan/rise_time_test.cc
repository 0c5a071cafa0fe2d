// Motions whose forces take time to change.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "globaldyn/cycle/planned_cycle.h"
#include "globaldyn/record/planned_motion.h"
#include "tests/support/machines.h"

namespace globaldyn::inside::test {
namespace {

// A slide of 1 kg under |n| <= 1 N, along 1 m and back: its force would jump from 1 to -1 half-way.
Machine make_rising_slide(const std::string& law = "") {
  return parse_machine(R"(globaldyn: 1
name: slide
gravity: [0, 0, 0]
bodies:
  table: {mass: 1 kg, inertia: {diag: [1, 1, 1]}}
joints:
  X: {type: prismatic, a: {body: ground, axis: x}, b: {body: table, axis: x}}
drives:
  F: {joint: X, limits: 1 N}
tool: {body: table, at: [0, 0]}
paths:
  line: {position: {line: {from: [0, 0], to: [1, 0]}}, prescribe: [x])" +
                           law + R"(}
cycles:
  there_and_back: {steps: [{path: line}, {dwell: 1 s}, {path: line, reverse: true}]}
)",
                       "slide.yaml", ".");
}

// Time of 1 m with accelerations up to 1 m/s² that need `rise` from -1 to 1: four ramps of rise/2
// and two plateaus of t, (rise/2 + t) (rise + t) = 1.
double find_time(double rise) {
  const double t = -0.75 * rise + std::sqrt(1.0 + 0.0625 * rise * rise);
  return 2.0 * rise + 2.0 * t;
}

TEST(RiseTime, IsWhatTheWholeRangeTakes) {
  const Machine machine = make_rising_slide();
  for (const double rise : {0.02, 0.2, 0.5}) {
    PlannedMotionOptions options;
    options.plan.rise_time = rise;
    options.samples = 2001;
    const PlannedMotion motion = plan_motion(machine, machine.paths[0], options);
    ASSERT_EQ(motion.plan.status(), PlanStatus::optimal) << motion.plan.reason;
    EXPECT_NEAR(motion.plan.time(), find_time(rise), 1e-4 * find_time(rise));
    // Next to rest a force changes within a cell of the grid by some percent faster than on its
    // mean.
    constexpr double kInCells = 1.03;
    const auto& samples = motion.record.samples;
    for (std::size_t i = 1; i < samples.size(); ++i) {
      const double dt = samples[i].state.t - samples[i - 1].state.t;
      EXPECT_LE(std::abs(samples[i].forces(0) - samples[i - 1].forces(0)) / dt,
                kInCells * 2.0 / rise);
    }
  }
}

TEST(RiseTime, HoldsInAllMotionsOfACycle) {
  const Machine machine = make_rising_slide();
  PlannedMotionOptions options;
  options.plan.rise_time = 0.2;
  const PlannedMotion motion = plan_cycle(machine, machine.cycles.front(), options);
  ASSERT_EQ(motion.plan.status(), PlanStatus::optimal) << motion.plan.reason;
  EXPECT_NEAR(motion.plan.time(), 1.0 + 2.0 * find_time(0.2), 5e-4);
}

// The force range of every drive of the Star is 2 kN.
TEST(RiseTime, HoldsForDrivesThatShareTheirWork) {
  const Machine machine = load("sliding_star");
  PlannedMotionOptions options;
  options.plan.rise_time = 0.004;
  options.samples = 1501;
  const PlannedMotion motion = plan_motion(machine, find_path(machine, "circle_a"), options);
  ASSERT_EQ(motion.plan.status(), PlanStatus::optimal) << motion.plan.reason;
  options.plan.rise_time = 0.0;
  const double fastest = plan_motion(machine, find_path(machine, "circle_a"), options).plan.time();
  EXPECT_GT(motion.plan.time(), fastest);
  EXPECT_LT(motion.plan.time(), 1.06 * fastest);
  EXPECT_LE(motion.record.max_violation, kMostViolation);
  const auto& samples = motion.record.samples;
  for (std::size_t i = 1; i < samples.size(); ++i) {
    const double dt = samples[i].state.t - samples[i - 1].state.t;
    const double rate = (samples[i].forces - samples[i - 1].forces).cwiseAbs().maxCoeff() / dt;
    EXPECT_LE(rate, 1.02 * 2000.0 / 0.004) << samples[i].state.t;
  }
}

// A table on two slides of 10 kg each along a corner.
PathPlan plan_corner(const std::string& corner) {
  const Machine machine = parse_machine(R"(globaldyn: 1
name: table
bodies: {beam: {mass: 10 kg}, cart: {mass: 10 kg}}
joints:
  Y: {type: prismatic, a: {body: ground, axis: y}, b: {body: beam, axis: y}}
  X: {type: prismatic, a: {body: beam, axis: x}, b: {body: cart, axis: x}}
drives:
  FY: {joint: Y, limits: 1000 N}
  FX: {joint: X, limits: 1000 N}
tool: cart
paths:
  corner: {position: )" + corner + "}\n",
                                        "table.yaml", ".");
  return plan_path(machine, machine.paths.front(), {.rise_time = 0.005});
}

// The force on a blend is that of its curvature from its first point on. A smooth blend, whose
// third derivative jumps, and a corner with a stop are no obstacle.
TEST(RiseTime, TellsWherePathsAreTooSudden) {
  const PathPlan sudden = plan_corner(
      "{polyline: {points: [[0, 0], [0.5, 0], [0.5, 0.5]], blend: 30 mm, shape: parabola}}");
  EXPECT_EQ(sudden.status(), PlanStatus::infeasible);
  EXPECT_NE(sudden.reason.find("p = 0.47"), std::string::npos) << sudden.reason;
  EXPECT_NE(sudden.reason.find("curvature"), std::string::npos) << sudden.reason;
  const std::string corner = "{polyline: {points: [[0, 0], [0.5, 0], [0.5, 0.5]]";
  EXPECT_TRUE(plan_corner(corner + "}}").has_motion());
  EXPECT_TRUE(plan_corner(corner + ", blend: 30 mm}}").has_motion());
}

TEST(RiseTime, IsNotForMotionsThatAreGiven) {
  const Machine given = make_rising_slide(", law: {time: 3 s, shape: poly5}");
  EXPECT_THROW((void)plan_path(given, given.paths[0], {.rise_time = 0.1}), InputError);
}

}  // namespace
}  // namespace globaldyn::inside::test
