// Where a machine cannot follow its path: the same p for any accuracy and any way of evaluation.
#include <algorithm>

#include "core/base/constants.h"
#include "globaldyn/evaluation/branch_walker.h"
#include "globaldyn/evaluation/path_walker.h"
#include "tests/survey/survey_check.h"

namespace globaldyn::inside::test {
namespace {

// Out of the reach of 0.9 m about the shoulder: a line along x at y = 0.35 m.
TEST(SurveyOutcome, EndOfReach) {
  const Machine machine =
      load_with("machines/arm_2r/arm_2r.yaml",
                "{position: {line: {from: [0.3 m, 0.35 m], to: [1.3 m, 0.35 m]}}}");
  const Path& path = find_path(machine, "extra");
  std::vector<double> found;
  for (const double accuracy : {1e-2, 1e-4, 1e-6, 1e-9}) {
    const PathSurvey survey(machine, path, {.accuracy = accuracy});
    EXPECT_EQ(survey.failure().status, SampleStatus::unreachable);
    found.push_back(survey.failure().p);
    EXPECT_LE(survey.pose_count(), 100u);
  }
  const auto [least, most] = std::minmax_element(found.begin(), found.end());
  EXPECT_LE(*most - *least, 1e-9);
  // The link lengths in the file add up to 0.9 m.
  EXPECT_NEAR(*least, std::sqrt(0.81 - 0.35 * 0.35) - 0.3, 1e-9);
}

Machine make_limited_slider(double most) {
  std::ostringstream text;
  text.precision(17);
  text << R"(globaldyn: 1
name: slider
bodies: {a: {mass: 2 kg}}
joints: {S: {type: prismatic, a: {body: ground, axis: x}, b: {body: a, axis: x}, travel: [-1, )"
       << most << R"(]}}
drives: {F: {joint: S, limits: 10 N}}
paths: {go: {joints: {S: 0.5 m*sin(p)}, p_max: 4}}
)";
  return parse_machine(text.str(), "slider.yaml", ".");
}

TEST(SurveyOutcome, OutOfTravelForAMoment) {
  // Beyond by 1 %, by a millionth, and not at all.
  for (const double share : {0.99, 1.0 - 1e-6}) {
    const Machine machine = make_limited_slider(0.5 * share);
    for (const double accuracy : {1e-2, 1e-6, 1e-9}) {
      SCOPED_TRACE(testing::Message() << share << " " << accuracy);
      const PathSurvey survey(machine, machine.paths[0], {.accuracy = accuracy});
      EXPECT_EQ(survey.failure().status, SampleStatus::out_of_travel);
      // Travel has a slack of 1e-9 of the machine's size; the sine is flat there.
      EXPECT_NEAR(survey.failure().p, std::asin(share), 1e-5);
    }
  }
  const Machine machine = make_limited_slider(0.5 * (1.0 + 1e-6));
  const PathSurvey survey(machine, machine.paths[0]);
  EXPECT_EQ(survey.failure().status, SampleStatus::ok) << survey.failure().reason;
}

// However long the gap: a hundred laps at once end where a part of one does.
TEST(PathWalkerFromAnyPose, GoesAnyNumberOfLapsAtOnce) {
  const Machine machine =
      load_with("machines/planar_2dof/planar_2dof.yaml",
                "{position: {x: 0.5 m*sin(p), y: 0.08 m*sin(2*p)}, p_max: 200*pi}");
  const Path& path = find_path(machine, "extra");
  const Pose start = PathSurvey(machine, path, {.most_poses = 5}).start();
  BranchWalker walker(machine, make_home(machine.mechanism, path.task(0.0), start));
  for (const double phase : {0.7, 2.0, 5.5}) {
    walker.begin_at(path, 0.0, start);
    const VectorXd once = walker.move_to_limits(phase).map.A();
    walker.begin_at(path, 0.0, start);
    const Sample& sample = walker.move_to_limits(198.0 * kPi + phase);
    ASSERT_EQ(sample.status, SampleStatus::ok) << sample.reason.what;
    EXPECT_LE((sample.map.A() - once).norm(), 1e-9 * once.norm());
  }
}

// From anywhere to anywhere, in one step or in a hundred, the pose is the same.
TEST(PathWalkerFromAnyPose, GoesEitherWayInAnySteps) {
  for (const char* name : {"sliding_star", "arm_2r", "hexapod_6ups", "puma560"}) {
    SCOPED_TRACE(name);
    const Machine machine = load(name);
    const Path& path = machine.paths[0];
    PathWalker upward(machine, path);
    constexpr int kPoses = 50;
    std::vector<Pose> poses;
    std::vector<VectorXd> forces;
    for (int i = 0; i <= kPoses; ++i) {
      const Sample& sample = upward.move_to_limits(path.p_max * i / kPoses);
      ASSERT_EQ(sample.status, SampleStatus::ok) << sample.reason.what;
      poses.push_back(sample.motion.pose);
      forces.push_back(sample.map.A());
    }
    for (const SolveBy solve_by : {SolveBy::loops, SolveBy::dense}) {
      BranchWalker walker(machine, make_home(machine.mechanism, path.task(0.0), poses[0]),
                          {.solve_by = solve_by});
      for (const auto& [from, to] : std::vector<std::pair<int, int>>{
               {50, 0}, {50, 49}, {50, 20}, {30, 31}, {31, 2}, {0, 50}, {10, 40}}) {
        SCOPED_TRACE(testing::Message() << from << " to " << to);
        walker.begin_at(path, path.p_max * from / kPoses, poses[static_cast<std::size_t>(from)]);
        const Sample& sample = walker.move_to_limits(path.p_max * to / kPoses);
        ASSERT_EQ(sample.status, SampleStatus::ok) << sample.reason.what;
        const Pose& pose = poses[static_cast<std::size_t>(to)];
        for (const BodyId b : moving_bodies(pose)) {
          EXPECT_LE((sample.motion.pose[b].r - pose[b].r).norm(), 1e-10);
        }
        const VectorXd& force = forces[static_cast<std::size_t>(to)];
        EXPECT_LE((sample.map.A() - force).norm(), 1e-8 * force.norm());
      }
    }
  }
}

}  // namespace
}  // namespace globaldyn::inside::test
