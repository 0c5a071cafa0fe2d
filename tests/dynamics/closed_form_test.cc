// Oracle: closed forms derived by hand.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "tests/support/machines.h"
#include "tests/support/round_off.h"

namespace globaldyn::inside::test {
namespace {

// A planar arm of two slender uniform rods in a vertical plane, by its two joint angles:
//   n1 = (c1 + 2 c3 cos q2) q1'' + (c2 + c3 cos q2) q2'' - c3 sin q2 (2 q1' + q2') q2' + gravity
// as in any textbook, with the joint angles as functions of p inserted.
struct TwoLinkArm {
  double l1, l2, m1, m2, g;

  [[nodiscard]] Eigen::Matrix2d mass(double q2) const {
    const double a = m1 * l1 * l1 / 3 + m2 * l1 * l1 + m2 * l2 * l2 / 3;
    const double b = m2 * l2 * l2 / 3;
    const double c = m2 * l1 * l2 / 2 * std::cos(q2);
    Eigen::Matrix2d M;
    M << a + 2 * c, b + c, b + c, b;
    return M;
  }
  [[nodiscard]] Eigen::Vector2d coriolis(double q2, const Eigen::Vector2d& w) const {
    const double h = m2 * l1 * l2 / 2 * std::sin(q2);
    return {-h * (2 * w(0) * w(1) + w(1) * w(1)), h * w(0) * w(0)};
  }
  [[nodiscard]] Eigen::Vector2d gravity(const Eigen::Vector2d& q) const {
    const double second = m2 * g * l2 / 2 * std::cos(q(0) + q(1));
    return {(m1 / 2 + m2) * g * l1 * std::cos(q(0)) + second, second};
  }
};

constexpr const char* kArm = R"(
globaldyn: 1
name: arm
gravity: [0, -9.81, 0]
bodies:
  upper: {mass: 6, com: [0.25, 0], inertia: {rod: 6*0.5^2/12}}
  lower: {mass: 4, com: [0.20, 0], inertia: {rod: 4*0.4^2/12}}
joints:
  J1: {type: revolute, a: ground, b: upper}
  J2: {type: revolute, a: {body: upper, at: [0.5, 0]}, b: lower}
drives:
  M1: {joint: J1, limits: 90}
  M2: {joint: J2, limits: 30}
tool: {body: lower, at: [0.4, 0]}
paths:
  swing:
    joints: {J1: 0.3 + 0.8*p + 0.2*sin(2*p), J2: 1.1 - 0.5*p^2}
    p_max: 1.5
)";

TEST(ClosedForm, TwoLinkArmInJointCoordinates) {
  const TwoLinkArm arm{0.5, 0.4, 6.0, 4.0, 9.81};
  const Machine machine = parse_machine(kArm, "arm.yaml", ".");
  const auto cases = sample_path(machine, machine.paths[0], 20);
  ASSERT_EQ(cases.size(), 20u);
  for (const PoseCase& c : cases) {
    SCOPED_TRACE(testing::Message() << "p = " << c.p);
    const Eigen::Vector2d q(0.3 + 0.8 * c.p + 0.2 * std::sin(2 * c.p), 1.1 - 0.5 * c.p * c.p);
    const Eigen::Vector2d first(0.8 + 0.4 * std::cos(2 * c.p), -c.p);
    const Eigen::Vector2d second(-0.8 * std::sin(2 * c.p), -1.0);
    const Eigen::Matrix2d M = arm.mass(q(1));
    constexpr double kRelative = 1e-9;  // what matters to users; rounding errors are about 1e-14
    const auto expect = [&](const VectorXd& value, const Eigen::Vector2d& expected) {
      EXPECT_LE((value - expected).norm(), kRelative * expected.norm());
    };
    expect(c.map.A(), M * second + arm.coriolis(q(1), first));
    expect(c.map.C(), arm.gravity(q));
    expect(c.map.D(), M * first);
    EXPECT_EQ(c.map.B().norm(), 0.0);
    EXPECT_EQ(c.map.V.cols(), 0);
  }
}

// The same arm along a straight tool path: joint angles by the law of cosines, their derivatives
// through the 2 x 2 Jacobian.
TEST(ClosedForm, TwoLinkArmAlongALine) {
  const TwoLinkArm arm{0.5, 0.4, 6.0, 4.0, 9.81};
  std::string text = kArm;
  text.replace(text.find("  swing:"), std::string::npos,
               "  line:\n    position: {line: {from: [0.6, -0.2], to: [0.1, 0.5]}}\n"
               "assembly: {branch: [{joint: J2, range: [0, 180 deg]}]}\n");
  const Machine machine = parse_machine(text, "arm.yaml", ".");
  const auto cases = sample_path(machine, machine.paths[0], 20);
  ASSERT_EQ(cases.size(), 20u);
  const Eigen::Vector2d from(0.6, -0.2), slope(-0.5, 0.7);
  for (const PoseCase& c : cases) {
    SCOPED_TRACE(testing::Message() << "p = " << c.p);
    const Eigen::Vector2d tip = from + c.p * slope;
    const double cosine = (tip.squaredNorm() - 0.25 - 0.16) / (2 * 0.5 * 0.4);
    const double q2 = std::acos(cosine);
    const double q1 =
        std::atan2(tip.y(), tip.x()) - std::atan2(0.4 * std::sin(q2), 0.5 + 0.4 * std::cos(q2));
    const double s1 = std::sin(q1), c1 = std::cos(q1);
    const double s12 = std::sin(q1 + q2), c12 = std::cos(q1 + q2);
    Eigen::Matrix2d J;
    J << -0.5 * s1 - 0.4 * s12, -0.4 * s12, 0.5 * c1 + 0.4 * c12, 0.4 * c12;
    const Eigen::Vector2d first = J.inverse() * slope;
    const double w = first.sum();
    Eigen::Matrix2d J_rate;
    J_rate << -0.5 * c1 * first(0) - 0.4 * c12 * w, -0.4 * c12 * w,
        -0.5 * s1 * first(0) - 0.4 * s12 * w, -0.4 * s12 * w;
    const Eigen::Vector2d second = -J.inverse() * (J_rate * first);
    const Eigen::Matrix2d M = arm.mass(q2);
    const auto expect = [&](const VectorXd& value, const Eigen::Vector2d& expected) {
      EXPECT_LE((value - expected).norm(), 1e-9 * expected.norm());
    };
    expect(c.map.A(), M * second + arm.coriolis(q2, first));
    expect(c.map.C(), arm.gravity({q1, q2}));
    expect(c.map.D(), M * first);
  }
}

// Slider-crank in a vertical plane, crank angle p, from the energy of its three bodies:
// n = J(p) d2 + J'(p)/2 d1² + dU/dp with the generalised inertia J and potential U.
TEST(ClosedForm, SliderCrankByGeneralisedInertia) {
  const double r = 0.1, l = 0.3, h = 0.02, g = 9.81;
  const double m_crank = 1.0, m_rod = 1.5, m_slider = 2.5;
  const Machine machine = load("slider_crank");
  const auto cases = sample_path(machine, find_path(machine, "turn"), 40);
  ASSERT_EQ(cases.size(), 40u);
  for (const PoseCase& c : cases) {
    SCOPED_TRACE(testing::Message() << "p = " << c.p);
    const double s = std::sin(c.p), k = std::cos(c.p);
    // Rod angle b from sin b = (h - r sin p)/l and its first two derivatives.
    const double sb = (h - r * s) / l, cb = std::sqrt(1 - sb * sb);
    const double b1 = -r * k / (l * cb);
    const double b2 = (r * s / l + sb * b1 * b1) / cb;
    // Slider x = r cos p + l cos b; rod centre in the middle.
    const double x1 = -r * s - l * sb * b1;
    const double x2 = -r * k - l * (cb * b1 * b1 + sb * b2);
    const double u1 = -r * s - 0.5 * l * sb * b1;
    const double u2 = -r * k - 0.5 * l * (cb * b1 * b1 + sb * b2);
    const double v1 = r * k + 0.5 * l * cb * b1;
    const double v2 = -r * s + 0.5 * l * (cb * b2 - sb * b1 * b1);
    const double inertia = m_crank * r * r / 3 + m_rod * (u1 * u1 + v1 * v1) +
                           m_rod * l * l / 12 * b1 * b1 + m_slider * x1 * x1;
    const double half_slope =
        m_rod * (u1 * u2 + v1 * v2) + m_rod * l * l / 12 * b1 * b2 + m_slider * x1 * x2;
    const double gravity = g * (m_crank * 0.5 * r * k + m_rod * v1);
    EXPECT_NEAR(c.map.D()(0), inertia, 1e-9 * inertia);
    EXPECT_NEAR(c.map.A()(0), half_slope, 1e-9 * inertia);
    EXPECT_NEAR(c.map.C()(0), gravity, 1e-9 * g * (m_crank + m_rod) * r);
  }
}

// A body pitching by q2 about y on a turntable yawing by q1 about z, with a tool wrench: the
// moments of inertia about the turntable's axis change with the pitch, from T = 1/2 (Ix sin²q2 +
// Iz cos²q2) q1'² + 1/2 Iy q2'², and neither axis is fixed in the body.
TEST(ClosedForm, PitchingBodyOnATurntableWithAToolWrench) {
  const double Ix = 0.2, Iy = 0.5, Iz = 0.6, l = 0.4;
  const Machine machine = parse_machine(R"(
globaldyn: 1
name: gimbal
bodies:
  table: {mass: 1, inertia: {diag: [1, 1, 0.3]}}
  body: {mass: 2, inertia: {diag: [0.2, 0.5, 0.6]}}
joints:
  yaw: {type: revolute, a: ground, b: table}
  pitch: {type: revolute, a: {body: table, axis: y}, b: {body: body, axis: y}}
drives: {M1: {joint: yaw}, M2: {joint: pitch}}
tool: {body: body, at: [0.4, 0, 0]}
loads: {tool_wrench: {force: [3, -2, 7*p], torque: [0.3, 0.5, -0.7]}}
paths: {swing: {joints: {yaw: 0.4 + 1.3*p + 0.5*p^2, pitch: 0.3 - 0.9*p + 0.4*p^3}, p_max: 1.5}}
)",
                                        "gimbal.yaml", ".");
  const auto cases = sample_path(machine, machine.paths[0], 12);
  ASSERT_EQ(cases.size(), 12u);
  for (const PoseCase& c : cases) {
    SCOPED_TRACE(testing::Message() << "p = " << c.p);
    const double q1 = 0.4 + 1.3 * c.p + 0.5 * c.p * c.p, w1 = 1.3 + c.p, a1 = 1.0;
    const double q2 = 0.3 - 0.9 * c.p + 0.4 * c.p * c.p * c.p, w2 = -0.9 + 1.2 * c.p * c.p;
    const double a2 = 2.4 * c.p;
    const double s1 = std::sin(q1), k1 = std::cos(q1), s2 = std::sin(q2), k2 = std::cos(q2);
    const double inertia = 0.3 + Ix * s2 * s2 + Iz * k2 * k2;
    const double slope = 2 * (Ix - Iz) * s2 * k2;  // of it by q2
    const Vector3d F(3, -2, 7 * c.p), T(0.3, 0.5, -0.7);
    const Vector3d r(l * k1 * k2, l * s1 * k2, -l * s2), pitch_axis(-s1, k1, 0);
    constexpr double kRoundOff = 1e-13;  // some 50 operations on numbers below 10
    EXPECT_NEAR(c.map.D()(0), inertia * w1, kRoundOff);
    EXPECT_NEAR(c.map.D()(1), Iy * w2, kRoundOff);
    EXPECT_NEAR(c.map.A()(0), inertia * a1 + slope * w1 * w2, kRoundOff);
    EXPECT_NEAR(c.map.A()(1), Iy * a2 - 0.5 * slope * w1 * w1, kRoundOff);
    EXPECT_NEAR(c.map.C()(0), -(r.cross(F) + T).z(), kRoundOff);
    EXPECT_NEAR(c.map.C()(1), -(r.cross(F) + T).dot(pitch_axis), kRoundOff);
  }
}

// A weight on a vertical slide: the region is -g - F/m <= d2 <= -g + F/m for every speed.
TEST(ClosedForm, WeightOnASlide) {
  const Machine machine = parse_machine(R"(
globaldyn: 1
name: lift
gravity: [0, 0, -9.81]
bodies: {load: {mass: 4 kg, inertia: {diag: [0.1, 0.1, 0.1]}}}
joints: {S: {type: prismatic, a: ground, b: load}}
drives: {F: {joint: S, limits: [-20 N, 100 N]}}
paths: {up: {joints: {S: p}, p_max: 1}}
)",
                                        "lift.yaml", ".");
  const auto cases = sample_path(machine, machine.paths[0], 1);
  const auto range = cases[0].region.d2_range(3.0);
  ASSERT_TRUE(range);
  EXPECT_NEAR(range->low, -9.81 - 20.0 / 4.0, round_off(20, 20.0));
  EXPECT_NEAR(range->high, -9.81 + 100.0 / 4.0, round_off(20, 40.0));
  EXPECT_EQ(cases[0].region.status(), RegionStatus::unbounded);
}

// A motor in front of a gear: limits times ratio, rotor inertia times ratio squared.
TEST(ClosedForm, GearedMotorWithFriction) {
  const Machine machine = parse_machine(R"(
globaldyn: 1
name: turntable
bodies: {table: {mass: 1 kg, inertia: {diag: [0.2, 0.2, 0.3]}}}
joints: {J: {type: revolute, a: ground, b: table}}
drives:
  M: {joint: J, limits: 2 N m, gear: {ratio: 50, efficiency: 0.9}, rotor_inertia: 1e-4 kg m^2,
      viscous: 0.5 N m s/rad, coulomb: 3 N m}
paths: {turn: {joints: {J: -2*p - 0.1*p^2}, p_max: 1}}
)",
                                        "turntable.yaml", ".");
  const PoseCase c = sample_path(machine, machine.paths[0], 1)[0];
  const double rate = -2.0 - 0.2 * c.p;
  const double inertia = 0.3 + 1e-4 * 2500;
  EXPECT_NEAR(c.map.D()(0), inertia * rate, 1e-13);
  EXPECT_NEAR(c.map.A()(0), inertia * -0.2, 1e-13);
  EXPECT_NEAR(c.map.B()(0), 0.5 * rate, 1e-13);
  EXPECT_NEAR(c.map.C()(0), -3.0, 1e-13);  // friction against a motion in -J
  EXPECT_NEAR(machine.mechanism.drives[DriveId(0)].limit.force.high, 2 * 50, 1e-12);
}

}  // namespace
}  // namespace globaldyn::inside::test
