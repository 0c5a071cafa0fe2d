// Couplings, and what acts on sums of joint coordinates. Oracles: closed forms by hand; the same
// machine described with equivalent joints.
#include "core/joints/coupling.h"
#include "core/following/path_follower.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/base/constants.h"
#include "core/base/errors.h"
#include "globaldyn/evaluation/path_walker.h"
#include "tests/support/machines.h"
#include "tests/support/transforms.h"

namespace globaldyn::inside::test {
namespace {

// Terms stay below some hundred in the machines here.
constexpr double kCouplingTolerance = 1e-10;

Machine parse(const std::string& text) {
  return parse_machine("globaldyn: 1\nname: m\n" + text, "m.yaml", ".");
}

std::vector<PoseCase> follow(const std::string& text, int count = 7) {
  const Machine machine = parse(text);
  std::vector<PoseCase> cases = sample_path(machine, machine.paths[0], count);
  EXPECT_EQ(cases.size(), static_cast<std::size_t>(count));
  return cases;
}

void expect_same_maps(const std::vector<PoseCase>& a, const std::vector<PoseCase>& b) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    SCOPED_TRACE(testing::Message() << "p = " << a[i].p);
    const DriveForceMap &one = a[i].map, &other = b[i].map;
    EXPECT_LT((one.forces - other.forces).cwiseAbs().maxCoeff(), kCouplingTolerance);
    EXPECT_LT((one.drive_rate - other.drive_rate).cwiseAbs().maxCoeff(), kCouplingTolerance);
  }
}

// 20 teeth on the motor's shaft, 30 on the other, several revolutions of both.
TEST(Couplings, GearPair) {
  for (const PoseCase& c : follow(R"(
bodies:
  pinion: {mass: 1, inertia: {diag: [1, 1, 0.02]}}
  wheel: {mass: 2, inertia: {diag: [1, 1, 0.3]}}
joints:
  A: {type: revolute, a: ground, b: pinion}
  B: {type: revolute, a: {body: ground, at: [0.1, 0, 0]}, b: wheel}
couplings: {mesh: {of: {A: 20, B: 30}, equals: 6}}
drives: {M: {joint: A}}
springs: {s: {joint: B, damping: 0.5 N m s/rad, stiffness: 0}}
paths: {spin: {joints: {A: 0.3 + 2*p^2}, p_max: 4}}
)")) {
    const double first = 4.0 * c.p, gear = 2.0 / 3.0;
    const double wheel = (6.0 - 20.0 * (0.3 + 2.0 * c.p * c.p)) / 30.0;
    EXPECT_NEAR(c.map.D()(0), (0.02 + 0.3 * gear * gear) * first, kCouplingTolerance);
    EXPECT_NEAR(c.map.A()(0), (0.02 + 0.3 * gear * gear) * 4.0, kCouplingTolerance);
    EXPECT_NEAR(c.map.B()(0), 0.5 * gear * gear * first, kCouplingTolerance);
    EXPECT_NEAR(c.motion.pose[BodyId(2)].R(0, 0), std::cos(wheel), kCouplingTolerance);
    EXPECT_NEAR(c.motion.pose[BodyId(2)].R(1, 0), std::sin(wheel), kCouplingTolerance);
    EXPECT_NEAR(c.motion.first[BodyId(2)].w.z(), -gear * first, kCouplingTolerance);
  }
}

TEST(Couplings, RackAndPinion) {
  for (const PoseCase& c : follow(R"(
gravity: [-9.81, 0, 0]
bodies:
  rack: {mass: 3, inertia: {diag: [1, 1, 1]}}
  pinion: {mass: 1, inertia: {diag: [1, 1, 0.01]}}
joints:
  S: {type: prismatic, a: {body: ground, axis: x}, b: {body: rack, axis: x}}
  R: {type: revolute, a: {body: ground, at: [0, 0.05, 0]}, b: pinion}
couplings: {mesh: {of: {S: 1, R: -50 mm}}}
drives: {M: {joint: R}}
paths: {go: {joints: {S: 1.5*sin(p)}, p_max: 6}}
)")) {
    const double inertia = 0.01 + 3.0 * 0.05 * 0.05;
    EXPECT_NEAR(c.map.D()(0), inertia * 1.5 * std::cos(c.p) / 0.05, kCouplingTolerance);
    EXPECT_NEAR(c.map.A()(0), -inertia * 1.5 * std::sin(c.p) / 0.05, kCouplingTolerance);
    EXPECT_NEAR(c.map.C()(0), 3.0 * 9.81 * 0.05, kCouplingTolerance);
  }
}

// Its closed form is in its README.
TEST(Couplings, CoreXY) {
  const Machine machine = load("corexy");
  const double r = 12.73e-3, rotor = 0.5e-4, viscous = 1e-4;
  const double x_mass = 1.8 + 2.0 * rotor / (r * r), y_mass = 0.6 + 2.0 * rotor / (r * r);
  for (const PoseCase& c : sample_path(machine, find_path(machine, "circle"), 9)) {
    const Eigen::Vector2d first = 0.15 * Eigen::Vector2d(-std::sin(c.p), std::cos(c.p));
    const Eigen::Vector2d second = -0.15 * Eigen::Vector2d(std::cos(c.p), std::sin(c.p));
    for (int k = 0; k < 2; ++k) {
      const double sign = k == 0 ? 1.0 : -1.0;
      const auto torque = [&](const Eigen::Vector2d& a) {
        return 0.5 * r * (x_mass * a.x() + sign * y_mass * a.y());
      };
      EXPECT_NEAR(c.map.D()(k), torque(first), kCouplingTolerance);
      EXPECT_NEAR(c.map.A()(k), torque(second), kCouplingTolerance);
      EXPECT_NEAR(c.map.B()(k), viscous * (first.x() + sign * first.y()) / r, kCouplingTolerance);
      EXPECT_NEAR(c.map.drive_rate(k), (first.x() + sign * first.y()) / r, kCouplingTolerance);
    }
  }
}

// Massless gears: the motors then act on sums of pitch and roll, with the same effect as motors on
// the two axes, from the virtual work t1 (P' + z R') + t2 (P' - z R').
TEST(Couplings, BevelWristIsAWristWithOtherMotors) {
  const std::string file = "bevel_wrist";
  const Machine geared = load(file, {{"gear_inertia", "0 kg*m^2"}});
  Machine direct = geared, sums = geared;
  direct.mechanism.couplings.clear();
  sums.mechanism.couplings.clear();
  const CoordinateIndex pitch{JointId(2), 0}, roll{JointId(3), 0};
  const double z = 1.5;
  for (Machine* machine : {&direct, &sums}) {
    // Nothing holds the gears in place: remove them.
    Mechanism& mechanism = machine->mechanism;
    mechanism.couplings.push_back({"left", {{{{JointId(0), 0}, 1.0}}, true, 2.0 * kPi}, 0.0});
    mechanism.couplings.push_back({"right", {{{{JointId(1), 0}, 1.0}}, true, 2.0 * kPi}, 0.0});
  }
  direct.mechanism.drives[DriveId(0)].coordinate = pitch;
  direct.mechanism.drives[DriveId(1)].coordinate = roll;
  sums.mechanism.drives[DriveId(0)].coordinate =
      CoordinateSum{{{pitch, 1.0}, {roll, z}}, true, kPi};
  sums.mechanism.drives[DriveId(1)].coordinate =
      CoordinateSum{{{pitch, 1.0}, {roll, -z}}, true, kPi};
  const auto with_gears = sample_path(geared, find_path(geared, "nod"), 9);
  expect_same_maps(with_gears, sample_path(sums, find_path(sums, "nod"), 9));
  const auto by_axes = sample_path(direct, find_path(direct, "nod"), 9);
  ASSERT_EQ(by_axes.size(), with_gears.size());
  for (std::size_t i = 0; i < by_axes.size(); ++i) {
    for (const int column : {kSquare, kConstant, kAcceleration}) {
      const VectorXd motors = with_gears[i].map.forces.col(column);
      const VectorXd axes = by_axes[i].map.forces.col(column);
      EXPECT_NEAR(motors(0) + motors(1), axes(0), kCouplingTolerance);
      EXPECT_NEAR(z * (motors(0) - motors(1)), axes(1), kCouplingTolerance);
    }
  }
}

// A screw is a cylindrical joint whose displacement is lead times angle.
TEST(Couplings, ACoupledCylindricalJointIsAScrew) {
  const std::string head = R"(
gravity: [0.5, -1, -9.81]
bodies:
  screw: {mass: 1, com: [0.01, 0, 0], inertia: {diag: [1, 1, 0.02]}}
  nut: {mass: 8, com: [0, 0.02, 0.1], inertia: {diag: [1, 2, 1]}}
joints:
  R: {type: revolute, a: ground, b: screw}
)";
  const std::string tail = R"(
drives: {M: {joint: R}, F: {joint: N.displacement}}
paths: {go: {joints: {R: 2*sin(p), N.displacement: 0.1*p}, p_max: 3}}
)";
  const auto screw = follow(head + "  N: {type: screw, lead: 50 mm, a: screw, b: nut}" + tail);
  const auto coupled =
      follow(head + "  N: {type: cylindrical, a: screw, b: nut}\n" +
             "couplings: {thread: {of: {N.displacement: 1, N.angle: -50 mm/(2*pi)}}}" + tail);
  expect_same_maps(screw, coupled);
}

// A five-bar whose cranks are geared together: one degree of freedom left, by loops and densely.
TEST(Couplings, InALoop) {
  const Machine machine = parse(R"(
gravity: [0, -9.81, 0]
bodies:
  c1: {mass: 1, com: [0.1, 0, 0], inertia: {diag: [1, 1, 0.02]}}
  c2: {mass: 1, com: [0.1, 0, 0], inertia: {diag: [1, 1, 0.03]}}
  r1: {mass: 2, com: [0.15, 0, 0], inertia: {diag: [1, 1, 0.05]}}
  r2: {mass: 2, com: [0.15, 0, 0], inertia: {diag: [1, 1, 0.04]}}
joints:
  A: {type: revolute, a: {body: ground, at: [-0.1, 0, 0]}, b: c1, guess: 120 deg}
  B: {type: revolute, a: {body: ground, at: [0.1, 0, 0]}, b: c2, guess: 60 deg}
  C: {type: revolute, a: {body: c1, at: [0.2, 0, 0]}, b: r1, guess: -70 deg}
  D: {type: revolute, a: {body: c2, at: [0.2, 0, 0]}, b: r2, guess: 70 deg}
  E: {type: revolute, a: {body: r1, at: [0.3, 0, 0]}, b: {body: r2, at: [0.3, 0, 0]}}
couplings: {mesh: {of: {A: 1, B: 1}, equals: 180 deg}}
drives: {M: {joint: B, limits: 10}}
springs: {s: {of: {A: 1, D: -2}, stiffness: 3 N m/rad, rest: 20 deg, damping: 0.1 N m s/rad}}
tool: {body: r1, at: [0.3, 0, 0]}
paths: {lift: {joints: {B: 60 deg + 0.3*sin(p)}, p_max: 3}}
)");
  const auto along_loops = sample_path(machine, machine.paths[0], 7);
  ASSERT_EQ(along_loops.size(), 7u);
  for (const PoseCase& c : along_loops) {
    // Geared like this the point E stays on the middle line.
    const BodyPose& rod = c.motion.pose[BodyId(3)];
    EXPECT_NEAR((rod.r + rod.R * Vector3d(0.15, 0, 0)).x(), 0.0, kCouplingTolerance);
  }
  PathFollower follower(machine.mechanism, machine.topology, machine.paths[0].task, 0.0, 3.0,
                        SolveBy::loops);
  (void)follower.follow(0.0);
  ASSERT_EQ(follower.follow(0.1).status, PoseStatus::ok);
  EXPECT_NE(follower.branch().loops(), nullptr);
  PathWalker fast(machine, machine.paths[0]);
  PathWalker dense(machine, machine.paths[0], {RegionMethod::automatic, SolveBy::dense});
  for (const double p : {0.0, 0.7, 1.9, 3.0}) {
    const Sample& by_loops = fast.move_to(p);
    const Sample& by_svd = dense.move_to(p);
    ASSERT_EQ(by_loops.status, SampleStatus::ok);
    EXPECT_LT((by_loops.map.D() - by_svd.map.D()).norm(), kCouplingTolerance);
    EXPECT_LT((by_loops.map.C() - by_svd.map.C()).norm(), kCouplingTolerance);
    EXPECT_LT((by_loops.map.B() - by_svd.map.B()).norm(), kCouplingTolerance);
    EXPECT_LT((by_loops.map.A() - by_svd.map.A()).norm(), kCouplingTolerance);
  }
}

// The contribution of one revolution of any of the angles is a multiple of the period.
TEST(Couplings, PeriodIsTheCommonMeasureOfTurns) {
  Joint hinge, slide;
  hinge.kind = JointKind::revolute;
  slide.kind = JointKind::prismatic;
  hinge.travel = slide.travel = {{-kInfinity, kInfinity}};
  const Joints joints{hinge, hinge, slide};
  const auto period = [&](double a, double b, double c) {
    return find_period(joints, {{{JointId(0), 0}, a}, {{JointId(1), 0}, b}, {{JointId(2), 0}, c}});
  };
  EXPECT_NEAR(*period(20.0, 30.0, 1.0) / (2.0 * kPi), 10.0, 1e-12);
  EXPECT_NEAR(*period(1.0, -1.5, 1.0) / (2.0 * kPi), 0.5, 1e-12);
  EXPECT_NEAR(*period(17.0 / 23.0, 1.0, 1.0) / (2.0 * kPi), 1.0 / 23.0, 1e-9);
  EXPECT_EQ(period(1.0, std::sqrt(2.0), 1.0), std::nullopt);
  EXPECT_EQ(*find_period(joints, {{{JointId(2), 0}, 3.0}}), 0.0);
  // An angle that cannot make a full turn is known.
  Joints limited = joints;
  limited[JointId(0)].travel = {{-3.0, 3.1}};
  EXPECT_NEAR(*find_period(limited, {{{JointId(0), 0}, std::sqrt(2.0)}, {{JointId(1), 0}, 1.0}}),
              2.0 * kPi, 1e-12);
  limited[JointId(1)].travel = {{-3.0, 3.0}};
  EXPECT_EQ(*find_period(limited, {{{JointId(0), 0}, std::sqrt(2.0)}, {{JointId(1), 0}, 1.0}}),
            0.0);
}

TEST(Couplings, MistakesAreNamed) {
  const std::string head = R"(
bodies: {a: {mass: 1, inertia: {diag: [1, 1, 1]}}, b: {mass: 1, inertia: {diag: [1, 1, 1]}}}
joints: {R: {type: revolute, a: ground, b: a}, S: {type: prismatic, a: ground, b: b}}
couplings: {c: )";
  const auto refuse = [&](const std::string& coupling, const std::string& what) {
    try {
      (void)parse(head + coupling + "}\npaths: {go: {joints: {R: p}, p_max: 1}}\n");
      ADD_FAILURE() << coupling << " was accepted";
    } catch (const InputError& error) {
      EXPECT_NE(std::string(error.what()).find(what), std::string::npos) << error.what();
    }
  };
  refuse("{of: {R: 1, S: 1}}", "a term in m beside others in rad; expected an inverse length");
  refuse("{of: {S: 1, R: 2}}", "a term in rad beside others in m; expected a length");
  refuse("{of: {S: 0}}", "zero factor");
  refuse("{of: {R: 1, R.angle: 2}}", "'R.angle' twice");
  refuse("{of: {Q: 1}}", "there is no joint coordinate 'Q'");
  refuse("{of: {}}", "expected some");
  refuse("{equals: 1}", "'of' is missing");
  refuse("{of: {R: 1}, equals: 1 m}", "m");
  refuse("{of: {R: 1, S: 5 kg}}", "kg");
}

}  // namespace
}  // namespace globaldyn::inside::test
