// How columns of a tree continue after a step.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "core/loops/column_history.h"
#include "core/loops/spanning_tree.h"
#include "tests/support/round_off.h"

namespace globaldyn::inside::test {
namespace {

constexpr std::size_t kArm = 0, kBall = 1;  // columns: the arm's, and three of the ball's

// x(t) with its first two derivatives.
struct Course {
  double place;
  double first;
  double second;
};

void fill_in(TreeStation& station, const Course& course, double way) {
  station.way[0] = way;
  station.first[0] = station.local_first[0] = course.first;
  station.second[0] = station.local_second[0] = course.second;
}

// Predicts the value at `at` from a course at two places.
double predict(Course (*course)(double), double from, double here, double at) {
  const Course a = course(from), b = course(here);
  const double moved = b.place - a.place;
  double move = 0.0;
  predict_columns(here - from, at - here, {&a.first, 1}, {&a.second, 1}, {&moved, 1}, {&b.first, 1},
                  {&b.second, 1}, {&move, 1});
  return b.place + move;
}

TEST(PredictColumns, PolynomialsOfFifthDegreeAreForetoldExactly) {
  const auto quintic = [](double t) {
    return Course{2 - t + t * t * (3 - t * (1 + t * (2 - 0.5 * t))),
                  -1 + t * (6 - t * (3 + t * (8 - 2.5 * t))), 6 - t * (6 + t * (24 - 10 * t))};
  };
  for (const double at : {0.8, 1.1, 1.6, 0.5, 0.1}) {
    EXPECT_NEAR(predict(quintic, 0.3, 0.7, at), quintic(at).place, round_off(1000, 1.0)) << at;
  }
}

TEST(PredictColumns, ErrorIsOfSixthOrder) {
  const auto wave = [](double t) { return Course{std::sin(t), std::cos(t), -std::sin(t)}; };
  const auto error = [&](double h, double share) {
    const double at = 1.0 + share * h;
    return std::abs(predict(wave, 1.0 - h, 1.0, at) - std::sin(at));
  };
  // Half the step, a 64th of the error, up to the next order.
  EXPECT_NEAR(error(0.1, 1.0) / error(0.05, 1.0), 64.0, 6.0);
  // Half-way between: a 512th of the error at the same distance beyond, ((1/2)² / (2 · 1))³.
  EXPECT_NEAR(error(0.1, 1.0) / error(0.1, -0.5), 512.0, 40.0);
}

// Stations at these places, the first of them at the start of the history.
ColumnHistory make_history(const std::vector<double>& places) {
  ColumnHistory history(1, 1);
  for (std::size_t i = 0; i < places.size(); ++i) {
    const double h = i == 0 ? 0.0 : places[i] - places[i - 1];
    fill_in(history.add(h), {}, places[i] - places[0]);
  }
  return history;
}

TEST(ColumnHistory, GuidesAreTheTwoNearest) {
  const ColumnHistory history = make_history({0.0, 1.0, 2.0, 4.0});
  const auto expect_guides = [&](double place, double from, double by) {
    const auto guides = history.find_guides(place - history.here().at);
    ASSERT_TRUE(guides.has_value()) << place;
    EXPECT_EQ(guides->from->at, from) << place;
    EXPECT_EQ(guides->by->at, by) << place;
  };
  expect_guides(0.4, 0.0, 1.0);
  expect_guides(1.6, 2.0, 1.0);
  expect_guides(2.9, 2.0, 4.0);
  expect_guides(3.2, 4.0, 2.0);
  expect_guides(5.0, 4.0, 2.0);
  EXPECT_DOUBLE_EQ(history.find_distance(2.9 - 4.0), 0.9);
}

TEST(ColumnHistory, SaysNothingOfWhatItCannotKnow) {
  EXPECT_FALSE(make_history({0.0}).find_guides(0.1));
  EXPECT_TRUE(make_history({0.0, 0.1}).find_guides(0.2));
  EXPECT_FALSE(make_history({0.0, 0.1}).find_guides(0.3));   // too far beyond
  EXPECT_FALSE(make_history({0.0, 0.1}).find_guides(-0.4));  // likewise
  ColumnHistory history = make_history({0.0, 0.1});
  history.forget();
  fill_in(history.add(0.1), {}, 0.0);
  EXPECT_FALSE(history.find_guides(0.1));
}

TEST(ColumnHistory, ForgetsWhatIsBeforeABreak) {
  // The end of a piece, a place within it, and the same end as the start of the next.
  ColumnHistory history = make_history({0.0, 1.0, 0.7, 1.0 + 1e-15});
  EXPECT_FALSE(history.find_guides(0.1));
  EXPECT_EQ(history.here().way[0], 1.0 + 1e-15);
}

TEST(ColumnHistory, KeepsTheLastTwenty) {
  std::vector<double> places;
  for (int i = 0; i <= 40; ++i) places.push_back(i);
  const ColumnHistory history = make_history(places);
  EXPECT_EQ(history.find_distance(0.0 - 40.0), 21.0);
  EXPECT_EQ(history.find_distance(21.0 - 40.0), 0.0);
}

// A ball at the end of a rotating arm: the ball rotates relative to it about two axes at once.
struct Ball {
  Mechanism mechanism;
  Topology topology;

  Ball() {
    mechanism.bodies.resize(3);
    mechanism.characteristic_length = 1.0;
    Joint arm, ball;
    arm.kind = JointKind::revolute;
    arm.body_b = BodyId(1);
    ball.kind = JointKind::spherical;
    ball.body_a = BodyId(1);
    ball.body_b = BodyId(2);
    ball.frame_a.origin = Vector3d(0.4, 0.1, 0.0);
    ball.frame_a.axes = Eigen::AngleAxisd(0.7, Vector3d(1, 2, 2) / 3).toRotationMatrix();
    mechanism.joints = {arm, ball};
    topology = make_topology(mechanism);
  }

  static Matrix3d turn_arm(double t) {
    return Eigen::AngleAxisd(0.3 * t + 0.2 * t * t, Vector3d::UnitZ()).toRotationMatrix();
  }
  // The rotation of the ball relative to the joint's frame on the arm.
  static Matrix3d turn_ball(double t) {
    return (Eigen::AngleAxisd(0.5 * t, Vector3d::UnitZ()) *
            Eigen::AngleAxisd(0.4 * t + 0.1 * t * t, Vector3d::UnitX()))
        .toRotationMatrix();
  }
  static Vector3d find_rate(double t) {
    const Eigen::AngleAxisd about_z(0.5 * t, Vector3d::UnitZ());
    return 0.5 * Vector3d::UnitZ() + (0.4 + 0.2 * t) * (about_z * Vector3d::UnitX());
  }
  static Vector3d find_acceleration(double t) {
    const Eigen::AngleAxisd about_z(0.5 * t, Vector3d::UnitZ());
    return about_z * (0.2 * Vector3d::UnitX() + 0.5 * (0.4 + 0.2 * t) * Vector3d::UnitY());
  }
  [[nodiscard]] Matrix3d find_axes(double t) const {
    return turn_arm(t) * mechanism.joints[JointId(1)].frame_a.axes;
  }
  [[nodiscard]] Pose find_pose(double t) const {
    Pose pose(3);
    pose[BodyId(1)].R = turn_arm(t);
    pose[BodyId(2)].R = find_axes(t) * turn_ball(t);
    pose[BodyId(2)].r = pose[BodyId(1)].R * mechanism.joints[JointId(1)].frame_a.origin;
    return pose;
  }
};

Vector3d find_rotation_from(double here, double t) {
  const Eigen::AngleAxisd turn(Ball::turn_ball(t) * Ball::turn_ball(here).transpose());
  return turn.angle() * turn.axis();
}

TEST(SpanningTree, UnrollsFreeTurnsAboutWhereTheyLed) {
  const Ball ball;
  SpanningTree tree(ball.mechanism, ball.topology);
  ASSERT_EQ(tree.column_count(), 4);
  const double before = 1.0, here = 1.4;
  tree.set_pose(ball.find_pose(before));
  const std::vector<double> state = tree.state();
  std::vector<double> first{0.7, 0, 0, 0}, second{0.4, 0, 0, 0}, moved{0.312, 0, 0, 0};
  const Vector3d rate = ball.find_axes(before) * Ball::find_rate(before);
  const Vector3d acceleration = ball.find_axes(before) * Ball::find_acceleration(before);
  Eigen::Map<Vector3d>(first.data() + kBall) = rate;
  Eigen::Map<Vector3d>(second.data() + kBall) = acceleration;
  tree.to_parent_axes(first);
  tree.to_parent_axes(second);
  tree.set_pose(ball.find_pose(here));
  tree.unroll(state, first, second, moved);
  // Columns of one axis stay as they are.
  EXPECT_EQ(first[kArm], 0.7);
  EXPECT_EQ(second[kArm], 0.4);
  EXPECT_EQ(moved[kArm], 0.312);
  // Central differences: errors of h² and rounding errors over h².
  const double h = 1e-3;
  const Matrix3d axes = ball.find_axes(here);
  const Vector3d at = find_rotation_from(here, before);
  const Vector3d after = find_rotation_from(here, before + h);
  const Vector3d ahead = find_rotation_from(here, before - h);
  const auto expect_near = [&](const std::vector<double>& found, const Vector3d& expected) {
    const Eigen::Map<const Vector3d> turn(found.data() + kBall);
    EXPECT_LE((turn - axes * expected).norm(), 1e-6);
  };
  expect_near(moved, -at);
  expect_near(first, (after - ahead) / (2.0 * h));
  expect_near(second, (after - 2.0 * at + ahead) / (h * h));
}

}  // namespace
}  // namespace globaldyn::inside::test
