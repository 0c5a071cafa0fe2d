// Oracle: beams and joints on springs, computed by hand. The arm from the compliant joint to the
// tool converts a deflection of the joint into one of the tool.
#include <cmath>
#include <numbers>

#include "tests/map/small_maps.h"

#include "core/base/constants.h"

namespace globaldyn::inside::test {
namespace {

// Closed forms of a few operations: only rounding errors differ, as the entries are within a factor
// of 1e4 of each other.
constexpr double kComplianceTolerance = 1e-9;

// Infinite ones have their own test.
void expect_value(double value, double expected, const std::string& what) {
  if (std::isinf(expected)) return;
  EXPECT_NEAR(value, expected, kComplianceTolerance * std::abs(expected)) << what;
}

constexpr const char* kBoom = R"(
globaldyn: 1
name: boom
bodies:
  boom: {mass: 3, com: [0.2, 0], inertia: {diag: [0.01, 0.09, 0.08]}}
joints:
  J: {type: revolute, a: {body: ground, at: [0.3, -0.1, 0.2]}, b: boom, JOINT}
drives:
  M: {joint: J, limits: 10, DRIVE}
tool: {body: boom, at: [0.5, 0]}
maps:
  turns:
    grid: {J: {from: 0.2, to: 1.4, count: 5}}
    criteria:
      - stiffness
      - {of: stiffness, along: z, name: k_z}
      - {of: stiffness, along: [2, 1, 2], name: k_askew}
      - rotary_stiffness
      - {of: rotary_stiffness, along: x, name: kr_x}
      - {of: rotary_stiffness, along: y, name: kr_y}
      - {of: rotary_stiffness, along: z, name: kr_z}
      - natural_frequency
)";

WorkspaceMap map_boom(const std::string& joint, const std::string& drive) {
  std::string text = kBoom;
  text.replace(text.find("JOINT"), 5, joint);
  text.replace(text.find("DRIVE"), 5, drive);
  return map_text(text);
}

// mx and my rotate about the axes of the frame on the ground, which do not follow the boom.
TEST(Boom, BendsInItsJoint) {
  constexpr double kMx = 4e4, kMy = 1e4, kReach = 0.5;
  const WorkspaceMap map = map_boom("stiffness: {mx: 4e4 N m/rad, my: 1e4 N m/rad}", "viscous: 0");
  for (std::size_t i = 0; i < 5; ++i) {
    const double angle = 0.2 + 0.3 * static_cast<double>(i);
    const double c = std::cos(angle), s = std::sin(angle);
    const double lift = kReach * kReach * (s * s / kMx + c * c / kMy);
    const auto value = [&](const char* column) { return values_of(map, column)[i]; };
    expect_value(value("k_z"), 1.0 / lift, "k_z");
    expect_value(value("stiffness"), 1.0 / lift, "stiffness");
    expect_value(value("k_askew"), 1.0 / (4.0 / 9.0 * lift), "k_askew");
    expect_value(value("kr_x"), kMx, "kr_x");
    expect_value(value("kr_y"), kMy, "kr_y");
    expect_value(value("rotary_stiffness"), kMy, "rotary_stiffness");
  }
}

// Nothing is compliant about z: a compliance from rounding errors counts as zero.
TEST(Boom, IsRigidWhereNothingGivesWay) {
  const WorkspaceMap map = map_boom("stiffness: {mx: 4e4 N m/rad, my: 1e4 N m/rad}", "viscous: 0");
  for (const double value : values_of(map, "kr_z")) EXPECT_EQ(value, kInfinity);
}

// It can only rotate about the ground's y axis: a swing about the joint.
TEST(Boom, SwingsOnItsJoint) {
  constexpr double kMy = 1e4;
  const WorkspaceMap map = map_boom("stiffness: {my: 1e4 N m/rad}", "viscous: 0");
  for (std::size_t i = 0; i < 5; ++i) {
    const double angle = 0.2 + 0.3 * static_cast<double>(i);
    const double c = std::cos(angle), s = std::sin(angle);
    // About the global y axis through the joint.
    const double inertia = 0.01 * s * s + 0.09 * c * c + 3.0 * 0.2 * 0.2 * c * c;
    expect_value(values_of(map, "natural_frequency")[i],
                 std::sqrt(kMy / inertia) / (2.0 * std::numbers::pi), "frequency");
  }
}

TEST(Boom, TurnsOnItsDrive) {
  constexpr double kDrive = 2e4, kMx = 4e4, kMy = 1e4, kReach = 0.5;
  const WorkspaceMap rigid = map_boom("guess: 0.5", "stiffness: 2e4 N m/rad");
  const WorkspaceMap both =
      map_boom("stiffness: {mx: 4e4 N m/rad, my: 1e4 N m/rad}", "stiffness: 2e4 N m/rad");
  for (std::size_t i = 0; i < 5; ++i) {
    const double angle = 0.2 + 0.3 * static_cast<double>(i);
    const double c = std::cos(angle), s = std::sin(angle);
    const double lift = kReach * kReach * (s * s / kMx + c * c / kMy);
    const double sideways = kReach * kReach / kDrive;
    expect_value(values_of(rigid, "stiffness")[i], 1.0 / sideways, "rigid joint");
    EXPECT_EQ(values_of(rigid, "k_z")[i], kInfinity);
    expect_value(values_of(rigid, "rotary_stiffness")[i], kDrive, "rigid joint, turning");
    expect_value(values_of(rigid, "natural_frequency")[i],
                 std::sqrt(kDrive / (0.08 + 3.0 * 0.2 * 0.2)) / (2.0 * std::numbers::pi), "swing");
    expect_value(values_of(both, "stiffness")[i], 1.0 / std::max(lift, sideways), "both");
    const double along = (-2.0 * s + 1.0 * c) / 3.0;  // of (2, 1, 2)/3 across the boom
    expect_value(values_of(both, "k_askew")[i], 1.0 / (4.0 / 9.0 * lift + along * along * sideways),
                 "askew");
  }
}

// A plate on a slide by a joint that holds it, or by a strut and guide, each row of which is
// compliant; the tool at an arm from the joint: compliance = diag(1/k) + [r]x diag(1/km) [r]xT.
struct Holding {
  const char* name;
  const char* joint;
  Vector3d forces;   // stiffness along x, y, z
  Vector3d moments;  // about x, y, z

  friend std::ostream& operator<<(std::ostream& out, const Holding& h) { return out << h.name; }
};

class Held : public ::testing::TestWithParam<Holding> {};

TEST_P(Held, ByAJointThatGivesWay) {
  const std::string text = std::string(R"(
globaldyn: 1
name: held
bodies:
  slide: {mass: 1, inertia: {plate: 0.01}}
  plate: {mass: 2, inertia: {diag: [0.02, 0.03, 0.04]}}
joints:
  X: {type: prismatic, a: {body: ground, axis: x}, b: {body: slide, axis: x}}
  H: {a: {body: slide, at: [0, 0.1, 0]}, b: plate, )") +
                           GetParam().joint + R"(}
drives:
  F: {joint: X, limits: 10, stiffness: 1e9}
  Hold: {joint: X, limits: 1}
tool: {body: plate, at: [0.3, -0.2, 0.4]}
maps:
  line:
    grid: {X: {from: 0, to: 1, count: 2}}
    criteria: [{of: stiffness, along: x, name: kx}, {of: stiffness, along: y, name: ky},
               {of: stiffness, along: z, name: kz}, {of: stiffness, along: [1, -2, 2], name: ka},
               stiffness, {of: rotary_stiffness, along: [1, -2, 2], name: kra}, rotary_stiffness]
)";
  const WorkspaceMap map = map_text(text);
  const Vector3d arm(0.3, -0.2, 0.4);
  Matrix3d cross;  // cross w = w x arm
  cross << 0, arm.z(), -arm.y(), -arm.z(), 0, arm.x(), arm.y(), -arm.x(), 0;
  const Matrix3d turning = GetParam().moments.cwiseInverse().asDiagonal();
  Matrix3d moving = cross * turning * cross.transpose();
  moving.diagonal() += GetParam().forces.cwiseInverse();
  const Vector3d askew = Vector3d(1, -2, 2) / 3.0;
  const auto largest = [](const Matrix3d& m) {
    return Eigen::SelfAdjointEigenSolver<Matrix3d>(m).eigenvalues()(2);
  };
  for (std::size_t i = 0; i < 2; ++i) {
    const auto value = [&](const char* column) { return values_of(map, column)[i]; };
    expect_value(value("kx"), 1.0 / moving(0, 0), "kx");
    expect_value(value("ky"), 1.0 / moving(1, 1), "ky");
    expect_value(value("kz"), 1.0 / moving(2, 2), "kz");
    expect_value(value("ka"), 1.0 / askew.dot(moving * askew), "ka");
    expect_value(value("stiffness"), 1.0 / largest(moving), "stiffness");
    expect_value(value("kra"), 1.0 / askew.dot(turning * askew), "kra");
    expect_value(value("rotary_stiffness"), 1.0 / largest(turning), "rotary");
  }
}

INSTANTIATE_TEST_SUITE_P(
    Joints, Held,
    ::testing::Values(
        Holding{"weld",
                "type: weld, stiffness: {x: 1e6, y: 2e6, z: 3e6, mx: 4e4, my: 5e4, mz: 6e4}",
                {1e6, 2e6, 3e6},
                {4e4, 5e4, 6e4}},
        Holding{"weld_partly",
                "type: weld, stiffness: {y: 2e6, mx: 4e4}",
                {kInfinity, 2e6, kInfinity},
                {4e4, kInfinity, kInfinity}}),
    [](const auto& test) { return std::string(test.param.name); });

}  // namespace
}  // namespace globaldyn::inside::test
