// Machines whose bodies come too close to each other: found anywhere and for however short a
// stretch, with no more evaluations than needed. Oracles: spheres in closed form; thousands of
// evaluations of the machine itself.
#include <algorithm>

#include "globaldyn/clearance/swept_part.h"
#include "globaldyn/evaluation/path_walker.h"
#include "tests/survey/survey_check.h"

namespace globaldyn::inside::test {
namespace {

constexpr double kReach = 0.2;  // of the ball and a post together, clearance included

constexpr const char* kAlongX = "line: {from: [-1, 0], to: [1, 0]}";

// A ball on an x-y gantry goes past `solids` on the ground.
Machine make_gantry(const std::string& solids, const std::string& path = kAlongX,
                    double farthest = 2.0) {
  std::ostringstream text;
  text.precision(17);
  text << R"(globaldyn: 1
name: gantry
bodies:
  ground: {solids: [)"
       << solids << R"(]}
  carriage: {mass: 1, inertia: {plate: 0.01}}
  ball: {mass: 1, inertia: {plate: 0.01}, solids: [sphere: {diameter: 0.18}]}
joints:
  X: {type: prismatic, a: {body: ground, axis: x}, b: {body: carriage, axis: x}, travel: [-2, )"
       << farthest << R"(]}
  Y: {type: prismatic, a: {body: carriage, axis: y}, b: {body: ball, axis: y}}
drives: {F1: {joint: X, limits: 10}, F2: {joint: Y, limits: 10}}
tool: ball
clearance: {least: 10 mm}
paths: {go: {position: {)"
       << path << "}}}\n";
  return parse_machine(text.str(), "gantry.yaml", ".");
}

// A post that is too close while |x - at| < half.
std::string make_post(double at, double half) {
  std::ostringstream text;
  text.precision(17);
  text << "sphere: {at: [" << at << ", " << std::sqrt(kReach * kReach - half * std::abs(half))
       << ", 0], diameter: 0.2}";
  return text.str();
}

// Along the path, of length 2 and p_max 1 or 2.
double calc_p(const Path& path, double x) {
  return 0.5 * (x + 1.0) * path.p_max;
}

TEST(Collisions, HoweverShort) {
  for (const double half : {0.1, 1e-2, 1e-3, 1e-4}) {
    for (const double at : {-0.3417, 0.0013, 0.7771}) {
      for (const double accuracy : {1e-2, 1e-6}) {
        SCOPED_TRACE(testing::Message() << half << " " << at << " " << accuracy);
        const Machine machine = make_gantry(make_post(at, half));
        const Path& path = machine.paths[0];
        const PathSurvey survey(machine, path, {.accuracy = accuracy});
        ASSERT_EQ(survey.failure().status, SampleStatus::colliding);
        // Where distances of 0.2 m have rounding errors the bodies still move by that over `half`.
        EXPECT_NEAR(survey.failure().p, calc_p(path, at - half), 1e-9 + 1e-15 / half);
        EXPECT_LE(survey.pose_count(), 250u);
      }
    }
  }
}

TEST(Collisions, MissedByAHair) {
  // Closest by 2.5 mm, 25 um, 0.25 um and 2.5 nm more than required.
  for (const double half : {-3e-2, -3e-3, -3e-4, -3e-5}) {
    SCOPED_TRACE(half);
    const Machine machine = make_gantry(make_post(0.1234, half));
    const PathSurvey survey(machine, machine.paths[0]);
    EXPECT_EQ(survey.failure().status, SampleStatus::ok) << survey.failure().reason;
    EXPECT_LE(survey.pose_count(), 100u);
  }
}

TEST(Collisions, TheFirstOfThemIsTold) {
  // The second, and the end of the travel, are seen at nodes.
  const std::string first = make_post(-0.4321, 3e-4);
  for (const bool is_second_a_post : {true, false}) {
    SCOPED_TRACE(is_second_a_post);
    const Machine machine =
        make_gantry(is_second_a_post ? first + ", " + make_post(0.4, 0.15) : first, kAlongX,
                    is_second_a_post ? 2.0 : 0.3);
    const Path& path = machine.paths[0];
    const PathSurvey survey(machine, path);
    ASSERT_EQ(survey.failure().status, SampleStatus::colliding);
    EXPECT_NEAR(survey.failure().p, calc_p(path, -0.4321 - 3e-4), 1e-9);
  }
}

// Nothing moves towards anything, however small the distance is.
TEST(Collisions, AlongAWallNoLooksAreNeeded) {
  for (const double gap : {1e-2, 1e-5}) {
    SCOPED_TRACE(gap);
    std::ostringstream wall;
    wall.precision(17);
    wall << "box: {at: [0, " << 0.5 + 0.1 + gap << ", 0], size: [4, 1, 1]}";
    const Machine machine = make_gantry(wall.str());
    Machine free = machine;
    free.clearance.reset();
    const PathSurvey survey(machine, machine.paths[0]);
    EXPECT_EQ(survey.failure().status, SampleStatus::ok) << survey.failure().reason;
    EXPECT_EQ(survey.pose_count(), PathSurvey(free, free.paths[0]).pose_count());
  }
}

TEST(Collisions, FarFromThemNoLooksAreNeeded) {
  for (const char* name : {"sliding_star", "hexapod_6ups", "delta", "octapod_8ups"}) {
    SCOPED_TRACE(name);
    const Machine machine = load(name);
    ASSERT_TRUE(machine.clearance);
    Machine free = machine;
    free.clearance.reset();
    for (std::size_t i = 0; i < machine.paths.size(); ++i) {
      SCOPED_TRACE(machine.paths[i].name);
      const PathSurvey survey(machine, machine.paths[i]);
      EXPECT_EQ(survey.failure().status, SampleStatus::ok) << survey.failure().reason;
      EXPECT_EQ(survey.pose_count(), PathSurvey(free, free.paths[i]).pose_count());
    }
  }
}

// An arm of two rods, which end in a box and a disc, among obstacles.
Machine make_arm(unsigned seed) {
  std::mt19937 random(seed);
  const auto draw = [&](double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random);
  };
  std::ostringstream text;
  text << "globaldyn: 1\nname: arm\nbodies:\n  ground:\n    solids:\n";
  for (int i = 0; i < 4; ++i) {
    const double angle = draw(0.0, 6.3), radius = draw(0.2, 1.4);
    text << "      - ";
    switch (static_cast<int>(draw(0.0, 3.0))) {
      case 0:
        text << "sphere: {diameter: " << draw(0.02, 0.2);
        break;
      case 1:
        text << "box: {cardan: [" << draw(0.0, 3.0) << ", " << draw(0.0, 3.0) << ", 0], size: ["
             << draw(0.02, 0.2) << ", " << draw(0.02, 0.2) << ", 0.1]";
        break;
      default:
        text << "box: {size: [0.01, 0.01, 0.3]";
    }
    text << ", at: [" << radius * std::cos(angle) << ", " << radius * std::sin(angle) << ", "
         << draw(-0.2, 0.2) << "]}\n";
  }
  text << R"(  upper: {mass: 1, inertia: {plate: 0.01}}
  lower:
    mass: 1
    inertia: {plate: 0.01}
    solids:
      - rod: {from: [0, 0, 0], to: [0.5, 0, 0.1], diameter: 0.03}
      - box: {at: [0.5, 0, 0.1], size: [0.1, 0.06, 0.05], cardan: [0.3, 0.2, 0]}
joints:
  A: {type: revolute, a: ground, b: upper}
  B: {type: revolute, a: {body: upper, at: [0.7, 0, 0]}, b: lower}
drives: {F1: {joint: A, limits: 10}, F2: {joint: B, limits: 10}}
clearance: {least: 3 mm}
paths: {go: {joints: {A: )"
       << draw(0.0, 6.0) << " + " << draw(0.2, 3.0) << "*sin(p), B: " << draw(-1.0, 1.0) << " + "
       << draw(0.2, 2.0) << "*sin(" << draw(0.5, 3.0) << "*p)}, p_max: 3}}\n";
  return parse_machine(text.str(), "arm.yaml", ".");
}

TEST(Collisions, AsThousandsOfLooksFindThem) {
  int colliding = 0;
  for (unsigned seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE(seed);
    const Machine machine = make_arm(seed);
    const Path& path = machine.paths[0];
    const PathSurvey survey(machine, path, {.accuracy = seed % 2 == 0 ? 1e-3 : 1e-6});
    const PathFailure& failure = survey.failure();
    constexpr int kLooks = 3000;
    PathWalker walker(machine, path);
    double last_ok = -1.0, first_bad = path.p_max + 1.0;
    for (int i = 0; i <= kLooks && first_bad > path.p_max; ++i) {
      const double p = path.p_max * i / kLooks;
      if (walker.move_to_limits(p).status == SampleStatus::ok) {
        last_ok = p;
      } else {
        first_bad = p;
      }
    }
    if (failure.status == SampleStatus::ok) {
      EXPECT_GT(first_bad, path.p_max);
      continue;
    }
    ++colliding;
    EXPECT_EQ(failure.status, SampleStatus::colliding);
    EXPECT_LE(failure.p, first_bad + 1e-9);
    if (failure.p > last_ok) continue;
    // What those evaluations missed is there nevertheless.
    PathWalker again(machine, path);
    EXPECT_EQ(again.move_to_limits(failure.p).status, SampleStatus::colliding) << failure.p;
  }
  EXPECT_GT(colliding, 10);
  EXPECT_LT(colliding, 50);
}

// A ball goes out to x = 1 and back, as sin²(pi t), of which its ends tell no more than that it
// starts to: what they leave undetermined counts.
TEST(Collisions, EndsThatDoNotTellTheWayLeaveDoubt) {
  const BodyPose at;
  const Twist still;
  const Twist begins{Vector3d(2.0 * M_PI * M_PI, 0.0, 0.0), Vector3d::Zero()};
  PartShape ball;
  ball.radius = 0.1;
  const SweptPart moving(ball, {at, still, begins}, {at, still, begins}, 1.0);
  for (const double x : {0.3, 1.0, 1.195, 2.0}) {
    BodyPose there;
    there.r.x() = x;
    const SweptPart resting(ball, {there, still, still}, {there, still, still}, 1.0);
    EXPECT_EQ(SweptPart::are_apart(moving, resting, 0.0), x > 1.2) << x;
  }
}

// Discs count as boxes, whose corners are in the way of a ball that goes round the disc. Wherever
// that may be so the machine is evaluated: at most 1024 times, and 512 times more where it is
// closest.
TEST(Collisions, LooksAreBounded) {
  const Machine machine = make_gantry("rod: {from: [0, 0, -0.01], to: [0, 0, 0.01], diameter: 1}",
                                      "circle: {center: [0, 0], radius: 0.6001}");
  const PathSurvey survey(machine, machine.paths[0]);
  EXPECT_EQ(survey.failure().status, SampleStatus::ok) << survey.failure().reason;
  EXPECT_GT(survey.pose_count(), 250u);
  EXPECT_LE(survey.pose_count(), 1600u);
}

}  // namespace
}  // namespace globaldyn::inside::test
