// What a recorded motion says besides forces.
#include <gtest/gtest.h>

#include <cmath>

#include "globaldyn/motion/planned_motion.h"

namespace globaldyn::test {
namespace {

// A slide of 2 kg along x under gravity, its centre of mass 0.1 m beside and 0.3 m above the joint,
// whose frame has x along z of the world and y along y. At 1 m/s² forward and back.
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
  for (int axis = 0; axis < 3; ++axis) options.reactions.push_back({0, false, axis});
  for (int axis = 0; axis < 3; ++axis) options.reactions.push_back({0, true, axis});
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

// The same forces, whether reactions are asked for or not.
TEST(MotionRecord, ReactionsDoNotChangeForces) {
  const std::string root = GLOBALDYN_SOURCE_DIR;
  const Machine machine = load_machine(root + "/machines/sliding_star/sliding_star.yaml");
  const Path& path = find_path(machine, "circle_a");
  const PathPlan plan = plan_path(machine, path, {.tolerance = 1e-3});
  const auto states = plan.trajectory.at({0.0, 0.05, 0.12, 0.2});
  RecordOptions with;
  with.reactions.push_back({0, false, 0});
  const MotionRecord a = record_motion(machine, path, states);
  const MotionRecord b = record_motion(machine, path, states, with);
  for (std::size_t i = 0; i < states.size(); ++i) {
    // Two solutions of the same equations, along the loops and dense.
    EXPECT_LE((a.samples[i].forces - b.samples[i].forces).norm(), 1e-6);
    EXPECT_EQ(b.samples[i].reactions.size(), 1u);
  }
}

// Of a state that is none the path is not to blame.
TEST(MotionRecord, StatesThatAreNotFiniteAreThePlannersFault) {
  const Machine machine =
      load_machine(std::string(GLOBALDYN_SOURCE_DIR) + "/machines/slider_crank/slider_crank.yaml");
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

}  // namespace
}  // namespace globaldyn::test
