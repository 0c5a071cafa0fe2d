// Paths with many pieces, tiny pieces and steep places.
#include <numbers>

#include "core/base/constants.h"
#include "tests/survey/survey_check.h"

namespace globaldyn::inside::test {
namespace {

const std::string kPlanar = "machines/planar_2dof/planar_2dof.yaml";

std::string make_random_points(int count) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> x(-0.4, 0.4), y(-0.05, 0.05);
  std::string points;
  for (int i = 0; i < count; ++i) {
    points +=
        (i > 0 ? ", [" : "[") + std::to_string(x(random)) + ", " + std::to_string(y(random)) + "]";
  }
  return points;
}

void expect_faithful_path(const std::string& path, double accuracy, std::size_t most_poses) {
  const Machine machine = load_with(kPlanar, path);
  const std::size_t poses = expect_faithful(machine, find_path(machine, "extra"), accuracy);
  EXPECT_LE(poses, most_poses);
}

TEST(HardPaths, BlendsOfMicrometres) {
  for (const char* blend : {"1e-5", "1e-6"}) {
    SCOPED_TRACE(blend);
    // Five poses per piece; a corner makes two pieces.
    expect_faithful_path(
        std::string("{position: {polyline: {points: [[0, 0], [0.1, 0], [0.1, 0.1], ") +
            "[0, 0.1], [0.03, 0.05]], blend: " + blend + "}}}",
        1e-6, 150);
  }
}

TEST(HardPaths, SplinesThroughManyPoints) {
  for (const int count : {100, 500}) {
    SCOPED_TRACE(count);
    expect_faithful_path("{position: {spline: {points: [" + make_random_points(count) + "]}}}",
                         1e-6, static_cast<std::size_t>(40 * count));
  }
}

TEST(HardPaths, PolylineOfThousandsOfBlendedCorners) {
  const std::string path =
      "{position: {polyline: {points: [" + make_random_points(1000) + "], blend: 1e-4}}}";
  expect_faithful_path(path, 1e-6, 30'000);
}

// Most pieces are confirmed by a sixth pose, and this confirmation must be right for all of them.
TEST(HardPaths, FewPosesAPiece) {
  for (const char* blend : {"1e-4", "1e-3"}) {
    for (const double accuracy : {1e-3, 2e-5, 5e-7}) {
      SCOPED_TRACE(testing::Message() << blend << " " << accuracy);
      const Machine machine =
          load_with(kPlanar, "{position: {polyline: {points: [" + make_random_points(101) +
                                 "], blend: " + blend + ", shape: parabola}}}");
      const std::size_t poses =
          expect_faithful(machine, find_path(machine, "extra"), accuracy, 4000);
      // 100 straight pieces and 99 blends, of degree two: smooth ones take two thirds more.
      EXPECT_LE(poses, static_cast<std::size_t>((accuracy < 1e-6 ? 7.5 : 6.5) * 199));
    }
  }
}

TEST(HardPaths, ManySmallWiggles) {
  expect_faithful_path("{position: {x: 0.4 m*p, y: 1e-4 m*sin(300*2*pi*p)}, p_max: 1}", 1e-6,
                       30'000);
}

// As many waves as evaluations, and in phase with them.
TEST(HardPaths, WavesInPhaseWithTheLooks) {
  for (const char* wave : {"sin", "cos"}) {
    SCOPED_TRACE(wave);
    expect_faithful_path(
        "{position: {x: 0.4 m*p, y: 1e-3 m*" + std::string(wave) + "(320*2*pi*p)}, p_max: 1}", 1e-6,
        30'000);
  }
}

TEST(HardPaths, SteepStep) {
  expect_faithful_path("{position: {x: -0.1 m + 0.05 m*atan(1000*(p-0.5)), y: 0.05 m*p}, p_max: 1}",
                       1e-6, 2000);
}

TEST(HardPaths, EightLapsOfAFigureOfEight) {
  expect_faithful_path("{position: {x: 0.5 m*sin(p), y: 0.08 m*sin(2*p)}, p_max: 16*pi}", 1e-6,
                       2000);
}

TEST(HardPaths, TinyAndHugeParameters) {
  for (const double scale : {1e-9, 1e9}) {
    SCOPED_TRACE(scale);
    std::ostringstream path;
    path << "{position: {x: 0.1 m*cos(p/" << scale << "), y: 0.1 m*sin(p/" << scale
         << ")}, p_max: " << 6.0 * scale << "}";
    expect_faithful_path(path.str(), 1e-6, 200);
  }
}

// Fewer drives than degrees of freedom hold a machine nowhere; that shows at the first pose.
TEST(HardPaths, TooFewDrives) {
  const Machine machine = parse_machine(R"(globaldyn: 1
name: cart
bodies: {a: {mass: 1}, b: {mass: 1}}
joints:
  S: {type: prismatic, a: {body: ground, axis: x}, b: {body: a, axis: x}}
  T: {type: prismatic, a: {body: a, axis: y}, b: {body: b, axis: y}}
drives: {F: {joint: S, limits: 10 N}}
paths: {go: {joints: {S: 0.1 m*p, T: 0.1 m*p}, p_max: 1}}
)",
                                        "cart.yaml", ".");
  const PathSurvey survey(machine, machine.paths[0]);
  EXPECT_FALSE(survey.is_regular());
  EXPECT_TRUE(survey.panels().empty());
  constexpr std::size_t kOfRest = 64 * 9;  // which was looked at pose by pose
  EXPECT_LE(survey.pose_count(), 6u + kOfRest);
}

TEST(HardPaths, GivesUpWhereAsked) {
  const Machine machine =
      load_with(kPlanar, "{position: {x: 0.4 m*p, y: 1e-4 m*sin(300*2*pi*p)}, p_max: 1}");
  const PathSurvey survey(machine, find_path(machine, "extra"), {.most_poses = 500});
  EXPECT_TRUE(survey.gave_up());
  EXPECT_LE(survey.pose_count(), 501u);
}

}  // namespace
}  // namespace globaldyn::inside::test
