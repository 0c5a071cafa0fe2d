// A parallel singularity inside a machine's path: a piston that drives a crank through its dead
// centres cannot move it there.
#include <gtest/gtest.h>

#include <cmath>

#include "globaldyn/record/planned_motion.h"
#include "globaldyn/survey/path_survey.h"

#include "core/base/constants.h"
#include "tests/support/small_machines.h"

namespace globaldyn::inside::test {
namespace {

Machine make_engine() {
  return parse_machine(write_engine(R"(drives:
  F: {joint: S, limits: 200 N}
paths:
  half: {joints: {A: 0.5 + p}, p_max: 2}
  through: {joints: {A: 0.5 + p}, p_max: 4}
  from_dead_centre: {joints: {A: p}, p_max: 2}
)"),
                       "engine.yaml", ".");
}

TEST(DeadCentre, IsANodeOfThePlan) {
  const Machine machine = make_engine();
  EXPECT_EQ(PathSurvey(machine, find_path(machine, "half")).breaks().size(), 2u);
  const PathSurvey survey(machine, find_path(machine, "through"));
  ASSERT_EQ(survey.breaks().size(), 3u);
  EXPECT_NEAR(survey.breaks()[1], kPi - 0.5, 1e-11);
}

TEST(DeadCentre, IsPassedByMomentum) {
  const Machine machine = make_engine();
  PlannedMotionOptions options;
  options.plan.tolerance = 1e-5;
  const PlannedMotion motion = plan_motion(machine, find_path(machine, "through"), options);
  ASSERT_EQ(motion.plan.status(), PlanStatus::optimal);
  EXPECT_LE(motion.max_violation, 1e-6);
  EXPECT_LT(motion.plan.plan.p.size(), 2000u);
  // The drive's work before it brakes, within its limits, gives the energy. At p the kinetic energy
  // is the force times the piston's displacement since the start of the motion, as long as it
  // pushes; the flywheel's speed at the dead centre cannot be more than all of that work allows.
  double most = 0.0;
  for (const MotionSample& sample : motion.fine.samples) {
    if (sample.state.p < kPi - 0.5) most = std::max(most, sample.state.d1);
  }
  const double begin = 0.1 * std::cos(0.5) + std::sqrt(0.09 - std::pow(0.1 * std::sin(0.5), 2));
  const double work = 200.0 * (begin - 0.2);
  EXPECT_LT(0.5 * 0.1 * most * most, work);
  // The motion brakes only after the dead centre, when the piston comes back.
  const MotionSample& last = motion.fine.samples.back();
  EXPECT_EQ(last.state.d1, 0.0);
  EXPECT_NEAR(motion.use.energy, motion.use.braking_energy, 1e-6 * motion.use.energy);
}

// At rest in a dead centre nothing can start it.
TEST(DeadCentre, CannotBeLeftFromRest) {
  const Machine machine = make_engine();
  const PathPlan plan = plan_path(machine, find_path(machine, "from_dead_centre"));
  EXPECT_EQ(plan.status(), PlanStatus::infeasible);
  EXPECT_NE(plan.reason.find("a dead point"), std::string::npos) << plan.reason;
  ASSERT_TRUE(plan.plan.obstacle.has_value());
  EXPECT_TRUE(plan.plan.obstacle->limits.empty());
}

// A slide of this length whose motor is perpendicular to the path at its start.
Machine make_slide(const std::string& length, const std::string& gravity) {
  const std::string text = R"(
globaldyn: 1
name: slide
gravity: )" + gravity + R"(
bodies:
  ground: {frames: {o: [0, -1 m]}}
  s: {mass: 2 kg, inertia: {plate: 0.01}}
joints:
  P: {type: prismatic, a: {body: ground, axis: x}, b: {body: s, axis: x}}
drives:
  F: {type: linear_motor, from: ground.o, to: s, limits: 100 N}
tool: s
paths:
  away: {position: {x: )" + length +
                           R"(*p}, p_max: 1}
)";
  return parse_machine(text, "slide.yaml", ".");
}

// However short the path is: on a nanometre the motor pushes with a billionth of its force.
TEST(DeadCentre, CannotBeLeftFromRestOnAnyScale) {
  for (const char* length : {"0.2 m", "1e-3 m", "1e-6 m", "1e-9 m"}) {
    SCOPED_TRACE(length);
    const Machine machine = make_slide(length, "[0, 0, 0]");
    const PathPlan plan = plan_path(machine, machine.paths.front());
    EXPECT_EQ(plan.status(), PlanStatus::infeasible) << plan.reason;
    EXPECT_NE(plan.reason.find("a dead point"), std::string::npos) << plan.reason;
    ASSERT_TRUE(plan.plan.obstacle.has_value());
    EXPECT_EQ(plan.plan.obstacle->p, 0.0);
    EXPECT_TRUE(plan.plan.obstacle->limits.empty());
  }
}

// Where it falls by itself the motor is not needed to start it.
TEST(DeadCentre, IsNoneWhereGravityPushes) {
  for (const char* length : {"1e-3 m", "1e-6 m"}) {
    SCOPED_TRACE(length);
    const Machine machine = make_slide(length, "[9.81, 0, 0]");
    const PathPlan plan = plan_path(machine, machine.paths.front());
    EXPECT_EQ(plan.reason.find("a dead point"), std::string::npos) << plan.reason;
  }
}

}  // namespace
}  // namespace globaldyn::inside::test
