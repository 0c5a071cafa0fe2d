// Plans along points of joints, lines and arcs, and smooth blends, against plans of the same ways
// written as formulas, circles and polylines.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <string>

#include "globaldyn/motion/plan_path.h"
#include "tests/support/draw.h"
#include "tests/support/temporary_folder.h"

namespace globaldyn::inside::test {
namespace {

// Two slides that do not act on each other: 6 N on 3 kg, 3 N on 2 kg, 0.6 m/s along x.
PathPlan plan_gantry(const std::string& path, const std::string& folder = ".") {
  const Machine machine = parse_machine(R"(globaldyn: 1
name: gantry
gravity: [0, 0, 0]
bodies:
  beam: {mass: 1 kg, inertia: {diag: [1, 1, 1]}}
  cart: {mass: 2 kg, inertia: {diag: [1, 1, 1]}}
joints:
  X: {type: prismatic, a: {body: ground, axis: x}, b: {body: beam, axis: x}}
  Y: {type: prismatic, a: {body: beam, axis: y}, b: {body: cart, axis: y}}
drives: {FX: {joint: X, limits: 6 N, max_speed: 0.6 m/s}, FY: {joint: Y, limits: 3 N}}
tool: cart
paths:
  path: )" + path + "\n",
                                        "gantry.yaml", folder);
  PathPlanOptions options;
  options.tolerance = 1e-7;
  return plan_path(machine, machine.paths.front(), options);
}

// Each plan is within its tolerance of the fastest motion, and both are of the same one.
void expect_same(const PathPlan& one, const PathPlan& other) {
  ASSERT_EQ(one.status(), PlanStatus::optimal) << one.reason;
  ASSERT_EQ(other.status(), PlanStatus::optimal) << other.reason;
  EXPECT_NEAR(one.time(), other.time(), 1e-6 * one.time());
  EXPECT_EQ(one.stops.size(), other.stops.size());
}

std::string by_joints(const std::string& kind, const std::string& points,
                      const std::string& more = "") {
  return "{joints: {" + kind + ": {of: [X, Y], points: " + points + more + "}}}";
}

std::string by_position(const std::string& kind, const std::string& points,
                        const std::string& more = "") {
  return "{position: {" + kind + ": {points: " + points + more + "}}}";
}

TEST(EngineersPaths, PointsOfJointsArePlannedAsThoseOfPositions) {
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Draw draw(seed);
    std::string points;
    const std::size_t count = 3 + draw.below(4);
    for (std::size_t i = 0; i < count; ++i) {
      points += fmt::format("{}[{:.4f}, {:.4f}]", i == 0 ? "[" : ", ", draw.uniform(-0.5, 0.5),
                            draw.uniform(-0.5, 0.5));
    }
    points += "]";
    const char* more = seed % 3 == 0   ? ""
                       : seed % 3 == 1 ? ", blend: fit"
                                       : ", blend: {fit: 20 mm}, shape: smooth";
    expect_same(plan_gantry(by_joints("polyline", points, more)),
                plan_gantry(by_position("polyline", points, more)));
    expect_same(plan_gantry(by_joints("spline", points)),
                plan_gantry(by_position("spline", points)));
  }
}

TEST(EngineersPaths, ATableOfJointsIsPlannedAsItsFormulas) {
  const TemporaryFolder folder;
  (void)folder.write("line.csv", "Y [mm],X [cm],p\n0,0,0\n100,10,0.5\n300,30,1.5\n");
  const std::string table = "{joints: {csv: {file: line.csv, interpolation: polyline}}";
  // In p it is one line; so it is without stops.
  expect_same(plan_gantry(table + "}", folder.path().string()),
              plan_gantry("{joints: {X: 0.2*p, Y: 0.2*p}, p_max: 1.5}"));
  expect_same(
      plan_gantry(table + ", stops: [{at: point 2, for: 1 s}]}", folder.path().string()),
      plan_gantry("{joints: {X: 0.2*p, Y: 0.2*p}, p_max: 1.5, stops: [{at: 0.5, for: 1 s}]}"));
  // Corners are stops.
  (void)folder.write("corner.csv", "X,Y\n0,0\n0.3,0\n0.3,0.2\n");
  const PathPlan corner = plan_gantry(
      "{joints: {csv: {file: corner.csv, interpolation: polyline}}}", folder.path().string());
  // 0.3 m at 2 m/s² up to 0.6 m/s, and 0.2 m at 1.5 m/s².
  const double time = 0.6 / 2.0 + 0.3 / 0.6 + 2.0 * std::sqrt(0.2 / 1.5);
  EXPECT_NEAR(corner.time(), time, 1e-6 * time);
}

TEST(EngineersPaths, ACircleOfOneArcOrTwoIsACircle) {
  // From its rightmost point on.
  const PathPlan circle = plan_gantry("{position: {circle: {center: [0, 0], radius: 0.2}}}");
  expect_same(plan_gantry("{position: {pieces: {start: [0.2, 0], then: [{arc: {center: [0, 0], to: "
                          "[200 mm, 0], turn: left}}]}}}"),
              circle);
  const PathPlan halves = plan_gantry(
      "{position: {pieces: {start: [0.2, 0], then: [{arc: {through: [0, 0.2], to: [-0.2, 0]}}, "
      "{arc: {to: [20 cm, 0]}}]}}}");
  expect_same(halves, circle);
}

// A line, an arc that goes on in its direction, and a line again: as formulas of the length, whose
// second derivatives jump where its do.
TEST(EngineersPaths, TangentPiecesArePassedAsTheirFormulasAre) {
  const double quarter = 0.1 * std::numbers::pi / 2.0;
  const PathPlan formulas =
      plan_gantry(fmt::format("{{position: {{x: \"min(p, 0.3) + 0.1*sin(max(0, min(p - 0.3, "
                              "{0:.17g}))/0.1)\", y: \"0.1 - 0.1*cos(max(0, min(p - 0.3, "
                              "{0:.17g}))/0.1) + max(0, p - {1:.17g})\"}}, p_max: {2:.17g}}}",
                              quarter, 0.3 + quarter, 0.5 + quarter));
  const PathPlan pieces = plan_gantry(
      "{position: {pieces: {start: [0, 0], then: [{line: [0.3, 0]}, {arc: {center: [0.3, 0.1], to: "
      "[0.4, 0.1], turn: left}}, {line: [0.4, 0.3]}]}}}");
  expect_same(pieces, formulas);
  EXPECT_TRUE(pieces.stops.empty());
}

// Where pieces make a corner, they are as good as paths of their own.
TEST(EngineersPaths, CornersOfPiecesAreStopsUnlessBlended) {
  const std::string way =
      "{position: {pieces: {start: [0, 0], then: [{line: [0.3, 0]}, {arc: {center: [0.5, 0], to: "
      "[0.5, 0.2], turn: right}}]";
  const PathPlan line = plan_gantry("{position: {line: {from: [0, 0], to: [0.3, 0]}}}");
  const PathPlan arc = plan_gantry(
      "{position: {pieces: {start: [0.3, 0], then: [{arc: {center: [0.5, 0], to: [0.5, 0.2], "
      "turn: right}}]}}}");
  const PathPlan sharp = plan_gantry(way + "}}}");
  ASSERT_EQ(sharp.status(), PlanStatus::optimal) << sharp.reason;
  EXPECT_NEAR(sharp.time(), line.time() + arc.time(), 1e-6 * sharp.time());
  const PathPlan blended = plan_gantry(way + ", blend: 50 mm}}}");
  ASSERT_EQ(blended.status(), PlanStatus::optimal) << blended.reason;
  EXPECT_TRUE(blended.stops.empty());
  EXPECT_LT(blended.time(), 0.95 * sharp.time());
}

// It is the same curve whatever p is along it, and the same as between lines of pieces.
TEST(EngineersPaths, ASmoothBlendTakesTheSameTimeWhateverTheKnots) {
  const std::string points = "[[0, 0], [0.3, 0], [0.4, 0.3], [0.1, 0.35]]";
  const std::string smooth = ", blend: 60 mm";
  const PathPlan by_length = plan_gantry(by_position("polyline", points, smooth));
  expect_same(by_length,
              plan_gantry(by_position("polyline", points, smooth + ", knots: [0, 1, 2, 3]")));
  expect_same(by_length,
              plan_gantry(by_position("polyline", points, smooth + ", knots: [0, 0.1, 2, 2.05]")));
  expect_same(by_length, plan_gantry("{position: {pieces: {start: [0, 0], then: [{line: [0.3, 0]}, "
                                     "{line: [0.4, 0.3]}, {line: [0.1, 0.35]}], blend: 60 mm}}}"));
  EXPECT_TRUE(by_length.stops.empty());
  // It is 1.5 times as curved.
  EXPECT_GT(by_length.time(),
            plan_gantry(by_position("polyline", points, ", blend: 60 mm, shape: parabola")).time());
}

}  // namespace
}  // namespace globaldyn::inside::test
