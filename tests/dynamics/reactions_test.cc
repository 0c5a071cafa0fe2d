// Bounds on joint reactions. Oracle: Newton's law for single bodies; statics of a loop.
#include <gtest/gtest.h>

#include <cmath>

#include "globaldyn/evaluation/evaluation.h"
#include "tests/support/machines.h"

namespace globaldyn::inside::test {
namespace {

// A few operations on values below some hundred.
constexpr double kReactionsTolerance = 1e-10;

constexpr const char* kPendulum = R"(globaldyn: 1
name: pendulum
gravity: [0, -10, 0]
bodies: {rod: {mass: 3, com: [0.5, 0], inertia: {diag: [0.01, 0.25, 0.25]}}}
joints: {R: {type: revolute, a: ground, b: rod}}
drives: {M: {joint: R, limits: 100 N m, viscous: 2 N m s}}
reactions:
  across: {joint: R, component: x, limits: [-40, 60]}
  up: {joint: R, component: y, limits: 90}
  twist: {joint: R, component: mx, limits: 5}
tool: {body: rod, at: [1, 0]}
paths: {swing: {joints: {R: 0.3 + p + 0.2*p^2}, p_max: 1}}
)";

TEST(Reactions, OfAPendulumAreMassTimesAcceleration) {
  const Machine machine = parse_machine(kPendulum, "pendulum.yaml", ".");
  for (const PoseCase& c : sample_path(machine, machine.paths[0], 5)) {
    const PoseDynamics dynamics = calc_dynamics(machine, c.task, c.motion, c.p);
    const double q = 0.3 + c.p + 0.2 * c.p * c.p, first = 1.0 + 0.4 * c.p, second = 0.4;
    // r = (cos q, sin q) / 2.
    const double x2 = 0.5 * (-std::cos(q) * first * first - std::sin(q) * second);
    const double y2 = 0.5 * (-std::sin(q) * first * first + std::cos(q) * second);
    ASSERT_EQ(dynamics.limits.rows.size(), 4u);
    const LimitRow& across = dynamics.limits.rows[1];
    EXPECT_NEAR(across.alpha, 3.0 * x2, kReactionsTolerance);
    EXPECT_EQ(across.beta, 0.0);
    EXPECT_NEAR(across.gamma, 0.0, kReactionsTolerance);
    EXPECT_NEAR(across.delta, -1.5 * std::sin(q) * first, kReactionsTolerance);
    EXPECT_EQ(across.low, -40.0);
    EXPECT_EQ(across.high, 60.0);
    const LimitRow& up = dynamics.limits.rows[2];
    EXPECT_NEAR(up.alpha, 3.0 * y2, kReactionsTolerance);
    EXPECT_NEAR(up.gamma, 30.0, kReactionsTolerance);
    EXPECT_NEAR(up.delta, 1.5 * std::cos(q) * first, kReactionsTolerance);
    // In its plane nothing twists the rod.
    const LimitRow& twist = dynamics.limits.rows[3];
    EXPECT_EQ(twist.alpha, 0.0);
    EXPECT_EQ(twist.delta, 0.0);
  }
}

TEST(Reactions, ShapeTheRegionAndNameItsEdges) {
  const Machine machine = parse_machine(kPendulum, "pendulum.yaml", ".");
  const Evaluation evaluation = evaluate(machine, {.samples = 3});
  bool named = false;
  for (const Sample& sample : evaluation.paths[0].samples) {
    ASSERT_EQ(sample.status, SampleStatus::ok);
    const double top = sample.region.d1_intervals()[0].high;
    ASSERT_TRUE(std::isfinite(top));
    for (const RegionComponent& component : sample.region.components()) {
      for (const RegionEdge& edge : component.edges) {
        for (const ActiveLimit& active : edge.active) {
          named |= active == ActiveLimit{"across", "reaction"};
        }
      }
    }
  }
  EXPECT_TRUE(named);
}

// A moment: the motor's housing takes what holds the arm's weight out of the plane of motion.
TEST(Reactions, MomentAboutTheJointsOrigin) {
  const Machine machine = parse_machine(R"(globaldyn: 1
name: boom
gravity: [0, 0, -10]
bodies: {boom: {mass: 2, com: [0.8, 0, 0], inertia: {diag: [0.1, 0.1, 0.1]}}}
joints: {R: {type: revolute, a: ground, b: boom}}
drives: {M: {joint: R, limits: 100 N m}}
reactions: {tilt: {joint: R, component: my, limits: 20}, lift: {joint: R, component: z, limits: 30}}
paths: {turn: {joints: {R: p}, p_max: 1}}
)",
                                        "boom.yaml", ".");
  const PoseCase c = sample_path(machine, machine.paths[0], 1).at(0);
  const PoseDynamics dynamics = calc_dynamics(machine, c.task, c.motion, c.p);
  // The weight 20 N at 0.8 m towards cos p pulls about +y of ground; the joint holds against it.
  EXPECT_NEAR(dynamics.limits.rows[1].gamma, -16.0 * std::cos(c.p), kReactionsTolerance);
  EXPECT_NEAR(dynamics.limits.rows[2].gamma, 20.0, kReactionsTolerance);
}

// A planar loop: reactions in its plane are determined, those that hold it in the plane shared.
TEST(Reactions, AnUndeterminedOneIsAnInputError) {
  const std::string loop = R"(globaldyn: 1
name: four_bar
bodies:
  crank: {mass: 1, com: [0.1, 0], inertia: {rod: 0.01}}
  rod: {mass: 1, com: [0.25, 0], inertia: {rod: 0.02}}
  rocker: {mass: 1, com: [0.15, 0], inertia: {rod: 0.01}}
joints:
  A: {type: revolute, a: ground, b: crank, guess: 60 deg}
  B: {type: revolute, a: {body: crank, at: [0.2, 0]}, b: rod, guess: -50 deg}
  C: {type: revolute, a: {body: rod, at: [0.5, 0]}, b: {body: rocker, at: [0.3, 0]}}
  D: {type: revolute, a: {body: ground, at: [0.45, 0]}, b: rocker, guess: 100 deg}
drives: {M: {joint: A, limits: 10 N m}}
paths: {turn: {joints: {A: 60 deg + p}, p_max: 0.5}}
reactions: {bearing: {joint: D, component: )";
  const auto load_with = [&](const std::string& component) {
    return parse_machine(loop + component + ", limits: 100}}\n", "four_bar.yaml", ".");
  };
  EXPECT_NO_THROW((void)evaluate(load_with("x"), {.samples = 2}));
  for (const std::string component : {"z", "mx"}) {
    try {
      (void)evaluate(load_with(component), {.samples = 2});
      ADD_FAILURE() << component;
    } catch (const InputError& error) {
      EXPECT_NE(std::string(error.what()).find("not determined"), std::string::npos);
      EXPECT_NE(std::string(error.what()).find("four_bar.yaml:14"), std::string::npos)
          << error.what();
    }
  }
}

}  // namespace
}  // namespace globaldyn::inside::test
