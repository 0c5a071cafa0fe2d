// What stands in pictures, before gnuplot draws it.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "core/base/constants.h"
#include "globaldyn/inspection/inspection.h"
#include "report/charts/speed_curve.h"
#include "report/machine/joint_axes.h"
#include "report/machine/machine_drawing.h"
#include "report/machine/tool_path.h"
#include "tests/support/small_machines.h"

namespace globaldyn::inside::report {
namespace {

constexpr const char* kLine = R"(
drives:
  F: {joint: X, limits: 10 N}
  G: {joint: Y, limits: 10 N}
paths:
  there_and_back: {position: {polyline: {points: [[0, 0], [1, 0], [0, 0]]}}}
)";

Machine make_table(const std::string& rest) {
  return parse_machine(test::write_x_y_table(rest), "table.yaml", ".");
}

// The way that arrows go on paper: from their line's first point to its last.
std::vector<Vector2d> list_arrows(const Machine& machine) {
  const Pose pose = inspect(machine, "", 1).pose;
  const Projection projection = choose_projection(machine.mechanism, {&pose});
  std::vector<Vector2d> arrows;
  for (const Shape& shape :
       draw_drive_directions(machine.mechanism, machine.topology, pose, projection, {0.01, 0.0})) {
    if (!shape.closed) arrows.push_back(shape.outline.back() - shape.outline.front());
  }
  return arrows;
}

TEST(DriveDirections, PointWhereTheCoordinateGrows) {
  const std::vector<Vector2d> arrows = list_arrows(make_table(kLine));
  ASSERT_EQ(arrows.size(), 2U);
  EXPECT_GT(arrows[0].x(), 0.0);
  EXPECT_NEAR(arrows[0].y(), 0.0, 1e-12);
  EXPECT_GT(arrows[1].y(), 0.0);
}

// A drive of X - Y: forwards along x, backwards along y.
TEST(DriveDirections, FollowTheSignsOfSums) {
  const std::vector<Vector2d> arrows = list_arrows(
      make_table("drives: {F: {of: {X: 1, Y: -1}, limits: 10 N}, G: {joint: Y, limits: 10 N}}\n"));
  ASSERT_EQ(arrows.size(), 3U);
  EXPECT_GT(arrows[0].x(), 0.0);
  EXPECT_LT(arrows[1].y(), 0.0);
}

// A turn to the left seen against the axis; where the ground is the joint's body b, the other body
// turns to the right.
TEST(DriveDirections, TurnAsTheMovingBodyDoes) {
  const auto turn = [](const std::string& bodies) {
    const Machine machine = parse_machine(
        "globaldyn: 1\nname: wheel\nbodies: {wheel: {mass: 1, inertia: {diag: [1, 1, 1]}}}\n"
        "joints: {J: {type: revolute, " +
            bodies + "}}\ndrives: {M: {joint: J, limits: 1}}\n",
        "wheel.yaml", ".");
    const Pose pose = inspect(machine, "", 1).pose;
    const Projection projection(Vector3d::UnitZ(), Vector3d::UnitY(), true);
    const std::vector<Shape> shapes =
        draw_drive_directions(machine.mechanism, machine.topology, pose, projection, {0.01, 0.0});
    const Outline& arc = shapes.front().outline;
    return arc[0].x() * arc[1].y() - arc[0].y() * arc[1].x();
  };
  EXPECT_GT(turn("a: ground, b: wheel"), 0.0);
  EXPECT_LT(turn("a: wheel, b: ground"), 0.0);
}

// A joint that keeps a distance is a rod to be seen, from the one point to the other.
TEST(Joints, ThatKeepADistanceAreDrawnAsRods) {
  const Machine machine = parse_machine(R"(globaldyn: 1
name: hanging
bodies: {c: {mass: 1, inertia: {diag: [1, 1, 1]}, pose: {at: [0.3, -0.4]}}}
joints: {D: {type: distance, a: ground, b: c, length: 0.5}}
drives: {F: {type: linear_motor, from: {body: ground, at: [1, 0]}, to: c, limits: 1}}
)",
                                        "hanging.yaml", ".");
  const Pose pose = inspect(machine, "", 1).pose;
  const Projection projection(Vector3d::UnitZ(), Vector3d::UnitY(), true);
  bool is_drawn = false;
  for (const Shape& shape : draw_joints_and_drives(machine, pose, projection, {0.01, 0.0})) {
    if (shape.closed || shape.outline.size() != 2) continue;
    const Vector2d rod = shape.outline[1] - shape.outline[0];
    is_drawn |= std::abs(rod.norm() - 0.5) < 1e-9 && shape.outline[0].norm() < 1e-9;
  }
  EXPECT_TRUE(is_drawn);
}

constexpr double kTight = 1e-4;  // m

TEST(ToolPath, MarksStartDirectionAndStops) {
  const Machine machine = make_table(kLine);
  const Path& path = machine.paths.front();
  EXPECT_EQ(list_marked_stops(path), std::vector<double>{0.5});
  EvaluationOptions options;
  options.samples = 12;  // none of them at the corner
  const ToolTrace trace = trace_tool(path, evaluate(machine, options).paths.front(), kTight);
  const Projection projection(Vector3d::UnitZ(), Vector3d::UnitY(), true);
  const std::vector<Shape> shapes = draw_tool_path(trace, projection, 0.01);
  ASSERT_EQ(shapes.size(), 5U);  // the line, two arrow heads, a stop, the start
  EXPECT_GT(shapes[1].outline[0].x(), shapes[1].outline[1].x());  // on the way there
  EXPECT_LT(shapes[2].outline[0].x(), shapes[2].outline[1].x());  // on the way back
  const Bounds stop = find_bounds({shapes[3].outline}), start = find_bounds({shapes[4].outline});
  EXPECT_NEAR(0.5 * (stop.x.low + stop.x.high), 1.0, 1e-12);
  EXPECT_NEAR(0.5 * (start.x.low + start.x.high), 0.0, 1e-12);
}

// A zigzag with as many corners.
std::string write_zigzag(int corners) {
  std::string points;
  for (int i = 0; i < corners + 2; ++i) points += fmt::format("[0.{:02}, {}], ", i, i % 2);
  return "paths:\n  zigzag: {position: {polyline: {points: [" + points + "]}}}\n";
}

TEST(ToolPath, MarksFortyStopsOrNone) {
  EXPECT_EQ(list_marked_stops(make_table(write_zigzag(40)).paths.front()).size(), 40U);
  EXPECT_TRUE(list_marked_stops(make_table(write_zigzag(41)).paths.front()).empty());
}

// A rounded corner: the force limits the speed there, the motors' greatest speed elsewhere.
TEST(SpeedCurve, BreaksWhereThePathDoes) {
  const Machine machine = make_table(R"(
drives:
  F: {joint: X, limits: 10 N, max_speed: 9 m/s}
  G: {joint: Y, limits: 10 N, max_speed: 9 m/s}
paths:
  bend: {position: {polyline: {points: [[0, 0], [1, 0], [1, 1]], blend: 0.3 m, shape: parabola}}}
)");
  EvaluationOptions options;
  options.samples = 41;
  const PathEvaluation path = evaluate(machine, options).paths.front();
  const std::vector<double>& breaks = machine.paths.front().steps.breaks;
  ASSERT_EQ(breaks.size(), 2U);
  EXPECT_EQ(find_speed_curve(path, {}).runs.size(), 1U);
  const SpeedCurve curve = find_speed_curve(path, breaks);
  ASSERT_EQ(curve.runs.size(), 3U);
  EXPECT_LT(curve.runs[0].back().x(), breaks[0]);
  EXPECT_GE(curve.runs[1].front().x(), breaks[0]);
  const std::vector<double> twice(path.samples.size(), 2.0);
  EXPECT_EQ(find_speed_curve(path, breaks, twice).least->y(), 2.0 * curve.least->y());
}

// What is seen stays: the ends, and a single point that stands out.
TEST(ThinCurve, KeepsWhatStandsOut) {
  Outline curve;
  for (int i = 0; i <= 100000; ++i) curve.emplace_back(i, i == 54321 ? 7.0 : i % 2);
  const Outline thin = thin_curve(curve);
  EXPECT_LE(thin.size(), 8100U);
  EXPECT_EQ(thin.front(), curve.front());
  EXPECT_EQ(thin.back(), curve.back());
  EXPECT_EQ(find_bounds({thin}).y.high, 7.0);
  EXPECT_EQ(find_bounds({thin}).y.low, 0.0);
  const Outline few(curve.begin(), curve.begin() + 5000);
  EXPECT_EQ(thin_curve(few), few);
}

// Short lines side by side become rectangles that cover what they cover, and a long one stays.
TEST(MergeNarrow, CoversWhatWasThere) {
  std::vector<Outline> lines;
  for (int i = 0; i < 40000; ++i) lines.push_back({{i, i % 3}, {i + 0.5, i == 20000 ? 9.0 : 5.0}});
  lines.push_back({{40000.0, 2.0}, {80000.0, -3.0}});
  const std::vector<Outline> merged = merge_narrow(lines);
  EXPECT_LE(merged.size(), 2U * 2000U);
  EXPECT_EQ(merged.back(), lines.back());
  const Bounds all = find_bounds(merged);
  EXPECT_EQ(all.x.low, 0.0);
  EXPECT_EQ(all.x.high, 80000.0);
  EXPECT_EQ(all.y.low, -3.0);
  EXPECT_EQ(all.y.high, 9.0);
  for (std::size_t i = 0; i + 1 < merged.size(); ++i) {
    const Bounds one = find_bounds({merged[i]});
    EXPECT_LE(one.width(), 80000.0 / 2000.0);
    if (one.width() > 4.0) {
      EXPECT_EQ(one.y.low, 0.0);  // several lines, of which one begins there
    }
    EXPECT_EQ(one.y.high, one.x.low <= 20000.0 && one.x.high >= 20000.0 ? 9.0 : 5.0);
  }
  const std::vector<Outline> few(lines.begin(), lines.begin() + 1000);
  EXPECT_EQ(merge_narrow(few), few);
}

// Of a wide area no corner is left out, of a wide curve those that nobody sees.
TEST(MergeNarrow, ThinsCurvesAndNoAreas) {
  Outline curve;
  for (int i = 0; i <= 40000; ++i) curve.push_back({i, i % 2});
  Outline area = curve;
  area.push_back({40000.0, -1.0});
  area.push_back({0.0, -1.0});
  const std::vector<Outline> merged = merge_narrow({curve, area});
  ASSERT_EQ(merged.size(), 2U);
  EXPECT_LT(merged[0].size(), curve.size() / 4);
  EXPECT_EQ(merged[1], area);
}

// A circle run ten thousand times is a circle; a way off it is kept.
TEST(DrawOnce, LeavesOutWhatHasBeenDrawn) {
  Outline line;
  for (int i = 0; i < 100000; ++i) {
    const double angle = 0.1 * kPi * (i % 20);
    line.emplace_back(i == 70005 ? Vector2d(1.9, 0.0) : Vector2d(std::cos(angle), std::sin(angle)));
  }
  const std::vector<Outline> drawn = draw_once(line, {{-2.0, 2.0}, {-2.0, 2.0}});
  std::size_t points = 0;
  for (const Outline& piece : drawn) points += piece.size();
  EXPECT_EQ(points, 21U + 3U);  // once round, and to the point off it and back
  EXPECT_EQ(drawn.size(), 2U);
  EXPECT_EQ(find_bounds(drawn).x.high, 1.9);
  EXPECT_EQ(drawn.front().back(), line[20]);
  EXPECT_TRUE(draw_once({line[0]}, {}).empty());
}

// At the knots of a spline only the third derivative jumps, which no speed depends on.
TEST(SpeedCurve, OfASplineIsWhole) {
  const Machine machine = make_table(R"(
drives: {F: {joint: X, limits: 10 N}, G: {joint: Y, limits: 10 N}}
paths:
  wave: {position: {spline: {points: [[0, 0], [1, 2], [2, 0], [3, -1], [4, 2], [5, 1]]}}}
)");
  const std::vector<double>& breaks = machine.paths.front().steps.breaks;
  ASSERT_EQ(breaks.size(), 4U);
  for (const int samples : {31, 61, 200}) {
    EvaluationOptions options;
    options.samples = samples;
    const PathEvaluation path = evaluate(machine, options).paths.front();
    EXPECT_EQ(find_speed_curve(path, breaks).runs.size(), find_speed_curve(path, {}).runs.size())
        << samples;
  }
}

}  // namespace
}  // namespace globaldyn::inside::report
