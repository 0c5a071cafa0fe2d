// Every kind of joint: its free motions, and that its equations are the right derivatives.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "core/joints/joint_rows.h"
#include "core/kinematics/assembly.h"
#include "core/kinematics/cardan.h"
#include "core/kinematics/linear_system.h"
#include "globaldyn/evaluation/evaluation.h"

namespace globaldyn::inside {
namespace {

struct KindCase {
  JointKind kind;
  int rows;
};

class JointKinds : public ::testing::TestWithParam<KindCase> {};

Joint make_joint(JointKind kind) {
  Joint joint;
  joint.name = "J";
  joint.kind = kind;
  joint.body_a = BodyId(1);
  joint.body_b = BodyId(2);
  joint.frame_a = {{0.3, -0.1, 0.2}, make_cardan_rotation({0.4, -0.7, 0.2})};
  joint.frame_b = {{-0.2, 0.5, 0.1}, make_cardan_rotation({-0.9, 0.3, 1.1})};
  joint.lead = 0.03;
  joint.length = 0.8;
  return joint;
}

Mechanism make_pair(const Joint& joint) {
  Mechanism mechanism;
  mechanism.bodies = {{"ground", {}, {}, {}}, {"a", {}, {}, {}}, {"b", {}, {}, {}}};
  mechanism.joints = {joint};
  return mechanism;
}

// The two bodies joined with the given coordinates, body a somewhere askew.
Pose make_joined_pose(const Joint& joint, const std::vector<double>& q) {
  Pose pose(3);
  pose[BodyId(1)] = {{0.7, 0.2, -0.4}, make_cardan_rotation({1.2, 0.5, -0.8})};
  const Frame b =
      place(pose[BodyId(1)], joint.frame_a) * make_joint_motion(joint, q) * joint.frame_b.inverse();
  pose[BodyId(2)] = {b.origin, b.axes};
  return pose;
}

TEST_P(JointKinds, MotionSatisfiesTheEquations) {
  const Joint joint = make_joint(GetParam().kind);
  const std::size_t count = type_of(joint).coordinates.size();
  std::vector<double> q;
  for (std::size_t i = 0; i < count; ++i) q.push_back(0.3 + 0.4 * static_cast<double>(i));
  const Pose pose = make_joined_pose(joint, q);
  std::vector<ScalarRow> rows;
  append_constraint_rows(joint, {pose, nullptr}, rows);
  EXPECT_EQ(static_cast<int>(rows.size()), GetParam().rows);
  for (const ScalarRow& row : rows) EXPECT_NEAR(row.value, 0.0, 1e-14);
  EXPECT_TRUE(is_rightly_closed(joint, pose));
  // Coordinates are what the motion was made with; a screw's displacement follows its angle.
  for (std::size_t i = 0; i < count; ++i) {
    const double expected = joint.kind == JointKind::screw && i == 1 ? joint.lead * q[0] : q[i];
    EXPECT_NEAR(make_coordinate_row(joint, static_cast<int>(i), {pose, nullptr}).value, expected,
                1e-14);
  }
}

TEST_P(JointKinds, LeavesTheRightNumberOfFreedoms) {
  const Joint joint = make_joint(GetParam().kind);
  const Mechanism mechanism = make_pair(joint);
  const Pose pose =
      make_joined_pose(joint, std::vector<double>(type_of(joint).coordinates.size(), 0.35));
  const MatrixXd rows = make_matrix(make_constraint_rows(mechanism, {pose, nullptr}), mechanism);
  EXPECT_EQ(calc_rank(rows), GetParam().rows);  // no redundant row in a single joint
}

// Row values along a motion of both bodies, numerically differentiated twice.
TEST_P(JointKinds, RatesAndBiasesAreDerivativesOfTheValues) {
  const Joint joint = make_joint(GetParam().kind);
  const std::size_t count = type_of(joint).coordinates.size();
  const Pose start = make_joined_pose(joint, std::vector<double>(count, 0.35));
  Twists velocity(3), acceleration(3);
  velocity[BodyId(1)] = {{0.3, -0.5, 0.8}, {0.4, 0.9, -0.3}};
  acceleration[BodyId(1)] = {{-0.2, 0.1, 0.5}, {0.3, -0.6, 0.2}};
  // Body b moves with body a, and along the joint for its coordinates: constraints stay closed,
  // which universal angles and screws need for their rates to be derivatives.
  const auto pose_at = [&](double t) {
    Pose pose = start;
    pose[BodyId(1)].r += t * velocity[BodyId(1)].v + 0.5 * t * t * acceleration[BodyId(1)].v;
    // Exact orientation with angular velocity w0 + t a to third order in t.
    const Vector3d w = velocity[BodyId(1)].w, a = acceleration[BodyId(1)].w;
    pose[BodyId(1)].R =
        make_rotation(t * w + 0.5 * t * t * a + t * t * t / 12.0 * w.cross(a)) * pose[BodyId(1)].R;
    std::vector<double> q;
    for (std::size_t i = 0; i < count; ++i) q.push_back(0.35 + t * (0.7 + static_cast<double>(i)));
    const Frame b = place(pose[BodyId(1)], joint.frame_a) * make_joint_motion(joint, q) *
                    joint.frame_b.inverse();
    pose[BodyId(2)] = {b.origin, b.axes};
    return pose;
  };
  const double h = 1e-4;
  const auto difference = [&](double t) {
    const Pose before = pose_at(t - h), after = pose_at(t + h);
    Twists twists(3);
    for (const BodyId i : moving_bodies(twists)) {
      twists[i].v = (after[i].r - before[i].r) / (2 * h);
      twists[i].w = find_rotation_vector(after[i].R * before[i].R.transpose()) / (2 * h);
    }
    return twists;
  };
  const Twists first = difference(0.0), later = difference(h), earlier = difference(-h);
  Twists second(3);
  for (const BodyId i : moving_bodies(second)) {
    second[i].v = (later[i].v - earlier[i].v) / (2 * h);
    second[i].w = (later[i].w - earlier[i].w) / (2 * h);
  }
  const auto rows_at = [&](const Pose& pose, const Twists* twists) {
    std::vector<ScalarRow> rows;
    append_constraint_rows(joint, {pose, twists}, rows);
    for (std::size_t i = 0; i < count; ++i) {
      rows.push_back(make_coordinate_row(joint, static_cast<int>(i), {pose, twists}));
    }
    return rows;
  };
  const auto rows = rows_at(start, &first);
  const auto before = rows_at(pose_at(-h), nullptr), after = rows_at(pose_at(h), nullptr);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    SCOPED_TRACE(i);
    const double rate = (after[i].value - before[i].value) / (2 * h);
    const double bend = (after[i].value - 2 * rows[i].value + before[i].value) / (h * h);
    EXPECT_NEAR(rows[i].calc_rate(first), rate, 1e-6);
    EXPECT_NEAR(rows[i].calc_rate(second) + rows[i].bias, bend, 2e-6);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Kinds, JointKinds,
    ::testing::Values(KindCase{JointKind::revolute, 5}, KindCase{JointKind::prismatic, 5},
                      KindCase{JointKind::cylindrical, 4}, KindCase{JointKind::universal, 4},
                      KindCase{JointKind::spherical, 3}, KindCase{JointKind::planar, 3},
                      KindCase{JointKind::screw, 5}, KindCase{JointKind::weld, 6},
                      KindCase{JointKind::distance, 1}),
    [](const auto& test) { return type_of(test.param.kind).key; });

TEST(Cardan, RateMatrixIsTheDerivativeOfTheRotation) {
  const Vector3d angles(0.4, -1.1, 2.3), rates(0.7, -0.2, 1.3);
  const double h = 1e-5;
  const Matrix3d before = make_cardan_rotation(angles - h * rates);
  const Matrix3d after = make_cardan_rotation(angles + h * rates);
  const Vector3d w = find_rotation_vector(after * before.transpose()) / (2 * h);
  EXPECT_LE((make_cardan_rate_matrix(angles) * rates - w).norm(), 1e-9);
  const Matrix3d slope =
      (make_cardan_rate_matrix(angles + h * rates) - make_cardan_rate_matrix(angles - h * rates)) /
      (2 * h);
  EXPECT_LE((make_cardan_rate_derivative(angles, rates) - slope).norm(), 1e-9);
}

TEST(Cardan, AnglesRoundTripAndChartsStayRegular) {
  for (const double y : {-1.57, -1.2, -0.3, 0.0, 0.9, 1.3, 1.5707}) {
    const Matrix3d R = make_cardan_rotation({0.8, y, -2.1});
    EXPECT_LE((make_cardan_rotation(find_cardan_angles(R)) - R).norm(), 1e-14);
    const CardanChart chart = make_cardan_chart(R);
    EXPECT_LE((chart.reference * make_cardan_rotation(chart.angles) - R).norm(), 1e-14);
    EXPECT_GT(std::abs(chart.rate_matrix().determinant()), 0.4);
  }
}

// The revolutions of a nut on a screw are counted by its displacement.
TEST(Joints, ScrewFollowsSeveralTurns) {
  const Machine machine = parse_machine(R"(
globaldyn: 1
name: spindle
bodies: {nut: {mass: 1 kg, inertia: {diag: [0.01, 0.01, 0.02]}}}
joints: {S: {type: screw, a: ground, b: nut, lead: 10 mm}}
drives: {M: {joint: S.angle, limits: 1 N m}}
paths: {run: {joints: {S.angle: 2*pi*p}, p_max: 3}}
)",
                                        "spindle.yaml", ".");
  const Evaluation evaluation = evaluate(machine, {.paths = {}, .samples = 7});
  for (const Sample& sample : evaluation.paths[0].samples) {
    ASSERT_EQ(sample.status, SampleStatus::ok) << sample.reason.what;
    EXPECT_NEAR(sample.motion.pose[BodyId(1)].r.z(), 0.01 * sample.p, 1e-14);
    // Generalised inertia by the angle: I + m (lead / 2 pi)².
    const double lead = 0.01 / (2.0 * std::numbers::pi);
    EXPECT_NEAR(sample.map.D()(0), (0.02 + lead * lead) * 2.0 * std::numbers::pi, 1e-13);
  }
}

}  // namespace
}  // namespace globaldyn::inside
