// Assembling machines from the poses in their files. Oracle: slides are where their path is,
// however far that may be compared with any size of the machine.
#include "core/kinematics/assembly.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "core/kinematics/motion.h"
#include "globaldyn/evaluation/path_summary.h"
#include "globaldyn/generation/generated_machine.h"
#include "globaldyn/machine/machine.h"

namespace globaldyn::inside::test {
namespace {

// A gantry of point masses whose tool is `above` its slides: nothing else in it has a length.
Machine make_gantry(double above, double away) {
  return parse_machine(fmt::format(R"(globaldyn: 1
name: gantry
bodies:
  x: {{mass: 5 kg}}
  y: {{mass: 2 kg}}
joints:
  X: {{type: prismatic, a: {{body: ground, axis: x}}, b: {{body: x, axis: x}}}}
  Y: {{type: prismatic, a: {{body: x, axis: y}}, b: {{body: y, axis: y}}}}
drives:
  F: {{joint: X, limits: 100 N}}
  G: {{joint: Y, limits: 100 N}}
tool: {{body: y, at: [0, 0, {}]}}
paths:
  a: {{position: {{line: {{from: [{}, 0.1], to: [{}, 0.3]}}}}}}
)",
                                   above, away, away + 0.2),
                       "gantry.yaml", ".");
}

// A rail with an arm of two links of 0.2 m.
Machine make_rail_arm(double away) {
  return parse_machine(fmt::format(R"(globaldyn: 1
name: rail
bodies:
  c: {{mass: 20 kg, inertia: {{plate: 0.1}}}}
  a: {{mass: 3 kg, inertia: {{plate: 0.02}}}}
  b: {{mass: 2 kg, inertia: {{plate: 0.02}}}}
joints:
  X: {{type: prismatic, a: {{body: ground, axis: x}}, b: {{body: c, axis: x}}}}
  A: {{type: revolute, a: c, b: a, guess: 0.5}}
  B: {{type: revolute, a: {{body: a, at: [0.2, 0]}}, b: b}}
drives:
  F: {{joint: X, limits: 500 N}}
  G: {{joint: A, limits: 30 N*m}}
  H: {{joint: B, limits: 20 N*m}}
tool: {{body: b, at: [0.2, 0]}}
paths:
  a: {{position: {{line: {{from: [{}, 0.1], to: [{}, 0.15]}}}}, orientation: {{phi: 0.2}}}}
)",
                                   away, away + 0.2),
                       "rail.yaml", ".");
}

// Nothing if it has none.
std::vector<double> list_first_pose(const Machine& machine) {
  const Evaluation evaluation = evaluate(machine, {.paths = {}, .samples = 3});
  for (const Sample& sample : evaluation.paths[0].samples) {
    EXPECT_EQ(sample.status, SampleStatus::ok) << sample.reason.what;
  }
  if (evaluation.paths[0].samples[0].status != SampleStatus::ok) return {};
  return calc_joint_coordinates(machine.mechanism, evaluation.paths[0].samples[0].motion.pose);
}

TEST(Assembly, SlidesReachAsFarAsThePathIs) {
  for (const double above : {0.1, 5e-3, 1e-4, 1e-6}) {
    for (const double away : {0.0, -2.0, 20.0}) {
      SCOPED_TRACE(fmt::format("{} m above, {} m away", above, away));
      const std::vector<double> q = list_first_pose(make_gantry(above, away));
      ASSERT_EQ(q.size(), 2u);
      // Rounding of a position in units of the machine's own size.
      const double round_off = 1e-12 * (1.0 + std::abs(away));
      EXPECT_NEAR(q[0], away, round_off);
      EXPECT_NEAR(q[1], 0.1, round_off);
    }
  }
}

// Wherever it is on its rail, the arm itself is assembled in one of its two ways.
TEST(Assembly, RailsCarryArmsAsFarAsThePathIs) {
  const double sine = (0.1 - 0.2 * std::sin(0.2)) / 0.2;
  for (const double away : {0.0, 5.0, -50.0, 1000.0}) {
    SCOPED_TRACE(away);
    const std::vector<double> q = list_first_pose(make_rail_arm(away));
    ASSERT_EQ(q.size(), 3u);
    EXPECT_NEAR(std::sin(q[1]), sine, 1e-11);
    EXPECT_NEAR(q[0], away - 0.2 * std::cos(q[1]) - 0.2 * std::cos(0.2),
                1e-11 * (1.0 + std::abs(away)));
  }
}

// Of so many bodies that Newton's steps are taken from sparse equations.
TEST(Assembly, ManyShakenBodiesCloseNearby) {
  const Machine machine = parse_machine(make_rods(150), "rods.yaml", ".");
  const Mechanism& mechanism = machine.mechanism;
  const AssemblyOutcome outcome = assemble(mechanism, machine.topology, {});
  ASSERT_EQ(outcome.status, AssemblyStatus::ok) << outcome.reason;
  EXPECT_LE(outcome.residual, 1e-12);
  constexpr double kShake = 1e-4;
  std::mt19937 random(1);
  std::uniform_real_distribution<double> shake(-kShake, kShake);
  Pose pose = outcome.pose;
  for (const BodyId b : moving_bodies(pose)) {
    pose[b].r += Vector3d(shake(random), shake(random), shake(random));
    pose[b].R = Eigen::AngleAxisd(shake(random), Vector3d::UnitZ()) * pose[b].R;
  }
  const NewtonOutcome newton = solve_position(mechanism, {}, pose);
  EXPECT_TRUE(newton.converged);
  EXPECT_LE(newton.iterations, 6);  // it converges as Newton's method does
  double largest = 0.0, farthest = 0.0;
  for (const ScalarRow& row : make_constraint_rows(mechanism, {pose, nullptr})) {
    largest = std::max(largest, std::abs(row.value));
  }
  for (const BodyId b : moving_bodies(pose)) {
    farthest = std::max(farthest, (pose[b].r - outcome.pose[b].r).norm());
  }
  // A unit rod's ends, and machines of 48 m across.
  EXPECT_LE(largest, 1e-11);
  // The nearest closed pose is not much farther than the shaken one.
  EXPECT_LE(farthest, 20.0 * kShake);
}

}  // namespace
}  // namespace globaldyn::inside::test
