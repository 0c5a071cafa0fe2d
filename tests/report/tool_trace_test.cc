// The tool's way in pictures is the path itself, however far apart the poses evaluated are.
#include "report/machine/tool_trace.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "report/machine/tool_path.h"
#include "tests/support/small_machines.h"

namespace globaldyn::inside::report {
namespace {

Machine make_traced_table(const std::string& path) {
  return parse_machine(
      test::write_x_y_table(
          "drives:\n  F: {joint: X, limits: 10 N}\n  G: {joint: Y, limits: 10 N}\npaths:\n  way: " +
          path + "\n"),
      "table.yaml", ".");
}

PathEvaluation evaluate_way(const Machine& machine, int samples) {
  EvaluationOptions options;
  options.samples = samples;
  return evaluate(machine, options).paths.front();
}

double calc_distance(const std::vector<Vector3d>& line, const Vector3d& point) {
  double least = (point - line.front()).norm();
  for (std::size_t i = 1; i < line.size(); ++i) {
    const Vector3d step = line[i] - line[i - 1];
    const double share = (point - line[i - 1]).dot(step) / step.squaredNorm();
    least = std::min(least, (point - line[i - 1] - std::clamp(share, 0.0, 1.0) * step).norm());
  }
  return least;
}

TEST(ToolTrace, PassesEveryCornerBetweenPoses) {
  constexpr int kCorners = 200;
  std::string points;
  for (int i = 0; i < kCorners + 2; ++i) points += fmt::format("[0.{:03}, {}], ", i, i % 2);
  const Machine machine = make_traced_table("{position: {polyline: {points: [" + points + "]}}}");
  const ToolTrace trace = trace_tool(machine.paths.front(), evaluate_way(machine, 2), 0.01);
  ASSERT_EQ(trace.runs.size(), 1U);
  ASSERT_EQ(trace.runs.front().size(), kCorners + 2U);  // straight pieces have nothing between
  for (std::size_t i = 0; i < kCorners + 2U; ++i) {
    const Vector3d corner(0.001 * static_cast<double>(i), i % 2 == 0 ? 0.0 : 1.0, 0.0);
    EXPECT_LT((trace.runs.front()[i] - corner).norm(), 1e-12);  // round-off of sums
  }
}

// Sixty swings, looked at where they cross the axis: samples alone show a straight line. One point
// of each piece was within the tolerance; the farthest of a piece that bends both ways was another.
TEST(ToolTrace, BendsAsThePathDoes) {
  constexpr double kTolerance = 1e-4, kSlack = 2.0;
  const Machine machine =
      make_traced_table("{position: {x: p * 1 m, y: sin(2*pi*60*p) * 0.01 m}, p_max: 1}");
  const ToolTrace trace = trace_tool(machine.paths.front(), evaluate_way(machine, 61), kTolerance);
  ASSERT_EQ(trace.runs.size(), 1U);
  for (int i = 0; i <= 3000; ++i) {
    const double p = i / 3000.0;
    const Vector3d point(p, 0.01 * std::sin(120.0 * std::numbers::pi * p), 0.0);
    EXPECT_LT(calc_distance(trace.runs.front(), point), kSlack * kTolerance) << p;
  }
}

// At p = 0.4, where no sample is, there is a corner.
TEST(ToolTrace, PassesKinksOfFormulas) {
  constexpr double kTolerance = 1e-3;
  const Machine machine =
      make_traced_table("{position: {x: p * 1 m, y: abs(p - 0.4) * 1 m}, p_max: 1}");
  const ToolTrace trace = trace_tool(machine.paths.front(), evaluate_way(machine, 2), kTolerance);
  ASSERT_EQ(trace.runs.size(), 1U);
  EXPECT_LT(calc_distance(trace.runs.front(), {0.4, 0.0, 0.0}), 2.0 * kTolerance);
}

// Y is a joint's to say: it is known at samples, and between them as much as pictures need.
TEST(ToolTrace, TakesTheRestFromThePoses) {
  const Machine machine = make_traced_table(
      "{position: {polyline: {points: [[0, 0], [1, 0], [0, 0]]}}, prescribe: [x], "
      "joints: {Y: 0.3*p}}");
  const ToolTrace trace = trace_tool(machine.paths.front(), evaluate_way(machine, 2), 0.01);
  ASSERT_EQ(trace.runs.front().size(), 3U);
  EXPECT_LT((trace.runs.front()[1] - Vector3d(1.0, 0.15, 0.0)).norm(), 1e-12);
  ASSERT_EQ(trace.stops.size(), 1U);
  EXPECT_LT((trace.stops.front() - Vector3d(1.0, 0.15, 0.0)).norm(), 1e-12);
}

TEST(ToolTrace, HasGapsWhereThereAreNoPoses) {
  const Machine machine = make_traced_table("{position: {line: {from: [0, 0], to: [1, 0]}}}");
  PathEvaluation evaluation = evaluate_way(machine, 11);
  evaluation.samples[5].status = SampleStatus::unreachable;
  const ToolTrace trace = trace_tool(machine.paths.front(), evaluation, 0.01);
  ASSERT_EQ(trace.runs.size(), 2U);
  EXPECT_NEAR(trace.runs[0].back().x(), 0.4, 1e-12);
  EXPECT_NEAR(trace.runs[1].front().x(), 0.6, 1e-12);
}

// There and back two hundred times on each of five lines: on paper five pieces, and for gnuplot one
// element.
TEST(ToolPath, IsDrawnAsItLooksOnPaper) {
  ToolTrace trace;
  trace.runs.emplace_back();
  for (int i = 0; i < 20000; ++i) {
    const int along = i % 20, line = i / 4000;
    const double jitter = i % 3 == 0 ? 1e-5 * (i % 7) : 0.0;  // less than paper shows
    trace.runs.back().emplace_back(0.1 * std::min(along, 20 - along), 0.0505 * line + jitter, 0.0);
  }
  const Projection projection(Vector3d::UnitZ(), Vector3d::UnitY(), true);
  const std::vector<Shape> shapes = draw_tool_path(trace, projection, 0.01);
  std::size_t points = 0;
  for (const Shape& shape : shapes) points += shape.outline.size();
  EXPECT_LT(points, 200U);
  Picture picture("way", 100.0, 100.0);
  picture.begin_plot({{0.0, 100.0}, {0.0, 100.0}}, {{0.0, 1.0}, {0.0, 1.0}});
  add_shapes(picture, shapes);
  picture.end_plot();
  const std::string script = picture.make_script();
  std::size_t elements = 0;  // in both files: the line, two heads and a ring, heads filled as well
  for (auto at = script.find("with lines"); at != std::string::npos;
       at = script.find("with lines", at + 1)) {
    ++elements;
  }
  EXPECT_EQ(elements, 2U * 4U);
}

}  // namespace
}  // namespace globaldyn::inside::report
