// The solution along the tree and its loops against the dense one in six coordinates a body.
#include <gtest/gtest.h>

#include "core/loops/loop_solver.h"
#include "globaldyn/evaluation/path_walker.h"
#include "tests/support/machines.h"

namespace globaldyn::test {
namespace {

// Both solve equations with a condition number up to 1e4 from residuals of 1e-15.
constexpr double kTolerance = 1e-9;

double find_largest(const Twists& twists) {
  double largest = 0.0;
  for (const Twist& twist : twists) {
    largest = std::max({largest, twist.v.cwiseAbs().maxCoeff(), twist.w.cwiseAbs().maxCoeff()});
  }
  return largest;
}

void expect_near(const Twists& value, const Twists& expected, const char* what) {
  ASSERT_EQ(value.size(), expected.size());
  const double size = find_largest(expected);
  for (std::size_t i = 1; i < value.size(); ++i) {
    EXPECT_LE((value[i].v - expected[i].v).cwiseAbs().maxCoeff(), kTolerance * size)
        << what << " of body " << i;
    EXPECT_LE((value[i].w - expected[i].w).cwiseAbs().maxCoeff(), kTolerance * size)
        << what << " of body " << i;
  }
}

class LoopSolverOn : public testing::TestWithParam<LibraryPath> {};

TEST_P(LoopSolverOn, PathAgreesWithTheDenseSolution) {
  const Machine machine = load(GetParam().machine);
  const Path& path = find_path(machine, GetParam().path);
  PathFollower follower(machine.mechanism, machine.topology, path.task, 0.0, path.p_max);
  const FollowedPose start = follower.pose_at(0.0);
  ASSERT_EQ(start.status, PoseStatus::ok);
  LoopSolver solver(machine.mechanism, machine.topology);
  ASSERT_TRUE(solver.prepare(path.task(0.0), start.motion.pose, follower.idle_count()));
  constexpr int kSteps = 90;
  for (int i = 1; i <= kSteps; ++i) {
    const double p = path.p_max * i / kSteps;
    SCOPED_TRACE(testing::Message() << "p = " << p);
    const Task task = path.task(p);
    ASSERT_TRUE(solver.advance(task, path.p_max / kSteps, 0.3));
    const Motion& motion = solver.motion();
    const VectorXd values = make_values(
        make_all_rows(machine.mechanism, task, {motion.pose, nullptr}), machine.mechanism);
    EXPECT_LE(values.cwiseAbs().maxCoeff(), 1e-12);
    const MotionOutcome expected =
        solve_motion(machine.mechanism, task, motion.pose, follower.idle_count());
    ASSERT_EQ(expected.status, MotionStatus::ok);
    expect_near(motion.first, expected.motion.first, "z'");
    expect_near(motion.second, expected.motion.second, "z''");
    if (HasFailure()) return;
  }
}

void expect_near(const MatrixXd& value, const MatrixXd& expected, double size, const char* what) {
  ASSERT_EQ(value.rows(), expected.rows()) << what;
  ASSERT_EQ(value.cols(), expected.cols()) << what;
  if (expected.size() == 0) return;
  EXPECT_LE((value - expected).cwiseAbs().maxCoeff(), kTolerance * size) << what;
}

// The whole evaluation, each following the path for itself.
TEST_P(LoopSolverOn, DriveForcesAgreeWithTheSvdOfTheWholeSystem) {
  const Machine machine = load(GetParam().machine);
  const Path& path = find_path(machine, GetParam().path);
  PathWalker fast(machine, path);
  PathWalker reference(machine, path, {RegionMethod::automatic, SolveBy::dense});
  constexpr int kSteps = 60;
  for (int i = 0; i <= kSteps; ++i) {
    const double p = path.p_max * i / kSteps;
    SCOPED_TRACE(testing::Message() << "p = " << p);
    const Sample& a = fast.move_to(p);
    const Sample& b = reference.move_to(p);
    ASSERT_EQ(a.status, b.status);
    if (a.status != SampleStatus::ok) continue;
    const auto size = [](const VectorXd& v) { return v.cwiseAbs().maxCoeff(); };
    expect_near(a.map.A, b.map.A, size(b.map.A), "A");
    expect_near(a.map.B, b.map.B, size(b.map.B), "B");
    expect_near(a.map.C, b.map.C, size(b.map.C), "C");
    expect_near(a.map.D, b.map.D, size(b.map.D), "D");
    expect_near(a.map.V * a.map.V.transpose(), b.map.V * b.map.V.transpose(), 1.0, "V Vt");
    // The margin of one comes from squares, with half the digits.
    EXPECT_NEAR(a.map.smallest_singular_value, b.map.smallest_singular_value,
                1e-6 * b.map.smallest_singular_value);
    if (HasFailure()) return;
  }
}

INSTANTIATE_TEST_SUITE_P(Library, LoopSolverOn, testing::ValuesIn(list_paths()),
                         [](const auto& test) { return to_test_name(test.param); });

}  // namespace
}  // namespace globaldyn::test
