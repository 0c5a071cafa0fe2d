// Oracle: closed forms by hand for joints, drives, springs and loads not found in simple arms.
#include <gtest/gtest.h>

#include <cmath>

#include "core/base/constants.h"
#include "tests/support/machines.h"
#include "tests/support/round_off.h"

namespace globaldyn::inside::test {
namespace {

std::vector<PoseCase> run(const std::string& text, int count = 7) {
  const Machine machine = parse_machine("globaldyn: 1\nname: m\n" + text, "m.yaml", ".");
  std::vector<PoseCase> cases = sample_path(machine, machine.paths[0], count);
  EXPECT_EQ(cases.size(), static_cast<std::size_t>(count));
  return cases;
}

// Terms stay below some hundred in the machines here, sums below a hundred terms.
constexpr double kForceElementsTolerance = 1e-10;

TEST(Springs, SpringAndDamperAtASlidingJoint) {
  for (const PoseCase& c : run(R"(
bodies: {cart: {mass: 2, inertia: {diag: [1, 1, 1]}}}
joints: {S: {type: prismatic, a: ground, b: cart}}
drives: {F: {joint: S}}
springs: {s: {joint: S, stiffness: 300 N/m, rest: 0.1 m, damping: 7 N s/m}}
paths: {move: {joints: {S: 0.3*p^2}, p_max: 1}}
)")) {
    const double q = 0.3 * c.p * c.p, rate = 0.6 * c.p;
    EXPECT_NEAR(c.map.A()(0), 2 * 0.6, kForceElementsTolerance);
    EXPECT_NEAR(c.map.B()(0), 7 * rate, kForceElementsTolerance);
    EXPECT_NEAR(c.map.C()(0), 300 * (q - 0.1), kForceElementsTolerance);
    EXPECT_NEAR(c.map.D()(0), 2 * rate, kForceElementsTolerance);
  }
}

TEST(Springs, SpringAndDamperAtATurningJoint) {
  for (const PoseCase& c : run(R"(
bodies: {rotor: {mass: 2, inertia: {diag: [1, 1, 1]}}}
joints: {R: {type: revolute, a: ground, b: rotor}}
drives: {M: {joint: R}}
springs: {s: {joint: R, stiffness: 30 N m/rad, rest: -20 deg, damping: 0.5 N m s/rad}}
paths: {move: {joints: {R: 2*p - 1}, p_max: 1}}
)")) {
    EXPECT_NEAR(c.map.C()(0), 30 * (2 * c.p - 1 + kPi / 9), kForceElementsTolerance);
    EXPECT_NEAR(c.map.B()(0), 0.5 * 2, kForceElementsTolerance);
  }
}

// From its rest at 150 deg the short way: across the half turn at which angles jump.
TEST(Springs, SpringAtATurningJointIsSmoothWithinHalfATurnOfItsRest) {
  for (const PoseCase& c : run(R"(
bodies: {rotor: {mass: 2, inertia: {diag: [1, 1, 1]}}}
joints: {R: {type: revolute, a: ground, b: rotor}}
drives: {M: {joint: R}}
springs: {s: {joint: R, stiffness: 30 N m/rad, rest: 150 deg}}
paths: {move: {joints: {R: 1 + p}, p_max: 4.5}}
)")) {
    EXPECT_NEAR(c.map.C()(0), 30 * (1 + c.p - 5 * kPi / 6), kForceElementsTolerance);
  }
}

// A crank of length r pulled by a spring to a point at distance h: the torque is the slope of
// the spring's energy over the angle, the damper's that of its power.
TEST(Springs, SpringAndDamperBetweenPoints) {
  for (const PoseCase& c : run(R"(
bodies: {crank: {mass: 2, com: [0.1, 0], inertia: {diag: [1, 1, 1]}}}
joints: {R: {type: revolute, a: ground, b: crank}}
drives: {M: {joint: R}}
springs:
  s: {from: {body: crank, at: [0.3, 0]}, to: {body: ground, at: [0, 0.5]}, stiffness: 200 N/m,
      rest: 0.15 m, damping: 40 N s/m}
paths: {move: {joints: {R: p}, p_max: 6}}
)")) {
    const double length = std::sqrt(0.09 + 0.25 - 2 * 0.3 * 0.5 * std::sin(c.p));
    const double slope = -0.3 * 0.5 * std::cos(c.p) / length;
    EXPECT_NEAR(c.map.C()(0), 200 * (length - 0.15) * slope, kForceElementsTolerance);
    EXPECT_NEAR(c.map.B()(0), 40 * slope * slope, kForceElementsTolerance);
  }
}

// The tool's x axis is the arm's y axis.
TEST(ToolWrench, InTheAxesOfATurnedToolFrame) {
  for (const PoseCase& c : run(R"(
bodies: {arm: {mass: 2, inertia: {diag: [1, 1, 1]}}}
joints: {R: {type: revolute, a: ground, b: arm}}
drives: {M: {joint: R}}
tool: {body: arm, at: [0.4, 0], cardan: [0, 0, 90 deg]}
paths: {move: {joints: {R: 2*p}, p_max: 1.5}}
loads: {tool_wrench: {frame: tool, force: [5, 0, 0]}}
)")) {
    EXPECT_NEAR(c.map.C()(0), -0.4 * 5, kForceElementsTolerance);
  }
}

constexpr const char* kTurningArm = R"(
bodies: {arm: {mass: 2, inertia: {diag: [1, 1, 1]}}}
joints: {R: {type: revolute, a: ground, b: arm}}
drives: {M: {joint: R}}
tool: {body: arm, at: [0.4, 0]}
paths: {move: {joints: {R: 2*p}, p_max: 1.5}}
)";

// The drive must balance what the process does to the tool: n = -(r x F)_z - T_z.
TEST(ToolWrench, InGlobalAxesDependingOnP) {
  for (const PoseCase& c :
       run(std::string(kTurningArm) +
           "loads: {tool_wrench: {force: [3*p, -5 N, 100 N], torque: [9, 9, 2*sin(p)]}}\n")) {
    const double x = 0.4 * std::cos(2 * c.p), y = 0.4 * std::sin(2 * c.p);
    EXPECT_NEAR(c.map.C()(0), -(x * -5 - y * 3 * c.p) - 2 * std::sin(c.p), kForceElementsTolerance);
  }
}

TEST(ToolWrench, InToolAxes) {
  for (const PoseCase& c :
       run(std::string(kTurningArm) + "loads: {tool_wrench: {frame: tool, force: [50, 7*p, 0], "
                                      "torque: [0, 0, 1]}}\n")) {
    EXPECT_NEAR(c.map.C()(0), -0.4 * 7 * c.p - 1, kForceElementsTolerance);
  }
}

// Two shafts at the angle b through a universal joint. The fork of the first points along
// (cos p, sin p, 0); the second's is perpendicular to that and to its own shaft, so that its
// angle is q with tan q = cos b tan p, rotating at dq/dp times the first one's speed.
TEST(Joints, UniversalJointDrivesTheSecondShaftUnevenly) {
  const double b = 0.6;
  for (const PoseCase& c : run(R"(
bodies:
  in: {mass: 1, inertia: {diag: [0.3, 0.4, 0.5]}}
  out: {mass: 1, inertia: {diag: [0.3, 0.4, 0.7]}}
joints:
  A: {type: revolute, a: ground, b: in}
  B: {type: revolute, a: {body: ground, cardan: [0.6, 0, 0]}, b: out}
  U: {type: universal, a: {body: in, axis: x}, b: {body: out, axis: y}}
drives: {M: {joint: A}}
paths: {turn: {joints: {A: p}, p_max: 3}}
)",
                               13)) {
    const double k = std::cos(c.p), s = std::sin(c.p);
    const double ratio = std::cos(b) / (k * k + std::cos(b) * std::cos(b) * s * s);
    EXPECT_NEAR(c.map.D()(0), 0.5 + 0.7 * ratio * ratio, kForceElementsTolerance);
  }
}

// A weight on a vertical rail held by a cable from above: tension positive, q minus its length.
TEST(Drives, CablePullsWithPositiveTension) {
  for (const PoseCase& c : run(R"(
gravity: [0, 0, -9.81]
bodies: {load: {mass: 3, inertia: {diag: [1, 1, 1]}}}
joints: {S: {type: prismatic, a: ground, b: load}}
drives: {W: {type: cable, from: load, to: {body: ground, at: [0, 0, 2]}, limits: [0, 100]}}
paths: {lift: {drives: {W: p - 1.5}, p_max: 1}}
)")) {
    EXPECT_NEAR(c.motion.pose[BodyId(1)].r.z(), 2 - (1.5 - c.p), kForceElementsTolerance);
    EXPECT_NEAR(c.map.C()(0), 3 * 9.81, kForceElementsTolerance);
    EXPECT_NEAR(c.map.D()(0), 3, kForceElementsTolerance);
    const auto range = c.region.d2_range(0.0);
    ASSERT_TRUE(range);
    EXPECT_NEAR(range->low, -9.81, kForceElementsTolerance);
    EXPECT_NEAR(range->high, 100.0 / 3 - 9.81, kForceElementsTolerance);
  }
}

// A cylinder between ground and crank: its force is the crank's torque over dl/dangle.
TEST(Drives, LinearMotorBetweenPointsPushesThemApart) {
  for (const PoseCase& c : run(R"(
gravity: [0, -9.81, 0]
bodies: {crank: {mass: 2, com: [0.2, 0], inertia: {diag: [0.1, 0.1, 0.1]}}}
joints: {R: {type: revolute, a: ground, b: crank}}
drives: {F: {type: linear_motor, from: {body: crank, at: [0.3, 0]}, to: {body: ground, at: [0, -0.5]},
             rotor_inertia: 4 kg, viscous: 3 N s/m}}
paths: {lift: {joints: {R: p}, p_max: 1.2}}
)")) {
    // l² = r² + h² + 2 r h sin p, with r = 0.3, h = 0.5
    const double l = std::sqrt(0.09 + 0.25 + 0.3 * std::sin(c.p));
    const double l1 = 0.15 * std::cos(c.p) / l;
    const double l2 = (-0.15 * std::sin(c.p) - l1 * l1) / l;
    const double inertia = 0.1 + 2 * 0.04;
    EXPECT_NEAR(c.map.C()(0), 2 * 9.81 * 0.2 * std::cos(c.p) / l1, 1e-9);
    EXPECT_NEAR(c.map.D()(0), inertia / l1 + 4 * l1, kForceElementsTolerance);
    EXPECT_NEAR(c.map.A()(0), 4 * l2, kForceElementsTolerance);
    EXPECT_NEAR(c.map.B()(0), 3 * l1, kForceElementsTolerance);
  }
}

// A rotary motor of 200 rad per metre of slide: limits and inertia through the ratio.
TEST(Drives, RotaryMotorOnASlidingJoint) {
  const Machine machine = parse_machine(R"(globaldyn: 1
name: axis
bodies: {cart: {mass: 20, inertia: {diag: [1, 1, 1]}}}
joints: {S: {type: prismatic, a: ground, b: cart}}
drives: {M: {joint: S, limits: 3 N m, gear: {ratio: 200 rad/m}, rotor_inertia: 2e-4 kg m^2}}
paths: {go: {joints: {S: p}, p_max: 1}}
)",
                                        "axis.yaml", ".");
  EXPECT_DOUBLE_EQ(machine.mechanism.drives[DriveId(0)].limit.force.high, 600);
  EXPECT_NEAR(sample_path(machine, machine.paths[0], 1)[0].map.D()(0), 20 + 2e-4 * 4e4,
              kForceElementsTolerance);
}

// A screw's nut held against turning: torque on the screw moves it and lifts the nut.
TEST(Joints, ScrewTurnsIntoSliding) {
  for (const PoseCase& c : run(R"(
gravity: [0, 0, -9.81]
bodies:
  screw: {mass: 1, inertia: {diag: [1, 1, 0.02]}}
  nut: {mass: 8, inertia: {diag: [1, 1, 1]}}
joints:
  R: {type: revolute, a: ground, b: screw}
  N: {type: screw, lead: 10 mm, a: screw, b: nut}
  S: {type: prismatic, a: ground, b: nut}
drives: {M: {joint: R}}
paths: {turn: {joints: {R: -p}, p_max: 3}}
)")) {
    // The nut does not rotate: relative to the screw it rotates by +p when the screw rotates by -p.
    const double rate = 0.01 / (2 * kPi);
    EXPECT_NEAR(c.motion.pose[BodyId(2)].r.z(), rate * c.p, kForceElementsTolerance);
    EXPECT_NEAR(c.map.C()(0), -8 * 9.81 * rate, kForceElementsTolerance);
    EXPECT_NEAR(c.map.D()(0), -(0.02 + 8 * rate * rate), kForceElementsTolerance);
  }
}

TEST(Joints, CylindricalAndPlanarJointsCarryADriveOnEachCoordinate) {
  for (const PoseCase& c : run(R"(
bodies: {quill: {mass: 2, inertia: {diag: [1, 1, 0.3]}}}
joints: {C: {type: cylindrical, a: ground, b: quill}}
drives: {F: {joint: C.displacement}, M: {joint: C.angle}}
paths: {drill: {joints: {C.displacement: p^2, C.angle: 3*p}, p_max: 1}}
)")) {
    EXPECT_LT((c.map.D() - Eigen::Vector2d(2 * 2 * c.p, 0.9)).norm(), kForceElementsTolerance);
    EXPECT_LT((c.map.A() - Eigen::Vector2d(4, 0)).norm(), kForceElementsTolerance);
  }
  for (const PoseCase& c : run(R"(
gravity: [0, -9.81, 0]
bodies: {table: {mass: 2, inertia: {diag: [1, 1, 0.3]}}}
joints: {P: {type: planar, a: ground, b: table}}
drives: {X: {joint: P.x}, Y: {joint: P.y}, M: {joint: P.angle}}
paths: {move: {joints: {P.x: p^2, P.y: -p, P.angle: sin(p)}, p_max: 1}}
)")) {
    EXPECT_LT((c.map.D() - Vector3d(4 * c.p, -2, 0.3 * std::cos(c.p))).norm(),
              kForceElementsTolerance);
    EXPECT_LT((c.map.A() - Vector3d(4, 0, -0.3 * std::sin(c.p))).norm(), kForceElementsTolerance);
    EXPECT_LT((c.map.C() - Vector3d(0, 2 * 9.81, 0)).norm(), kForceElementsTolerance);
  }
}

// A slider-crank whose rod is only a distance: x = r cos p + sqrt(l² - r² sin²p).
TEST(Joints, DistanceIsAMasslessRod) {
  const double r = 0.2, l = 0.7;
  for (const PoseCase& c : run(R"(
bodies:
  crank: {mass: 1, inertia: {diag: [1, 1, 0.05]}}
  slider: {mass: 4, inertia: {diag: [1, 1, 1]}, pose: [0.9, 0]}
joints:
  R: {type: revolute, a: ground, b: crank}
  S: {type: prismatic, a: {body: ground, axis: x}, b: {body: slider, axis: x}}
  rod: {type: distance, a: {body: crank, at: [0.2, 0]}, b: slider, length: 0.7 m}
assembly: {branch: [{positive: S}]}
drives: {M: {joint: R}}
paths: {turn: {joints: {R: p}, p_max: 6}}
)",
                               15)) {
    const double root = std::sqrt(l * l - r * r * std::sin(c.p) * std::sin(c.p));
    const double x1 = -r * std::sin(c.p) - r * r * std::sin(c.p) * std::cos(c.p) / root;
    EXPECT_NEAR(c.motion.pose[BodyId(2)].r.x(), r * std::cos(c.p) + root, kForceElementsTolerance);
    EXPECT_NEAR(c.map.D()(0), 0.05 + 4 * x1 * x1, kForceElementsTolerance);
  }
}

// A revolute joint doubled by a spherical one behaves the same: three redundant equations.
TEST(Joints, SphericalJointBesideARevoluteOneChangesNothing) {
  const auto cases = run(R"(
bodies: {top: {mass: 1, inertia: {diag: [0.1, 0.2, 0.25]}}}
joints:
  R: {type: revolute, a: ground, b: top}
  S: {type: spherical, a: ground, b: top}
drives: {M: {joint: R}}
paths: {spin: {joints: {R: p^2}, p_max: 1}}
)");
  for (const PoseCase& c : cases) {
    EXPECT_NEAR(c.map.D()(0), 0.25 * 2 * c.p, kForceElementsTolerance);
    EXPECT_NEAR(c.map.A()(0), 0.25 * 2, kForceElementsTolerance);
  }
}

std::vector<Sample> sample_travel(const std::string& text, int count) {
  const Machine machine = parse_machine("globaldyn: 1\nname: m\n" + text, "m.yaml", ".");
  return evaluate(machine, {.paths = {}, .samples = count}).paths[0].samples;
}

// A rod leaning by the angle p: in travel as long as p is within the cone.
TEST(Travel, ConeOfASphericalJoint) {
  const auto samples = sample_travel(R"(
bodies: {rod: {mass: 1, inertia: {diag: [0.1, 0.1, 0.1]}}}
joints:
  S: {type: spherical, a: ground, b: rod, travel: {cone: 30 deg}}
  R: {type: revolute, a: {body: ground, axis: x}, b: {body: rod, axis: x}}
drives: {M: {joint: R}}
paths: {lean: {joints: {R: p - 1}, p_max: 2}}
)",
                                     41);
  for (const Sample& s : samples) {
    const bool within = std::abs(s.p - 1) < kPi / 6;
    EXPECT_EQ(s.status, within ? SampleStatus::ok : SampleStatus::out_of_travel) << s.p;
    if (!within) {
      EXPECT_NE(s.reason.what.find("S.cone"), std::string::npos) << s.reason.what;
    }
  }
}

TEST(Travel, StrokeOfASlidingJointAndAngleOfATurningOne) {
  const auto samples = sample_travel(R"(
bodies: {quill: {mass: 1, inertia: {diag: [0.1, 0.1, 0.1]}}}
joints: {C: {type: cylindrical, a: ground, b: quill, travel: {displacement: [none, 0.4], angle: 1.5}}}
drives: {F: {joint: C.displacement}, M: {joint: C.angle}}
paths: {drill: {joints: {C.displacement: p - 0.55, C.angle: 2*p}, p_max: 1}}
)",
                                     21);
  for (const Sample& s : samples) {
    const bool stroke = s.p - 0.55 <= 0.4, angle = 2 * s.p <= 1.5;
    EXPECT_EQ(s.status, stroke && angle ? SampleStatus::ok : SampleStatus::out_of_travel) << s.p;
    EXPECT_EQ(s.reason.what.find("C.displacement") != std::string::npos, !stroke) << s.reason.what;
    EXPECT_EQ(s.reason.what.find("C.angle") != std::string::npos, !angle) << s.reason.what;
  }
}

}  // namespace
}  // namespace globaldyn::inside::test
