// The solution along the tree and its loops against the dense one in six coordinates per body.
#include <gtest/gtest.h>

#include <array>
#include <sstream>

#include "core/following/path_follower.h"
#include "core/loops/loop_closing.h"
#include "core/loops/loop_solver.h"
#include "globaldyn/evaluation/path_walker.h"
#include "tests/support/machines.h"
#include "tests/support/transforms.h"

namespace globaldyn::inside::test {
namespace {

// Both solve equations with a condition number up to 1e4 from residuals of 1e-15.
constexpr double kLoopSolverTolerance = 1e-9;

double find_largest(const Twists& twists) {
  double largest = 0.0;
  for (const Twist& twist : twists) {
    largest = std::max({largest, twist.v.cwiseAbs().maxCoeff(), twist.w.cwiseAbs().maxCoeff()});
  }
  return largest;
}

// `least` is what counts as their size where all are about zero.
void expect_near(const Twists& value, const Twists& expected, double least, const char* what) {
  ASSERT_EQ(value.size(), expected.size());
  const double size = std::max(find_largest(expected), least);
  for (const BodyId i : moving_bodies(value)) {
    EXPECT_LE((value[i].v - expected[i].v).cwiseAbs().maxCoeff(), kLoopSolverTolerance * size)
        << what << " of body " << i;
    EXPECT_LE((value[i].w - expected[i].w).cwiseAbs().maxCoeff(), kLoopSolverTolerance * size)
        << what << " of body " << i;
  }
}

class LoopSolverOn : public testing::TestWithParam<LibraryPath> {};

// Sends a solver along a path, and compares it at every pose it reaches.
class ComparedSolver {
 public:
  explicit ComparedSolver(const LibraryPath& path)
      : machine_(load(path.machine)),
        path_(find_path(machine_, path.path)),
        solver_(machine_.mechanism, machine_.topology) {
    PathFollower follower(machine_.mechanism, machine_.topology, path_.task, 0.0, path_.p_max);
    const FollowedPose start = follower.pose_at(0.0);
    EXPECT_EQ(start.status, PoseStatus::ok);
    idle_count_ = follower.branch().idle_count();
    EXPECT_TRUE(solver_.prepare(path_.task(0.0), start.motion.pose, idle_count_));
  }

  [[nodiscard]] double p_max() const { return path_.p_max; }
  [[nodiscard]] double find_distance(double p) const { return solver_.find_distance(p - here_); }

  void go_to(double p, double reach) {
    SCOPED_TRACE(testing::Message() << "p = " << p);
    const Task task = path_.task(p);
    ASSERT_TRUE(solver_.advance(task, p - here_, reach));
    here_ = p;
    const Motion& motion = solver_.motion();
    const VectorXd values = make_values(
        make_all_rows(machine_.mechanism, task, {motion.pose, nullptr}), machine_.mechanism);
    EXPECT_LE(values.cwiseAbs().maxCoeff(), 1e-12);
    const MotionOutcome expected = solve_motion(machine_.mechanism, task, motion.pose, idle_count_);
    ASSERT_EQ(expected.status, MotionStatus::ok);
    expect_near(motion.first, expected.motion.first, 0.0, "z'");
    const double least = 1e-6 * find_largest(motion.first);  // along straight paths
    expect_near(motion.second, expected.motion.second, least, "z''");
  }

 private:
  const Machine machine_;
  const Path& path_;
  LoopSolver solver_;
  int idle_count_{0};
  double here_{0.0};
};

TEST_P(LoopSolverOn, PathAgreesWithTheDenseSolution) {
  ComparedSolver solver(GetParam());
  constexpr int kSteps = 90;
  for (int i = 1; i <= kSteps && !HasFailure(); ++i) {
    solver.go_to(solver.p_max() * i / kSteps, 0.3);
  }
}

// Along a part of the path, then back and forth between the known places: too far to extrapolate
// from the motion at the current one, but close to two of them.
TEST_P(LoopSolverOn, GoesToAndFro) {
  ComparedSolver solver(GetParam());
  const double step = solver.p_max() / 180.0;
  constexpr double kFar = 0.3, kNear = 3e-2;  // as paths are followed
  for (const int place : {4, 8, 12, 16}) solver.go_to(step * place, kFar);
  for (const int place : {2, 14, 6, 10}) {
    EXPECT_NEAR(solver.find_distance(step * place), 2.0 * step, 1e-9 * step);
    solver.go_to(step * place, kNear);
  }
  for (const int place : {1, 15, 3, 13, 5, 11, 7, 9}) solver.go_to(step * place, kNear);
}

bool is_same(const Twists& a, const Twists& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const Twist& x, const Twist& y) { return x.v == y.v && x.w == y.w; });
}

// Oracle: the same bits from room that nobody has used before.
TEST_P(LoopSolverOn, NothingOutlivesACallInScratch) {
  const Machine machine = load(GetParam().machine);
  const Path& path = find_path(machine, GetParam().path);
  const Mechanism& mechanism = machine.mechanism;
  PathFollower follower(mechanism, machine.topology, path.task, 0.0, path.p_max);
  const FollowedPose start = follower.pose_at(0.0);
  ASSERT_EQ(start.status, PoseStatus::ok);
  LoopState state(mechanism, machine.topology);
  state.tree.set_pose(start.motion.pose);
  const Task task = path.task(0.0);
  const auto structure =
      choose_loop_structure(mechanism, state.tree, task, follower.branch().idle_count());
  ASSERT_TRUE(structure);
  state.prepare(*structure, task.size());
  const auto make_scratch = [&] {
    LoopScratch scratch(mechanism, state.tree.column_count());
    scratch.prepare(*structure, task.size());
    return scratch;
  };
  LoopScratch used = make_scratch();
  for (const double share : {0.0, 1.0, 2.0, 3.0, 1.5}) {
    LoopState other = state;
    LoopScratch fresh = make_scratch();
    const Task there = path.task(share * path.p_max / 360.0);
    ASSERT_TRUE(close_loops(*structure, there, state, used));
    ASSERT_TRUE(close_loops(*structure, there, other, fresh));
    EXPECT_TRUE(is_same(state.motion.first, other.motion.first));
    EXPECT_TRUE(is_same(state.motion.second, other.motion.second));
    EXPECT_EQ(state.task_rates, other.task_rates);
    EXPECT_EQ(used.moved, fresh.moved);
  }
}

void expect_near(const MatrixXd& value, const MatrixXd& expected, double size, const char* what) {
  ASSERT_EQ(value.rows(), expected.rows()) << what;
  ASSERT_EQ(value.cols(), expected.cols()) << what;
  if (expected.size() == 0) return;
  EXPECT_LE((value - expected).cwiseAbs().maxCoeff(), kLoopSolverTolerance * size) << what;
}

// Evaluates in both ways, each following the path by itself.
void expect_agreement(const Machine& machine, const Path& path) {
  PathWalker fast(machine, path);
  PathWalker reference(machine, path, {RegionMethod::automatic, SolveBy::dense});
  constexpr int kSteps = 60;
  for (int i = 0; i <= kSteps; ++i) {
    const double p = path.p_max * i / kSteps;
    SCOPED_TRACE(testing::Message() << "p = " << p);
    const Sample& a = fast.move_to(p);
    const Sample& b = reference.move_to(p);
    ASSERT_EQ(a.status, SampleStatus::ok);
    ASSERT_EQ(b.status, SampleStatus::ok);
    const auto size = [](const VectorXd& v) { return v.cwiseAbs().maxCoeff(); };
    expect_near(a.map.A(), b.map.A(), size(b.map.A()), "A");
    expect_near(a.map.B(), b.map.B(), size(b.map.B()), "B");
    expect_near(a.map.C(), b.map.C(), size(b.map.C()), "C");
    expect_near(a.map.D(), b.map.D(), size(b.map.D()), "D");
    expect_near(a.map.V * a.map.V.transpose(), b.map.V * b.map.V.transpose(), 1.0, "V Vt");
    // The margin of one comes from squares, with half the digits.
    EXPECT_NEAR(a.map.smallest_singular_value, b.map.smallest_singular_value,
                1e-6 * b.map.smallest_singular_value);
    if (testing::Test::HasFailure()) return;
  }
}

// The comparison is meaningful only if the fast way was taken.
void expect_loops(const Machine& machine, const Path& path) {
  PathFollower follower(machine.mechanism, machine.topology, path.task, 0.0, path.p_max,
                        SolveBy::loops);
  (void)follower.follow(0.0);
  ASSERT_EQ(follower.follow(0.05 * path.p_max).status, PoseStatus::ok);
  EXPECT_NE(follower.branch().loops(), nullptr);
}

TEST_P(LoopSolverOn, DriveForcesAgreeWithTheSvdOfTheWholeSystem) {
  const Machine machine = load(GetParam().machine);
  expect_agreement(machine, find_path(machine, GetParam().path));
}

// Every joint with its bodies exchanged, so that the tree runs through all of them backward.
TEST_P(LoopSolverOn, JointsMayRunBackward) {
  Machine machine = load(GetParam().machine);
  Path path = find_path(machine, GetParam().path);
  PathFollower start(machine.mechanism, machine.topology, path.task, 0.0, path.p_max);
  machine = guess_pose(machine, start.pose_at(0.0).motion.pose);
  for (Joint& joint : machine.mechanism.joints) {
    std::swap(joint.body_a, joint.body_b);
    std::swap(joint.frame_a, joint.frame_b);
    for (Interval& travel : joint.travel) travel = {-1e9, 1e9};
  }
  machine.topology = make_topology(machine.mechanism);
  // A joint coordinate that is prescribed counts the other way now.
  path.task = [inner = path.task](double p) {
    Task task = inner(p);
    for (Eigen::Index k = 0; k < task.size(); ++k) {
      if (task.coordinates[static_cast<std::size_t>(k)].kind != TaskCoordinate::Kind::joint)
        continue;
      for (VectorXd* values : {&task.target.value, &task.target.first, &task.target.second}) {
        (*values)(k) *= -1.0;
      }
    }
    return task;
  };
  expect_loops(machine, path);
  expect_agreement(machine, path);
}

// Kinds of joint that the library's machines do not use, in both directions.
TEST(LoopSolver, OtherJointsInTheTree) {
  const std::string bodies = R"(globaldyn: 1
name: chain
gravity: [0.3, -9.81, 0.5]
bodies:
  b1: {mass: 1, com: [0.1, 0.05, 0], inertia: {diag: [0.1, 0.2, 0.3]}}
  b2: {mass: 2, com: [0.1, 0, 0.05], inertia: {diag: [0.3, 0.2, 0.1], cardan: [0.1, 0.2, 0.3]}}
joints:
)";
  const std::string end = R"(
tool: {body: b2, at: [0.2, 0.1, 0]}
paths: {go: {joints: {)";
  const std::vector<std::array<std::string, 4>> cases{
      {"cylindrical", "", "J.displacement: 0.2*sin(p), J.angle: 0.5*p", "J.displacement, J.angle"},
      {"screw", ", lead: 50 mm", "J.angle: 3*p", "J.angle"},
      {"planar", "", "J.x: 0.2*sin(p), J.y: 0.1*p^2, J.angle: p", "J.x, J.y, J.angle"},
      {"universal", "", "J.angle_a: 0.4*sin(p), J.angle_b: 0.3*p", "J.angle_a, J.angle_b"},
      {"prismatic", "", "J: 0.2*sin(p)", "J"},
      {"revolute", "", "J: 0.2*sin(p)", "J"},
  };
  for (const auto& [type, more, prescribed, driven] : cases) {
    for (const bool forward : {true, false}) {
      SCOPED_TRACE(type + (forward ? " forward" : " backward"));
      const std::string near = "{body: b1, at: [0.2, 0.1, 0], axis: [0.3, 0.2, 1]}";
      const std::string far = type == "universal"
                                  ? "{body: b2, at: [-0.1, 0, 0.1], axis: x}"
                                  : "{body: b2, at: [-0.1, 0, 0.1], axis: [0, 1, 0.2]}";
      std::string drives = "drives:\n  M: {joint: R, limits: 100}\n";
      std::istringstream list(driven);
      int k = 0;
      for (std::string name; std::getline(list, name, ',');) {
        drives += "  M" + std::to_string(++k) +
                  ": {joint: " + name.substr(name.find_first_not_of(' ')) + ", limits: 100}\n";
      }
      const Machine machine = parse_machine(
          bodies + "  R: {type: revolute, a: ground, b: b1}\n  J: {type: " + type +
              ", a: " + (forward ? near : far) + ", b: " + (forward ? far : near) + more + "}\n" +
              drives + end + "R: 0.5*p, " + prescribed + "}, p_max: 1.5}}\n",
          "chain.yaml", ".");
      expect_loops(machine, machine.paths[0]);
      expect_agreement(machine, machine.paths[0]);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Library, LoopSolverOn, testing::ValuesIn(list_paths()),
                         [](const auto& test) { return to_test_name(test.param); });

}  // namespace
}  // namespace globaldyn::inside::test
