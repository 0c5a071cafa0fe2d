// Oracle: an arm of two links in closed form, by its 2 x 2 Jacobian, mass matrix and gravity
// torques as in any textbook.
#include <cmath>
#include <numbers>

#include "tests/map/small_maps.h"
#include "tests/support/small_machines.h"

namespace globaldyn::inside::test {
namespace {

using Eigen::Matrix2d;
using Eigen::Vector2d;

// Ill-conditioned poses lose digits; 1e-8 is what users are promised.
constexpr double kArmTolerance = 1e-8;

constexpr double kLength1 = 0.5, kLength2 = 0.4, kMass1 = 6.0, kMass2 = 4.0;
constexpr double kCom1 = 0.2, kCom2 = 0.25;  // from the links' joints
constexpr double kInertia1 = 0.12, kInertia2 = 0.05;
const Vector2d kLimits(90.0, 35.0);

const std::string kArm = write_arm(R"(drives:
  M1: {joint: J1, limits: 90}
  M2: {joint: J2, limits: 35}
maps:
  tip:
    grid:
      x: {from: 0.3, to: 0.6, count: 4}
      y: {from: -0.1, to: 0.4, count: 5}
    criteria:
      - reachability
      - dexterity
      - motion_margin
      - holding_share
      - acceleration
      - {of: acceleration, along: [3, 4, 0], name: thrust}
      - {of: acceleration, along: [-3, -4, 0], name: brake}
      - force
      - {of: force, along: -y, name: press}
      - {of: force, along: [1, 1, 5], name: push}
)");

double calc_largest_eigenvalue(const Matrix2d& m) {
  const double half = 0.5 * m.trace();
  return half + std::sqrt(half * half - m.determinant());
}

// The arm with its elbow on the right of the line from shoulder to tip (J2 > 0).
struct Arm {
  double q1, q2;
  Matrix2d jacobian;

  explicit Arm(const Vector2d& tip) {
    const double cosine = (tip.squaredNorm() - kLength1 * kLength1 - kLength2 * kLength2) /
                          (2.0 * kLength1 * kLength2);
    q2 = std::acos(cosine);
    q1 = std::atan2(tip.y(), tip.x()) -
         std::atan2(kLength2 * std::sin(q2), kLength1 + kLength2 * std::cos(q2));
    jacobian = calc_jacobian(kLength1, kLength2);
  }

  // For a point `second` along the lower link, if the upper one is `first` long.
  [[nodiscard]] Matrix2d calc_jacobian(double first, double second) const {
    const double s1 = first * std::sin(q1), c1 = first * std::cos(q1);
    const double s12 = second * std::sin(q1 + q2), c12 = second * std::cos(q1 + q2);
    Matrix2d J;
    J << -s1 - s12, -s12, c1 + c12, c12;
    return J;
  }
  [[nodiscard]] Matrix2d mass() const {
    const double shared = kMass2 * kLength1 * kCom2 * std::cos(q2);
    const double lower = kInertia2 + kMass2 * kCom2 * kCom2;
    const double upper = kInertia1 + kMass1 * kCom1 * kCom1 + kMass2 * kLength1 * kLength1;
    Matrix2d M;
    M << upper + lower + 2.0 * shared, lower + shared, lower + shared, lower;
    return M;
  }
  // What the drives hold at rest.
  [[nodiscard]] Vector2d gravity() const {
    const double second = kMass2 * 9.81 * kCom2 * std::cos(q1 + q2);
    return {(kMass1 * kCom1 + kMass2 * kLength1) * 9.81 * std::cos(q1) + second, second};
  }

  // The largest s with |gravity + rows u s| within the limits for all |u| = 1.
  [[nodiscard]] double calc_ball(const Matrix2d& rows) const {
    double ball = 1e300;
    for (int i = 0; i < 2; ++i) {
      ball = std::min(ball, (kLimits(i) - std::abs(gravity()(i))) / rows.row(i).norm());
    }
    return ball;
  }
  [[nodiscard]] double calc_reach(const Vector2d& torque) const {
    double reach = 1e300;
    for (int i = 0; i < 2; ++i) {
      const double sign = torque(i) > 0.0 ? 1.0 : -1.0;
      reach = std::min(reach, (kLimits(i) - sign * gravity()(i)) / std::abs(torque(i)));
    }
    return reach;
  }
};

class ArmCriteria : public ::testing::Test {
 protected:
  // Compares a column with calc(arm) at all poses of the map.
  template <class Calc>
  void expect_column(const std::string& column, const Calc& calc) {
    SCOPED_TRACE(column);
    const std::vector<double>& values = values_of(map_, column);
    ASSERT_EQ(values.size(), 20u);
    ASSERT_EQ(map_.count(SampleStatus::ok), 20u);
    for (int i = 0; i < 20; ++i) {
      const Vector2d tip(0.3 + 0.1 * (i / 5), -0.1 + 0.125 * (i % 5));
      const double expected = calc(Arm(tip));
      EXPECT_NEAR(values[static_cast<std::size_t>(i)], expected, kArmTolerance * std::abs(expected))
          << "at " << tip.transpose();
    }
  }

  const WorkspaceMap map_ = map_text(kArm);
};

TEST_F(ArmCriteria, EveryPoseIsReached) {
  expect_column("reachability", [](const Arm&) { return 1.0; });
}

TEST_F(ArmCriteria, DexterityIsTheRatioOfTheJacobiansSingularValues) {
  expect_column("dexterity", [](const Arm& arm) {
    const Matrix2d square = arm.jacobian * arm.jacobian.transpose();
    return std::abs(arm.jacobian.determinant()) / calc_largest_eigenvalue(square);
  });
}

// The unit of length is the largest distance of a joint or the tool from a centre of mass: 0.3 m.
TEST_F(ArmCriteria, MotionMarginComparesTipAndLinks) {
  expect_column("motion_margin", [](const Arm& arm) {
    constexpr double kLength = 0.3;
    const Matrix2d first = arm.calc_jacobian(kCom1, 0.0);
    const Matrix2d second = arm.calc_jacobian(kLength1, kCom2);
    Matrix2d turns;  // squares of w1 = q1' and w2 = q1' + q2'
    turns << 2.0, 1.0, 1.0, 1.0;
    const Matrix2d square =
        first.transpose() * first + second.transpose() * second + kLength * kLength * turns;
    const Matrix2d inverse = arm.jacobian.inverse();
    return 1.0 / std::sqrt(calc_largest_eigenvalue(inverse.transpose() * square * inverse));
  });
}

TEST_F(ArmCriteria, HoldingTakesTheLargerShareOfTheTwoDrives) {
  expect_column("holding_share", [](const Arm& arm) {
    return arm.gravity().cwiseAbs().cwiseQuotient(kLimits).maxCoeff();
  });
}

TEST_F(ArmCriteria, AccelerationIsLimitedByTheWeakerDrive) {
  const auto torque_of = [](const Arm& arm) -> Matrix2d {
    return arm.mass() * arm.jacobian.inverse();
  };
  expect_column("acceleration", [&](const Arm& arm) { return arm.calc_ball(torque_of(arm)); });
  expect_column("thrust", [&](const Arm& arm) {
    return arm.calc_reach(torque_of(arm) * Vector2d(0.6, 0.8));
  });
  expect_column("brake", [&](const Arm& arm) {
    return arm.calc_reach(torque_of(arm) * Vector2d(-0.6, -0.8));
  });
}

// The drives supply what they hold and what the tool exerts: torque = gravity + Jᵀ force. A
// direction out of the plane counts by its part in the plane.
TEST_F(ArmCriteria, ForceIsLimitedByTheWeakerDrive) {
  expect_column("force", [](const Arm& arm) { return arm.calc_ball(arm.jacobian.transpose()); });
  expect_column("press", [](const Arm& arm) {
    return arm.calc_reach(arm.jacobian.transpose() * Vector2d(0.0, -1.0));
  });
  expect_column("push", [](const Arm& arm) {
    return arm.calc_reach(arm.jacobian.transpose() * Vector2d(1.0, 1.0).normalized());
  });
}

// With one drive too weak to hold the arm there is neither force nor acceleration.
TEST(Arm, ThatCannotHoldItself) {
  std::string text = kArm;
  text.replace(text.find("limits: 35"), 10, "limits: 0.1");
  const WorkspaceMap map = map_text(text);
  int weak = 0;
  for (std::size_t i = 0; i < map.status.size(); ++i) {
    const Vector2d tip(0.3 + 0.1 * static_cast<double>(i / 5),
                       -0.1 + 0.125 * static_cast<double>(i % 5));
    const double share = std::abs(Arm(tip).gravity()(1)) / 0.1;
    if (share <= 1.0) continue;
    ++weak;
    EXPECT_NEAR(values_of(map, "holding_share")[i], share, kArmTolerance * share);
    EXPECT_EQ(values_of(map, "acceleration")[i], 0.0);
    EXPECT_EQ(values_of(map, "force")[i], 0.0);
    EXPECT_EQ(values_of(map, "thrust")[i], 0.0);
  }
  EXPECT_GT(weak, 10);
}

}  // namespace
}  // namespace globaldyn::inside::test
