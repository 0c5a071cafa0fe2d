// Matrices of poses: closed forms of an arm of two links, and what they must be of any machine.
#include <gtest/gtest.h>

#include <cmath>

#include "globaldyn/evaluation/evaluation.h"
#include "globaldyn/evaluation/write_evaluation.h"
#include "globaldyn/storage/origin.h"
#include "tests/support/machines.h"

namespace globaldyn::inside::test {
namespace {

constexpr double kAlike = 1e-10;  // of poses closed to 1e-12, through W's inverse

void expect_alike(const MatrixXd& a, const MatrixXd& b) {
  ASSERT_EQ(a.rows(), b.rows());
  ASSERT_EQ(a.cols(), b.cols());
  EXPECT_LE((a - b).norm(), kAlike * (1.0 + b.norm()));
}

// Two links of 0.5 and 0.4 m; of 2 and 1 kg in their middles, with 0.04 and 0.02 kg m² there; the
// second joint's drive is elastic.
constexpr const char* kArm = R"(globaldyn: 1
name: arm
bodies:
  upper: {mass: 2 kg, com: [0.25, 0, 0], inertia: {xx: 0.1, yy: 0.1, zz: 0.04}}
  lower: {mass: 1 kg, com: [0.2, 0, 0], inertia: {xx: 0.1, yy: 0.1, zz: 0.02}}
joints:
  shoulder: {type: revolute, a: {body: ground, axis: z}, b: {body: upper, axis: z}}
  elbow: {type: revolute, a: {body: upper, at: [0.5, 0, 0], axis: z}, b: {body: lower, axis: z}, guess: 1.5 rad}
tool: {body: lower, at: [0.4, 0, 0]}
drives:
  M1: {joint: shoulder, limits: 50 N m, stiffness: 8000 N m/rad, rotor_inertia: 0.3 kg m^2}
  M2: {joint: elbow, limits: 20 N m, stiffness: 3000 N m/rad}
paths:
  line: {position: {line: {from: [0.3 m, 0.4 m], to: [0.5 m, 0.5 m]}}}
)";

TEST(PoseMatrices, OfTwoLinks) {
  const Machine machine = parse_machine(kArm, "arm.yaml", ".");
  const Evaluation evaluation = evaluate(machine, {.samples = 5, .matrices = true});
  EXPECT_EQ(evaluation.links, (std::vector<std::string>{"shoulder", "elbow"}));
  EXPECT_EQ(evaluation.paths[0].coordinates, (std::vector<std::string>{"x", "y"}));
  for (const Sample& sample : evaluation.paths[0].samples) {
    ASSERT_EQ(sample.status, SampleStatus::ok) << sample.reason.text();
    const Vector3d tool = sample.tool.origin;
    const double cosine =
        (tool.squaredNorm() - 0.25 - 0.16) / (2.0 * 0.5 * 0.4);  // of the elbow, which is positive
    const double q2 = std::acos(cosine);
    const double q1 =
        std::atan2(tool.y(), tool.x()) - std::atan2(0.4 * std::sin(q2), 0.5 + 0.4 * std::cos(q2));
    Eigen::Matrix2d J, M;
    J << -0.5 * std::sin(q1) - 0.4 * std::sin(q1 + q2), -0.4 * std::sin(q1 + q2),
        0.5 * std::cos(q1) + 0.4 * std::cos(q1 + q2), 0.4 * std::cos(q1 + q2);
    const double m22 = 0.02 + 0.04, across = m22 + 0.5 * 0.2 * cosine;
    M << 0.04 + 2.0 * 0.0625 + 0.25 + m22 + 2.0 * 0.5 * 0.2 * cosine, across, across, m22;
    const PoseMatrices& matrices = *sample.matrices;
    expect_alike(*matrices.joint_inertia, M);
    expect_alike(*matrices.jacobian, J);
    const Eigen::Matrix2d inverse = J.inverse();
    expect_alike(matrices.W, inverse.transpose());
    const Eigen::Matrix2d rotor = Eigen::Vector2d(0.3, 0.0).asDiagonal();
    expect_alike(matrices.M, inverse.transpose() * (M + rotor) * inverse);
    const Eigen::Matrix2d stiffness = Eigen::Vector2d(8000.0, 3000.0).asDiagonal();
    expect_alike(*matrices.K, inverse.transpose() * stiffness * inverse);
  }
}

// J Wᵀ = I, M is that of the drive forces: D = what W takes to M x'; and K is W k Wᵀ where only
// drives are elastic.
TEST(PoseMatrices, BelongTogether) {
  for (const char* name : {"rrr3", "sliding_star", "delta", "hexapod_6ups", "rrr4"}) {
    SCOPED_TRACE(name);
    Machine machine = load(name);
    for (Drive& drive : machine.mechanism.drives) {
      drive.stiffness = drive.rotational ? 1e4 : 1e6;
      drive.coulomb = drive.viscous = 0.0;
    }
    const Evaluation evaluation = evaluate(machine, {.samples = 5, .matrices = true});
    EXPECT_TRUE(evaluation.links.empty());
    for (const PathEvaluation& path : evaluation.paths) {
      for (const Sample& sample : path.samples) {
        if (sample.status != SampleStatus::ok || sample.map.unbalanced() > 0) continue;
        const PoseMatrices& matrices = *sample.matrices;
        const Eigen::Index n = matrices.M.rows();
        ASSERT_TRUE(matrices.jacobian.has_value());
        expect_alike(*matrices.jacobian * matrices.W.transpose(), MatrixXd::Identity(n, n));
        VectorXd stiffness(matrices.W.cols());
        for (const DriveId k : machine.mechanism.drives.ids()) {
          stiffness(row_of(k)) = machine.mechanism.drives[k].stiffness;
        }
        expect_alike(*matrices.K, matrices.W * stiffness.asDiagonal() * matrices.W.transpose());
        Task task;
        find_path(machine, path.name).task.write(sample.p, task);
        const VectorXd forces = matrices.W * VectorXd(sample.map.D());
        expect_alike(forces, matrices.M * task.target.first);
        EXPECT_FALSE(matrices.joint_inertia.has_value());
      }
    }
  }
}

// The arm's joints and the same with the elbow's bodies the other way round.
TEST(PoseMatrices, JointsCountAsInTheFile) {
  std::string turned = kArm;
  const std::string elbow = "a: {body: upper, at: [0.5, 0, 0], axis: z}, b: {body: lower, axis: z}";
  const std::string other = "a: {body: lower, axis: z}, b: {body: upper, at: [0.5, 0, 0], axis: z}";
  turned.replace(turned.find(elbow), elbow.size(), other);
  turned.replace(turned.find("1.5 rad"), 7, "-1.5 rad");
  const auto find_inertia = [](const std::string& text) {
    const Machine machine = parse_machine(text, "arm.yaml", ".");
    const Evaluation evaluation = evaluate(machine, {.samples = 2, .matrices = true});
    return *evaluation.paths[0].samples[1].matrices->joint_inertia;
  };
  const MatrixXd one = find_inertia(kArm), two = find_inertia(turned);
  EXPECT_NEAR(one(0, 0), two(0, 0), 1e-12);
  EXPECT_NEAR(one(0, 1), -two(0, 1), 1e-12);
}

TEST(PoseMatrices, AreWrittenIfAskedFor) {
  const Machine machine = parse_machine(kArm, "arm.yaml", ".");
  const auto write = [&](bool matrices) {
    return to_json(evaluate(machine, {.samples = 2, .matrices = matrices}), {"test"});
  };
  for (const char* key :
       {"\"M\"", "\"W\"", "\"jacobian\"", "\"K\"", "\"joint_inertia\"", "\"links\""}) {
    EXPECT_NE(write(true).find(key), std::string::npos) << key;
    EXPECT_EQ(write(false).find(key), std::string::npos) << key;
  }
}

}  // namespace
}  // namespace globaldyn::inside::test
