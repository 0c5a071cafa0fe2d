// Oracle: a weight on two cables in a vertical plane: two equations for two tensions.
#include <cmath>

#include "tests/map/small_maps.h"

namespace globaldyn::inside::test {
namespace {

using Eigen::Matrix2d;
using Eigen::Vector2d;

// Two equations, well conditioned; poses are known to 1e-12.
constexpr double kCableTolerance = 1e-10;
constexpr double kWeight = 4.0 * 9.81;
constexpr double kLow = 5.0, kHigh = 80.0;

constexpr const char* kHanging = R"(
globaldyn: 1
name: hanging
gravity: [0, -9.81, 0]
bodies:
  weight: {mass: 4, inertia: {plate: 0.01}, pose: {at: [0, 0]}}
joints:
  Plane: {type: planar, a: ground, b: weight}
drives:
  T1: {type: cable, from: {body: ground, at: [-1, 1]}, to: weight, limits: [5, 80], stiffness: 2e5}
  T2: {type: cable, from: {body: ground, at: [1.2, 1.5]}, to: weight, limits: [5, 80], stiffness: 1e5}
tool: weight
maps:
  plane:
    grid:
      x: {from: -0.8, to: 1.0, count: 4}
      y: {from: -0.5, to: 0.4, count: 3}
    criteria: [holding_share, acceleration, {of: force, along: -y, name: pull}, dexterity, stiffness]
)";

// Directions from the weight to the winches, one per column.
Matrix2d make_directions(const Vector2d& at) {
  Matrix2d directions;
  directions << (Vector2d(-1.0, 1.0) - at).normalized(), (Vector2d(1.2, 1.5) - at).normalized();
  return directions;
}

// The largest s with limits that hold for tension + s change, and for all changes of a ball.
double calc_reach(const Vector2d& tension, const Vector2d& change) {
  double reach = 1e300;
  for (int i = 0; i < 2; ++i) {
    const double room = change(i) > 0.0 ? kHigh - tension(i) : tension(i) - kLow;
    reach = std::min(reach, room / std::abs(change(i)));
  }
  return std::max(0.0, reach);
}

TEST(Cables, HoldAWeight) {
  const WorkspaceMap map = map_text(kHanging);
  ASSERT_EQ(map.count(SampleStatus::ok), 12u);
  int slack = 0;
  for (std::size_t i = 0; i < 12; ++i) {
    const Vector2d at(-0.8 + 0.6 * static_cast<double>(i / 3),
                      -0.5 + 0.45 * static_cast<double>(i % 3));
    SCOPED_TRACE(testing::Message() << at.transpose());
    const Matrix2d directions = make_directions(at);
    const Matrix2d inverse = directions.inverse();
    const Vector2d tension = inverse * Vector2d(0.0, kWeight);
    const auto value = [&](const char* column) { return values_of(map, column)[i]; };
    const auto expect = [&](const char* column, double expected) {
      EXPECT_NEAR(value(column), expected, kCableTolerance * std::abs(expected)) << column;
    };
    // From the smallest tensions that keep both cables taut.
    const bool can_hold = tension.minCoeff() >= kLow;
    slack += can_hold ? 0 : 1;
    if (can_hold) {
      expect("holding_share", (tension.maxCoeff() - kLow) / (kHigh - kLow));
      double ball = 1e300;
      for (int k = 0; k < 2; ++k) {
        const double room = std::min(kHigh - tension(k), tension(k) - kLow);
        ball = std::min(ball, room / (4.0 * inverse.row(k).norm()));
      }
      expect("acceleration", ball);
      expect("pull", calc_reach(tension, inverse * Vector2d(0.0, -1.0)));
    } else {
      EXPECT_EQ(value("holding_share"), std::numeric_limits<double>::infinity());
      EXPECT_EQ(value("acceleration"), 0.0);
      EXPECT_EQ(value("pull"), 0.0);
    }
    // Two unit vectors with cosine c between them have squared singular values 1 -+ |c|.
    const double c = std::abs(directions.col(0).dot(directions.col(1)));
    expect("dexterity", std::sqrt((1.0 - c) / (1.0 + c)));
    const Matrix2d stiffness =
        directions * Vector2d(2e5, 1e5).asDiagonal() * directions.transpose();
    const double half = 0.5 * stiffness.trace();
    expect("stiffness", half - std::sqrt(half * half - stiffness.determinant()));
  }
  EXPECT_GT(slack, 0);
  EXPECT_LT(slack, 8);
}

// Cables that need not be taut carry only what the weight requires.
TEST(Cables, HoldFromNothing) {
  std::string text = kHanging;
  for (int i = 0; i < 2; ++i) text.replace(text.find("limits: [5, 80]"), 15, "limits: [0, 80]");
  const WorkspaceMap map = map_text(text);
  for (std::size_t i = 0; i < 12; ++i) {
    const Vector2d at(-0.8 + 0.6 * static_cast<double>(i / 3),
                      -0.5 + 0.45 * static_cast<double>(i % 3));
    const Vector2d tension = make_directions(at).inverse() * Vector2d(0.0, kWeight);
    ASSERT_GT(tension.minCoeff(), 0.0);
    const double expected = tension.maxCoeff() / kHigh;
    EXPECT_NEAR(values_of(map, "holding_share")[i], expected, kCableTolerance * expected);
  }
}

}  // namespace
}  // namespace globaldyn::inside::test
