// Metamorphic relations: change the machine in a way whose effect is known exactly; the answer
// must follow, for every machine and path of the library.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "core/following/path_follower.h"
#include "core/joints/joint_type.h"
#include "tests/support/machines.h"
#include "tests/support/transforms.h"

namespace globaldyn::inside::test {
namespace {

// Ill-conditioned poses lose digits; 1e-8 is what users are promised.
constexpr double kMetamorphicTolerance = 1e-8;

void expect_near(const MatrixXd& value, const MatrixXd& expected, const char* what,
                 double floor = 1e-9) {
  ASSERT_EQ(value.rows(), expected.rows()) << what;
  ASSERT_EQ(value.cols(), expected.cols()) << what;
  const double size = expected.size() == 0 ? 0.0 : expected.cwiseAbs().maxCoeff();
  if (expected.size() == 0) return;
  EXPECT_LE((value - expected).cwiseAbs().maxCoeff(), kMetamorphicTolerance * std::max(size, floor))
      << what;
}

// Compares two regions by intervals, ranges and area, with d2 reversed if `mirror` is -1.
void expect_same_region(const Region& value, const Region& expected, double mirror = 1.0) {
  EXPECT_EQ(value.status(), expected.status());
  const auto a = value.d1_intervals(), b = expected.d1_intervals();
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double top = std::isinf(b[i].high) ? b[i].low + 20.0 : b[i].high;
    EXPECT_EQ(std::isinf(a[i].high), std::isinf(b[i].high));
    if (!std::isinf(b[i].high)) {
      EXPECT_NEAR(a[i].high, b[i].high, kMetamorphicTolerance * b[i].high);
    }
    for (const double share : {0.05, 0.3, 0.6, 0.9}) {
      const double d1 = b[i].low + share * (top - b[i].low);
      const auto r = value.d2_range(d1), s = expected.d2_range(d1);
      ASSERT_TRUE(r && s);
      const double low = mirror > 0 ? r->low : -r->high, high = mirror > 0 ? r->high : -r->low;
      EXPECT_NEAR(low, s->low, kMetamorphicTolerance * (s->high - s->low));
      EXPECT_NEAR(high, s->high, kMetamorphicTolerance * (s->high - s->low));
    }
  }
  const auto area = value.area_d1sq_d2(), other = expected.area_d1sq_d2();
  ASSERT_EQ(area.has_value(), other.has_value());
  if (area) {
    EXPECT_NEAR(*area, *other, kMetamorphicTolerance * *other);
  }
  ASSERT_EQ(value.components().size(), expected.components().size());
  for (std::size_t i = 0; i < value.components().size(); ++i) {
    EXPECT_EQ(value.components()[i].vertices.size(), expected.components()[i].vertices.size());
  }
}

void expect_same_map(const DriveForceMap& value, const DriveForceMap& expected) {
  expect_near(value.A(), expected.A(), "A");
  expect_near(value.B(), expected.B(), "B");
  expect_near(value.C(), expected.C(), "C");
  expect_near(value.D(), expected.D(), "D");
  expect_near(value.V * value.V.transpose(), expected.V * expected.V.transpose(), "V Vt");
}

class Metamorphic : public ::testing::TestWithParam<LibraryPath> {
 protected:
  void SetUp() override {
    machine_ = load(GetParam().machine);
    path_ = find_path(machine_, GetParam().path);
    by_joints_ = make_joint_path(machine_, path_);
    ASSERT_EQ(by_joints_.coordinates.size(), path_.coordinates.size());
    cases_ = sample_path(machine_, path_, 4);
    ASSERT_GE(cases_.size(), 3u);
    PathFollower start(machine_.mechanism, machine_.topology, path_.task, 0.0, path_.p_max);
    start_ = start.pose_at(0.0).motion.pose;
  }

  // The changed machine, on the same joint motion, gives the same map and region.
  void expect_unchanged(const Machine& changed, const Path& path) {
    const auto cases = sample_path(changed, path, 4);
    ASSERT_EQ(cases.size(), cases_.size());
    for (std::size_t i = 0; i < cases.size(); ++i) {
      SCOPED_TRACE(testing::Message() << "p = " << cases[i].p);
      expect_same_map(cases[i].map, cases_[i].map);
      expect_same_region(cases[i].region, cases_[i].region);
    }
  }

  [[nodiscard]] bool is_rotational(const TaskCoordinate& coordinate) const {
    if (coordinate.kind == TaskCoordinate::Kind::drive) {
      return machine_.mechanism.drives[coordinate.drive].rotational;
    }
    const CoordinateIndex& index = coordinate.joint;
    const Joint& joint = machine_.mechanism.joints[index.joint];
    return type_of(joint).coordinates[static_cast<std::size_t>(index.coordinate)].rotational;
  }

  // Bodies that rotate idly: their speed is a matter of choice, which splitting them changes.
  [[nodiscard]] std::set<BodyId> find_idle_bodies() const {
    const Mobility mobility =
        analyze_mobility(machine_.mechanism, machine_.topology, path_.coordinates, start_);
    std::set<BodyId> idle;
    for (const auto& bodies : mobility.idle_bodies) idle.insert(bodies.begin(), bodies.end());
    return idle;
  }

  Machine machine_;
  Path path_;
  Path by_joints_;
  std::vector<PoseCase> cases_;
  Pose start_;
};

TEST_P(Metamorphic, PrescribingJointsInsteadOfTheTool) {
  expect_unchanged(guess_pose(machine_, start_), by_joints_);
}

TEST_P(Metamorphic, WholeMachineRotatedAndShifted) {
  const Matrix3d R = make_cardan_rotation({0.7, -0.4, 1.9});
  expect_unchanged(move_in_space(guess_pose(machine_, start_), R, {0.3, -1.2, 0.8}), by_joints_);
}

// Rotated by 90 degrees about y, every body that was level has its Cardan angles at the chart's
// singularity.
TEST_P(Metamorphic, BodiesAtTheSingularityOfCardanAngles) {
  Matrix3d R;
  R << 0, 0, 1, 0, 1, 0, -1, 0, 0;
  const Machine turned = move_in_space(guess_pose(machine_, start_), R, Vector3d::Zero());
  expect_unchanged(turned, by_joints_);
  double closest = 10.0;
  for (const PoseCase& c : sample_path(turned, by_joints_, 4)) {
    for (const BodyId i : moving_bodies(c.motion.pose)) {
      closest = std::min(closest,
                         std::abs(std::abs(find_cardan_angles(c.motion.pose[i].R).y()) - M_PI_2));
    }
  }
  EXPECT_LT(closest, 0.3);  // the test would be void if nothing came close
}

TEST_P(Metamorphic, BodiesAndJointsInAnotherOrder) {
  const Machine reversed = reverse_order(guess_pose(machine_, start_));
  Path path = by_joints_;
  const int joints = static_cast<int>(machine_.mechanism.joints.size());
  path.task = [inner = by_joints_.task, joints](double p) {
    Task task = inner(p);
    for (TaskCoordinate& c : task.coordinates)
      c.joint.joint = JointId(joints - 1 - c.joint.joint.number());
    return task;
  };
  expect_unchanged(reversed, path);
}

TEST_P(Metamorphic, BodySplitInTwoWeldedOnes) {
  const std::set<BodyId> idle = find_idle_bodies();
  for (const BodyId body : moving_bodies(machine_.mechanism.bodies)) {
    if (moving_number(body) % 3 != 0 || idle.contains(body)) continue;
    SCOPED_TRACE(machine_.mechanism.bodies[body].name);
    expect_unchanged(split_body(guess_pose(machine_, start_), body), by_joints_);
  }
}

TEST_P(Metamorphic, JointGivenTwice) {
  for (int joint = 0; joint < static_cast<int>(machine_.mechanism.joints.size()); joint += 4) {
    expect_unchanged(double_joint(guess_pose(machine_, start_), JointId(joint)), by_joints_);
  }
}

TEST_P(Metamorphic, LengthsInMillimetres) {
  const Machine scaled = scale_lengths(guess_pose(machine_, start_), 1000.0);
  Path path = by_joints_;
  path.task = [this](double p) {
    Task task = by_joints_.task(p);
    for (Eigen::Index k = 0; k < task.size(); ++k) {
      if (is_rotational(task.coordinates[static_cast<std::size_t>(k)])) continue;
      task.target.value(k) *= 1000.0;
      task.target.first(k) *= 1000.0;
      task.target.second(k) *= 1000.0;
    }
    return task;
  };
  const auto cases = sample_path(scaled, path, 4);
  ASSERT_EQ(cases.size(), cases_.size());
  for (std::size_t i = 0; i < cases.size(); ++i) {
    expect_same_region(cases[i].region, cases_[i].region);
    const Drives& drives = machine_.mechanism.drives;
    const auto turning = std::count_if(drives.begin(), drives.end(),
                                       [](const Drive& drive) { return drive.rotational; });
    // Minimum norm means something else once forces and torques scale differently.
    if (turning != 0 && turning != machine_.mechanism.drive_count()) continue;
    for (Eigen::Index k = 0; k < cases[i].map.D().size(); ++k) {
      const bool rotational = drives[DriveId(k)].rotational;
      const double factor = rotational ? 1e6 : 1e3;
      const double size = cases_[i].map.D().cwiseAbs().maxCoeff();
      EXPECT_NEAR(cases[i].map.D()(k) / factor, cases_[i].map.D()(k), kMetamorphicTolerance * size);
    }
  }
}

// p -> p_max - p: A and C stay except for the Coulomb part, B and D change sign.
TEST_P(Metamorphic, PathReversed) {
  const Machine machine = guess_pose(machine_, start_);
  Path path = path_;
  path.task = [this](double p) {
    Task task = path_.task(path_.p_max - p);
    task.target.first *= -1.0;
    return task;
  };
  // The reversed path starts where the other ends.
  PathFollower to_end(machine_.mechanism, machine_.topology, path_.task, 0.0, path_.p_max);
  (void)to_end.pose_at(0.0);
  const FollowedPose end = to_end.pose_at(path_.p_max);
  ASSERT_EQ(end.status, PoseStatus::ok);
  const Machine from_end = guess_pose(machine_, end.motion.pose);
  for (const PoseCase& c : cases_) {
    SCOPED_TRACE(testing::Message() << "p = " << c.p);
    PathFollower follower(from_end.mechanism, from_end.topology, path.task, 0.0, path.p_max);
    (void)follower.pose_at(0.0);
    const double p = path_.p_max - c.p;
    const FollowedPose back = follower.pose_at(p);
    ASSERT_EQ(back.status, PoseStatus::ok);
    const PoseDynamics dynamics = calc_dynamics(from_end, path.task(p), back.motion, p);
    bool friction = false;
    VectorXd coulomb = VectorXd::Zero(c.map.C().size());
    for (Eigen::Index k = 0; k < coulomb.size(); ++k) {
      const Drive& drive = machine_.mechanism.drives[DriveId(k)];
      coulomb(k) = std::copysign(drive.coulomb, c.equations.drive_rate(k));
      friction |= drive.coulomb > 0.0 || drive.viscous > 0.0;
    }
    coulomb -= c.map.V * (c.map.V.transpose() * coulomb);
    expect_near(dynamics.map.A(), c.map.A(), "A");
    expect_near(dynamics.map.B(), -c.map.B(), "B");
    expect_near(dynamics.map.C(), c.map.C() - 2.0 * coulomb, "C", 1.0);
    expect_near(dynamics.map.D(), -c.map.D(), "D");
    if (!friction) expect_same_region(dynamics.region, c.region, -1.0);
  }
}

INSTANTIATE_TEST_SUITE_P(Library, Metamorphic, ::testing::ValuesIn(list_paths()),
                         [](const auto& test) { return to_test_name(test.param); });

// Units in the file: the same lengths written in mm give exactly the same machine.
TEST(Units, MillimetresInTheFile) {
  const Machine metres = load("sliding_star");
  const Machine millimetres =
      load("sliding_star", {{"side", "1600 mm"}, {"leg", "850 mm"}, {"corner", "150 mm"}});
  const auto a = sample_path(metres, metres.paths[0], 3);
  const auto b = sample_path(millimetres, millimetres.paths[0], 3);
  for (std::size_t i = 0; i < a.size(); ++i) {
    expect_same_map(a[i].map, b[i].map);
    expect_same_region(a[i].region, b[i].region);
  }
}

}  // namespace
}  // namespace globaldyn::inside::test
