// What a recorded motion contains in addition to forces.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "globaldyn/evaluation/path_walker.h"
#include "globaldyn/limits/motor_force.h"
#include "globaldyn/record/planned_motion.h"
#include "tests/plan/singular_machines.h"
#include "tests/support/machines.h"

namespace globaldyn::inside::test {
namespace {

// The fastest motion at `count` instants after its first.
std::vector<MotionState> list_planned_states(const Machine& machine, const Path& path, int count) {
  const Trajectory trajectory = plan_path(machine, path, {.tolerance = 1e-3}).trajectory;
  std::vector<double> times;
  for (int i = 0; i <= count; ++i) times.push_back(trajectory.duration() * i / count);
  return trajectory.at(times);
}

// A slide of 2 kg along x under gravity, its centre of mass 0.1 m to the side of and 0.3 m above
// the joint, whose frame has x along z of the world and y along y. At 1 m/s² forward and back.
TEST(MotionRecord, ReactionsCarryTheWeightAndTheInertia) {
  const Machine machine = parse_machine(R"(globaldyn: 1
name: slide
gravity: [0, 0, -10]
bodies:
  table: {mass: 2 kg, com: [0.1, 0, 0.3], inertia: {diag: [1, 1, 1]}}
joints:
  X: {type: prismatic, a: {body: ground, axis: x, x_axis: z}, b: {body: table, axis: x, x_axis: z}}
drives:
  F: {joint: X, limits: 2 N}
tool: {body: table, at: [0, 0]}
paths:
  line: {position: {line: {from: [0, 0], to: [1, 0]}}, prescribe: [x]}
)",
                                        "slide.yaml", ".");
  const PathPlan plan = plan_path(machine, machine.paths[0], {.tolerance = 1e-9});
  RecordOptions options;
  for (int axis = 0; axis < 3; ++axis) options.reactions.push_back({JointId(0), false, axis});
  for (int axis = 0; axis < 3; ++axis) options.reactions.push_back({JointId(0), true, axis});
  const MotionRecord record =
      record_motion(machine, machine.paths[0], plan.trajectory.at({0.5, 1.5}), options);
  for (std::size_t i = 0; i < 2; ++i) {
    const double a = i == 0 ? 1.0 : -1.0;
    const std::vector<double>& reactions = record.samples[i].reactions;
    ASSERT_EQ(reactions.size(), 6u);
    EXPECT_NEAR(record.samples[i].forces(0), 2.0 * a, 1e-8);
    EXPECT_NEAR(reactions[0], 20.0, 1e-9);  // the weight
    EXPECT_NEAR(reactions[1], 0.0, 1e-9);
    EXPECT_NEAR(reactions[2], 0.0, 1e-9);  // along the slide
    EXPECT_NEAR(reactions[3], 0.0, 1e-9);
    // Weight times 0.1 m, less the inertia force times 0.3 m.
    EXPECT_NEAR(reactions[4], 2.0 - 0.6 * a, 1e-8);
    EXPECT_NEAR(reactions[5], 0.0, 1e-9);
  }
}

// The same forces, whether reactions are requested or not.
TEST(MotionRecord, ReactionsDoNotChangeForces) {
  const Machine machine = load("sliding_star");
  const Path& path = find_path(machine, "circle_a");
  const PathPlan plan = plan_path(machine, path, {.tolerance = 1e-3});
  const auto states = plan.trajectory.at({0.0, 0.05, 0.12, 0.2});
  RecordOptions with;
  with.reactions.push_back({JointId(0), false, 0});
  const MotionRecord a = record_motion(machine, path, states);
  const MotionRecord b = record_motion(machine, path, states, with);
  for (std::size_t i = 0; i < states.size(); ++i) {
    // Two solutions of the same equations, along the loops and dense.
    EXPECT_LE((a.samples[i].forces - b.samples[i].forces).norm(), 1e-6);
    EXPECT_EQ(b.samples[i].reactions.size(), 1u);
  }
}

// Bit by bit, whichever thread computes which part of the motion.
TEST(MotionRecord, IsTheSameForAnyNumberOfThreads) {
  const Machine machine = load("sliding_star");
  const Path& path = find_path(machine, "circle_a");
  const auto states = list_planned_states(machine, path, 700);
  for (const ForceChoice choice : {ForceChoice::minimum, ForceChoice::smooth}) {
    const MotionRecord one = record_motion(machine, path, states, {.choice = choice});
    const MotionRecord three =
        record_motion(machine, path, states, {.choice = choice, .threads = 3});
    ASSERT_EQ(one.samples.size(), states.size());
    ASSERT_EQ(three.samples.size(), states.size());
    for (std::size_t i = 0; i < states.size(); ++i) {
      EXPECT_EQ(one.samples[i].state.t, states[i].t);
      EXPECT_EQ(one.samples[i].forces, three.samples[i].forces) << i;
      EXPECT_EQ(one.samples[i].positions, three.samples[i].positions) << i;
    }
  }
}

// Where a motion is evaluated in parts, each is on the branch of the one before and rotary drives
// continue their angles: the same as a single walk along the same instants.
TEST(MotionRecord, PartsOfAMotionFitTogether) {
  const Machine machine = load("slider_crank");
  const Path& path = find_path(machine, "turn");
  const auto states = list_planned_states(machine, path, 1000);
  const MotionRecord record = record_motion(machine, path, states, {.threads = 2});
  ASSERT_EQ(record.samples.size(), states.size());
  PathWalker walker(machine, path);
  for (std::size_t i = 0; i < states.size(); ++i) {
    const Sample& sample = walker.move_to_limits(states[i].p);
    ASSERT_EQ(sample.status, SampleStatus::ok) << sample.reason.what;
    const VectorXd forces = sample.map.calc_forces(states[i].d1, states[i].d2);
    EXPECT_LE((record.samples[i].forces - forces).norm(), 1e-9 * (1.0 + forces.norm())) << i;
    if (i == 0) continue;
    const VectorXd step = record.samples[i].positions - record.samples[i - 1].positions;
    EXPECT_LE(step.norm(), 0.1) << i;
  }
}

// The first failure on the way is reported, wherever parts start.
// Its file does not say on which side rods are, and put together at p = 0.27 one of them would be
// on the other. What is recorded is the motion along the path from its start.
TEST(MotionRecord, IsOnTheBranchOfThePathWhereverItBegins) {
  const auto all = list_singular_machines();
  const auto of = std::find_if(all.begin(), all.end(), [](const SingularMachine& machine) {
    return machine.name == "prr3";
  });
  ASSERT_NE(of, all.end());
  const std::string path =
      "  path: {position: {x: -0.037 + 0.035*p + 0.01*p*(1 - p), y: 0.011 - 0.076*p - 0.016*p*(1 - "
      "p)}, "
      "orientation: {phi: 0.018 + 0.63*p + 0.06*p*(1 - p)}, p_max: 1}\n";
  const Machine machine = parse_machine(of->text + path, "prr3.yaml", ".");
  const MotionState start{.t = 0.0, .p = 0.0}, later{.t = 1.0, .p = 0.27, .d1 = 13.0, .d2 = 400.0};
  const MotionRecord whole = record_motion(machine, machine.paths[0], {start, later});
  const MotionRecord part = record_motion(machine, machine.paths[0], {later});
  for (int k = 0; k < 3; ++k) {
    EXPECT_NEAR(part.samples[0].rates(k), whole.samples[1].rates(k), 1e-9) << k;
    EXPECT_NEAR(part.samples[0].forces(k), whole.samples[1].forces(k), 1e-6) << k;
  }
}

TEST(MotionRecord, SaysWhereTheMachineFailsFirst) {
  const Machine machine = parse_machine(R"(globaldyn: 1
name: arm
bodies:
  one: {mass: 1 kg, inertia: {diag: [1, 1, 1]}}
  two: {mass: 1 kg, inertia: {diag: [1, 1, 1]}}
joints:
  A: {type: revolute, a: {body: ground, axis: z}, b: {body: one, axis: z}}
  B: {type: revolute, a: {body: one, at: [1, 0], axis: z}, b: {body: two, axis: z}}
drives:
  MA: {joint: A, limits: 10 N m}
  MB: {joint: B, limits: 10 N m}
tool: {body: two, at: [1, 0]}
paths:
  out: {position: {line: {from: [1, 0.5], to: [3, 0.5]}}}
)",
                                        "arm.yaml", ".");
  const double reach = (std::sqrt(4.0 - 0.25) - 1.0) / 2.0;  // of the path
  // Within a part, as its last instant, and as the first of one.
  for (const int failing : {200, 255, 256, 257}) {
    const auto find_p = [&](int i) { return reach * (i + 0.5) / failing; };
    std::vector<MotionState> states;
    for (int i = 0; i <= 400; ++i) states.push_back({1e-3 * i, find_p(i), 1.0, 0.0});
    try {
      (void)record_motion(machine, machine.paths.front(), states, {.threads = 2});
      ADD_FAILURE() << "taken";
    } catch (const NumericalError& error) {
      const std::string text = error.what();
      EXPECT_NEAR(std::stod(text.substr(text.find("p = ") + 4)), find_p(failing), 1e-6) << text;
    }
  }
}

// The path is not to blame for an invalid state.
TEST(MotionRecord, StatesThatAreNotFiniteAreThePlannersFault) {
  const Machine machine = load("slider_crank");
  const double nan = std::nan("");
  for (const MotionState& state : {MotionState{0.0, nan, 1.0, 0.0},
                                   {nan, 0.0, 1.0, 0.0},
                                   {0.0, 0.0, nan, 0.0},
                                   {0.0, 0.0, 1.0, nan}}) {
    try {
      (void)record_motion(machine, machine.paths.front(), {state});
      ADD_FAILURE() << "taken";
    } catch (const InputError& error) {
      ADD_FAILURE() << error.what();
    } catch (const NumericalError& error) {
      EXPECT_NE(std::string(error.what()).find("planner"), std::string::npos) << error.what();
    }
  }
}

// A table hanging on a slide while another moves it sideways: 20 N, partly held by stiction.
PlannedMotion plan_hanging(const std::string& limits, PlannedMotionOptions options = {}) {
  const Machine machine = parse_machine(R"(globaldyn: 1
name: hanging
gravity: [0, -10, 0]
bodies:
  carriage: {mass: 1 kg, inertia: {diag: [1, 1, 1]}}
  table: {mass: 2 kg, inertia: {diag: [1, 1, 1]}}
joints:
  X: {type: prismatic, a: {body: ground, axis: x}, b: {body: carriage, axis: x}}
  Y: {type: prismatic, a: {body: carriage, axis: y}, b: {body: table, axis: y}}
tool: {body: table, at: [0, 0]}
drives:
  FX: {joint: X, limits: 3 N}
  FY: {joint: Y, )" + limits + R"(}
paths:
  line: {position: {line: {from: [0, 0], to: [1, 0]}}}
)",
                                        "hanging.yaml", ".");
  options.plan.tolerance = 1e-4;
  options.samples = 11;
  return plan_motion(machine, machine.paths.front(), options);
}

void expect_motor_force(const PlannedMotion& motion, double force) {
  ASSERT_EQ(motion.plan.status(), PlanStatus::optimal) << motion.plan.reason;
  constexpr double kRoundOff = 1e-9;  // of inverse dynamics
  EXPECT_LE(motion.max_violation, kRoundOff);
  EXPECT_NEAR(motion.use.peak_force(1), std::abs(force), kRoundOff);
  EXPECT_NEAR(motion.use.rms_force(1), std::abs(force), kRoundOff);
  for (const MotionSample& sample : motion.record.samples) {
    EXPECT_NEAR(sample.forces(1), force, kRoundOff);
    EXPECT_NEAR(sample.forces(1) + sample.stiction(1), 20.0, kRoundOff);
    EXPECT_EQ(sample.stiction(0), 0.0);
  }
}

TEST(MotionRecord, StictionTakesItsShareOfAForceAtRest) {
  expect_motor_force(plan_hanging("limits: 30 N"), 20.0);
  expect_motor_force(plan_hanging("limits: 30 N, coulomb: 4 N"), 16.0);
  expect_motor_force(plan_hanging("limits: 18 N, coulomb: 4 N"), 16.0);
  expect_motor_force(plan_hanging("limits: 16.1 N, coulomb: 4 N"), 16.0);
  expect_motor_force(plan_hanging("limits: 30 N, coulomb: 25 N"), 0.0);
  expect_motor_force(plan_hanging("limits: [18 N, 30 N], coulomb: 4 N"), 18.0);
  expect_motor_force(plan_hanging("limits: [-30 N, -1 N], coulomb: 25 N"), -1.0);
  expect_motor_force(plan_hanging("coulomb: 4 N, speed_line: {stall: 17 N, no_load_speed: 1 m/s}"),
                     16.0);
  PlannedMotionOptions preload;
  preload.choice = ForceChoice::preload;
  for (const auto& [wanted, force] : {std::pair{0.0, 16.0}, {17.0, 17.0}, {25.0, 18.0}}) {
    preload.preload = Eigen::Vector2d(0.0, wanted);
    expect_motor_force(plan_hanging("limits: 18 N, coulomb: 4 N", preload), force);
  }
}

// Never more than the whole limit if it is kept, not even by the last bit.
TEST(MotorForce, IsNeverMoreThanTheLimitIfThatIsKept) {
  for (const double limit : {0.1, 1.0 / 3.0, 17.3, 1e6 / 7.0}) {
    for (const double stiction : {1e-9, 0.1, 2.7, 1e5 / 3.0}) {
      for (const double beyond : {-1e-15, 0.0, 1e-16, 3e-13}) {
        const double force = (limit + stiction) * (1.0 + beyond);
        const double motor = find_motor_force(force, stiction, {-limit, limit}, 0.0);
        EXPECT_LE(motor, limit);
        EXPECT_NEAR(motor, limit, 1e-9 * (limit + stiction));
        EXPECT_GE(find_motor_force(-force, stiction, {-limit, limit}, 0.0), -limit);
      }
    }
  }
  // Violated limits are visible as such.
  EXPECT_NEAR(find_motor_force(12.0, 1.0, {-10.0, 10.0}, 0.0), 11.0, 1e-12);
  EXPECT_NEAR(find_motor_force(-12.0, 1.0, {-10.0, 10.0}, 0.0), -11.0, 1e-12);
}

// What friction holds loads the other slide as much as what the motor holds: 10 N and 20 N.
TEST(MotionRecord, ReactionsCarryWhatStictionHolds) {
  PlannedMotionOptions options;
  options.reactions = true;
  const PlannedMotion motion = plan_hanging("limits: 18 N, coulomb: 4 N", options);
  ASSERT_FALSE(motion.record.samples.empty());
  ASSERT_EQ(motion.reaction_names[0], "X.x");
  // Along the axes perpendicular to the joint's own, which is the third.
  for (const MotionSample& sample : motion.record.samples) {
    EXPECT_NEAR(std::hypot(sample.reactions[0], sample.reactions[1]), 30.0, 1e-8);
  }
}

}  // namespace
}  // namespace globaldyn::inside::test
