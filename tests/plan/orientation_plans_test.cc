// Paths with orientations through points on a machine: the poses that it takes, and plans. Oracles:
// the orientations written, the path's own rates, and times of a single axis in closed form.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "globaldyn/evaluation/evaluation.h"
#include "globaldyn/record/planned_motion.h"
#include "tests/support/draw.h"
#include "tests/support/temporary_folder.h"

namespace globaldyn::inside::test {
namespace {

// Three slides and a wrist that turns about x, then y, then z.
Machine make_wrist(const std::string& path, const std::string& folder = ".") {
  return parse_machine(R"(globaldyn: 1
name: wrist
gravity: [0, 0, 0]
bodies:
  beam: {mass: 3 kg, inertia: {diag: [0.1, 0.1, 0.1]}}
  cart: {mass: 2 kg, inertia: {diag: [0.1, 0.1, 0.1]}}
  ram: {mass: 1 kg, inertia: {diag: [0.1, 0.1, 0.1]}}
  outer: {mass: 1 kg, inertia: {diag: [0.01, 0.01, 0.01]}}
  inner: {mass: 1 kg, inertia: {diag: [0.01, 0.01, 0.01]}}
  hand: {mass: 1 kg, inertia: {diag: [0.02, 0.02, 0.02]}}
joints:
  X: {type: prismatic, a: {body: ground, axis: x}, b: {body: beam, axis: x}}
  Y: {type: prismatic, a: {body: beam, axis: y}, b: {body: cart, axis: y}}
  Z: {type: prismatic, a: cart, b: ram}
  A: {type: revolute, a: {body: ram, axis: x}, b: {body: outer, axis: x}}
  B: {type: revolute, a: {body: outer, axis: y}, b: {body: inner, axis: y}}
  C: {type: revolute, a: inner, b: hand}
drives:
  FX: {joint: X, limits: 40 N}
  FY: {joint: Y, limits: 30 N}
  FZ: {joint: Z, limits: 20 N}
  MA: {joint: A, limits: 0.8 N m}
  MB: {joint: B, limits: 0.6 N m}
  MC: {joint: C, limits: 0.4 N m}
tool: hand
paths:
  path: )" + path + "\n",
                       "wrist.yaml", folder);
}

struct WrittenPose {
  double p;
  Vector3d place;
  Matrix3d R;
};

// Away from where the wrist is singular.
std::vector<WrittenPose> draw_poses(Draw& draw) {
  std::vector<WrittenPose> poses;
  double p = 0.0;
  for (std::size_t i = 0; i < 6; ++i) {
    const auto draw_vector = [&](double reach) {
      return Vector3d(draw.uniform(-reach, reach), draw.uniform(-reach, reach),
                      draw.uniform(-reach, reach));
    };
    poses.push_back({p, draw_vector(0.3), make_cardan_rotation(draw_vector(0.7))});
    p += draw.uniform(0.5, 1.0);
  }
  return poses;
}

std::string write_table(const std::vector<WrittenPose>& poses) {
  std::string table = "p,x [mm],y [mm],z [mm],qw,qx,qy,qz\n";
  for (const WrittenPose& pose : poses) {
    const Eigen::Quaterniond q(pose.R);
    const Vector3d at = 1e3 * pose.place;
    table += fmt::format("{:.17g},{:.17g},{:.17g},{:.17g},{:.17g},{:.17g},{:.17g},{:.17g}\n",
                         pose.p, at.x(), at.y(), at.z(), q.w(), q.x(), q.y(), q.z());
  }
  return table;
}

// A machine is put together to some 1e-12.
constexpr double kAssembled = 1e-10;

TEST(OrientationPlans, TheMachineTakesThePosesOfItsTable) {
  const TemporaryFolder folder;
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Draw draw(seed);
    const std::vector<WrittenPose> poses = draw_poses(draw);
    (void)folder.write("poses.csv", write_table(poses));
    const bool is_spline = seed % 2 == 0;
    const Machine machine =
        make_wrist(fmt::format("{{position: {{csv: {{file: poses.csv, interpolation: {}}}}}}}",
                               is_spline ? "spline" : "polyline"),
                   folder.path().string());
    EvaluationOptions options;
    for (const WrittenPose& pose : poses) options.at.push_back(pose.p);
    const Evaluation evaluation = evaluate(machine, options);
    ASSERT_EQ(evaluation.paths.at(0).samples.size(), poses.size());
    for (std::size_t i = 0; i < poses.size(); ++i) {
      const Frame& tool = evaluation.paths[0].samples[i].tool;
      EXPECT_LT((tool.origin - poses[i].place).norm(), kAssembled);
      EXPECT_LT((tool.axes - poses[i].R).norm(), kAssembled);
    }
    PlannedMotionOptions planned;
    planned.plan.tolerance = 1e-3;
    planned.samples = 201;
    const PlannedMotion motion = plan_motion(machine, machine.paths.front(), planned);
    ASSERT_TRUE(motion.plan.has_motion()) << motion.plan.reason;
    // A polyline stops at its points.
    EXPECT_EQ(motion.plan.stops.size(), is_spline ? 0u : poses.size() - 2);
    for (const MotionSample& sample : motion.record.samples) {
      const TaskTarget at = machine.paths[0].task(sample.state.p).target;
      const double d1 = sample.state.d1, d2 = sample.state.d2;
      EXPECT_LT((sample.tool.axes - at.rotation).norm(), kAssembled);
      EXPECT_LT((sample.tool_velocity.w - d1 * at.first.tail<3>()).norm(), 1e-8);
      // At a corner it has the acceleration of either side.
      if (!is_spline) continue;
      EXPECT_LT(
          (sample.tool_acceleration.w - d1 * d1 * at.second.tail<3>() - d2 * at.first.tail<3>())
              .norm(),
          1e-7 * (1.0 + sample.tool_acceleration.w.norm()));
    }
  }
}

// One axis alone: by 50 degrees and back by 20 with 0.4 N m on 0.02 kg m².
TEST(OrientationPlans, CornersOfAPolylineAreStops) {
  const std::string points =
      "as: rpy, points: [[0, 0, 0], [0, 0, 50 deg], [0, 0, 30 deg], [0, 0, 40 deg]]";
  const auto plan = [&](const std::string& orientation) {
    const Machine machine =
        make_wrist("{position: {x: 0, y: 0, z: 0}, p_max: 1, orientation: {" + orientation + "}}");
    PathPlanOptions options;
    options.tolerance = 1e-7;
    return plan_path(machine, machine.paths.front(), options);
  };
  const double degree = std::numbers::pi / 180.0, most = 0.4 / 0.02;
  double time = 0.0;
  for (const double angle : {50.0, 20.0, 10.0}) time += 2.0 * std::sqrt(angle * degree / most);
  const PathPlan sharp = plan("polyline: {knots: [0, 0.3, 0.4, 1], " + points + "}");
  ASSERT_EQ(sharp.status(), PlanStatus::optimal) << sharp.reason;
  EXPECT_NEAR(sharp.time(), time, 1e-6 * time);
  EXPECT_EQ(sharp.stops.size(), 2u);
}

}  // namespace
}  // namespace globaldyn::inside::test
