// The example of docs/planning.md: an eighth of a circle of two axes. Oracle: its closed form, and
// the bounds calculated there by hand.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "globaldyn/plan/rows/row_grid.h"
#include "globaldyn/plan/rows/speed_arc.h"
#include "globaldyn/plan/rows/velocity_curve.h"
#include "tests/rows/function_field.h"

namespace globaldyn::inside::test {
namespace {

constexpr double kEighth = std::numbers::pi / 4.0;

// |x cos p + u sin p| <= 1, |u cos p - x sin p| <= 1.
FunctionField make_eighth() {
  return {{{0.0, kEighth}}, 2, true, [](std::size_t, double p, RowsAt& at) {
            at.a = {std::cos(p), -std::sin(p)};
            at.d = {std::sin(p), std::cos(p)};
            at.low = {-1.0, -1.0};
            at.high = {1.0, 1.0};
          }};
}

// x along one segment with x = 1 + m p², whose rows are evaluated at many p.
struct HandMade {
  double m;

  [[nodiscard]] double first_row(double p) const {
    return (1.0 + m * p * p) * std::cos(p) + m * p * std::sin(p);
  }
  [[nodiscard]] double second_row(double p) const {
    return m * p * std::cos(p) - (1.0 + m * p * p) * std::sin(p);
  }
  [[nodiscard]] double time() const {
    const double root = std::sqrt(m);
    return std::asinh(root * kEighth) / root;
  }
};

const HandMade kArc{(std::numbers::sqrt2 - 1.0) / (kEighth * kEighth + kEighth)};
const HandMade kMotion{0.25};
constexpr double kRounded = 5e-5;  // of numbers with four digits

TEST(WorkedExample, NumbersOfThePageAreRight) {
  EXPECT_NEAR(kArc.m, 0.2954, kRounded);
  EXPECT_NEAR(kArc.time(), 0.7633, kRounded);
  EXPECT_NEAR(2.0 * std::sin(std::numbers::pi / 8.0), 0.7654, kRounded);
  EXPECT_NEAR(kMotion.time(), 0.7665, kRounded);
  EXPECT_NEAR(kEighth, 0.7854, kRounded);
}

TEST(WorkedExample, TheArcIsBeyondTheRowAndTheMotionWithinBoth) {
  for (int i = 0; i <= 1000; ++i) {
    const double p = kEighth * i / 1000.0;
    SCOPED_TRACE(p);
    EXPECT_GE(kArc.first_row(p), 1.0 - 1e-15);
    EXPECT_LE(kMotion.first_row(p), 1.0 + 1e-15);
    EXPECT_LE(std::abs(kMotion.second_row(p)), 1.0);
  }
}

// What the program makes of the whole eighth as one segment: its arc is not below the fastest
// motion and, being of one degree more, below the one made by hand; a motion lies between.
TEST(WorkedExample, TheProgramsArcIsBetterThanTheOneByHand) {
  FunctionField field = make_eighth();
  RowGrid grid(field, {}, 1);
  ASSERT_EQ(grid.segments().size(), 1u);
  const GridSegment& segment = grid.segments().front();
  const auto arc =
      find_speed_arc(segment.sides, Travel::forward, 1.0, segment.h, segment.find_ease());
  ASSERT_TRUE(arc.has_value());
  const double fastest = 1.0 / std::pow(std::cos(0.5 * kEighth), 2);
  EXPECT_GE(arc->x[3], fastest);
  EXPECT_LE(arc->x[3], 1.0 + kArc.m * kEighth * kEighth);
}

TEST(WorkedExample, TheMaximumVelocityCurveIsThatOfATurningSquare) {
  FunctionField field = make_eighth();
  const RowGrid grid(field, {}, 16);
  for (const GridSegment& segment : grid.segments()) {
    EXPECT_EQ(segment.at_begin.low, 0.0);
    // Quadratics through both ends are exact there.
    EXPECT_NEAR(segment.at_begin.high, std::cos(segment.p) + std::sin(segment.p), 1e-12);
    EXPECT_NEAR(find_admissible_speeds(segment, SegmentEnd::end).high,
                std::cos(segment.end()) + std::sin(segment.end()), 1e-12);
  }
}

TEST(WorkedExample, BoundsEncloseTheClosedForm) {
  const double time = 2.0 * std::sin(std::numbers::pi / 8.0);
  for (const double tolerance : {1e-2, 1e-4, 1e-6}) {
    FunctionField field = make_eighth();
    PlanOptions options;
    options.tolerance = tolerance;
    options.gates = {{0.0, 0.0, kInfinity}, {kEighth, 0.0, kInfinity}};
    const Plan plan = plan_rows(field, options);
    ASSERT_EQ(plan.status, PlanStatus::optimal);
    EXPECT_LE(plan.time_lower, time);
    EXPECT_GE(plan.time, time);
    EXPECT_LE(plan.time - plan.time_lower, tolerance * plan.time);
  }
}

}  // namespace
}  // namespace globaldyn::inside::test
