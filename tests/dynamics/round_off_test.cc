// Coefficients that vanish on paper come out as rounding errors, and in a limit any coefficient
// counts, however small: zeros must be recognised as zeros.
#include "tests/support/round_off.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/machines.h"

namespace globaldyn::inside::test {
namespace {

// Two slides at right angles, askew to the axes: u = (0.6, 0.8), v = (-0.8, 0.6); gravity along -v.
// The first carries 5 kg, the second 3 kg.
Sample run(const std::string& drives, const std::string& along_u, const std::string& along_v,
           double p = 0.5) {
  const std::string text = R"(globaldyn: 1
name: gantry
gravity: [8, -6, 0]
bodies:
  cx: {mass: 2, inertia: {diag: [0.1, 0.1, 0.1]}}
  cy: {mass: 3, inertia: {diag: [0.1, 0.1, 0.1]}}
joints:
  X: {type: prismatic, a: {body: ground, axis: [3, 4, 0]}, b: {body: cx, axis: [3, 4, 0]}}
  Y: {type: prismatic, a: {body: cx, axis: [-4, 3, 0]}, b: {body: cy, axis: [-4, 3, 0]}}
tool: cy
paths:
  q:
    p_max: 1
    position:
      x: 0.6*()" + along_u +
                           ") - 0.8*(" + along_v + R"()
      y: 0.8*()" + along_u +
                           ") + 0.6*(" + along_v + ")\n" + drives;
  const Machine machine = parse_machine(text, "gantry.yaml", ".");
  return evaluate(machine, {.paths = {}, .at = {p}}).paths[0].samples[0];
}

constexpr const char* kBoth =
    "drives: {FX: {joint: X, limits: 20}, FY: {joint: Y, limits: [10, 40]}}\n";

// Straight on at constant d1: nothing grows with d1, so it is not limited.
TEST(RoundOff, SpeedOnAStraightLineIsNotLimited) {
  for (const auto& [u, v] : {std::pair{"p", "0.3"}, {"p", "0.1 + 0.7*p"}, {"0.2", "p"}}) {
    const Sample s = run(kBoth, u, v);
    EXPECT_EQ(s.region.status(), RegionStatus::unbounded) << u << " " << v;
    ASSERT_EQ(s.region.d1_intervals().size(), 1u);
    EXPECT_TRUE(std::isinf(s.region.d1_intervals()[0].high));
    EXPECT_EQ(s.map.A(), VectorXd::Zero(2));
  }
  const auto range = run(kBoth, "p", "0.3").region.d2_range(7.0);
  ASSERT_TRUE(range);
  EXPECT_NEAR(range->high, 20.0 / 5.0, 1e-12);
}

// A drive without a limit bounds nothing, not even by rounding errors of the other's coefficients.
// At p = 0.5 the second slide's parabola has d(v)/dp = 0 and needs 30 - 6 d1² >= 0.
TEST(RoundOff, OneSidedLimitAcrossThePathBoundsSpeedOnly) {
  const Sample s =
      run("drives: {FX: {joint: X}, FY: {joint: Y, limits: [0, none]}}\n", "p", "-(p - 0.5)^2");
  ASSERT_EQ(s.region.d1_intervals().size(), 1u);
  EXPECT_NEAR(s.region.d1_intervals()[0].high, std::sqrt(5.0), 1e-12);
  ASSERT_TRUE(s.region.d2_range(2.0));
  EXPECT_EQ(s.region.d2_range(2.0)->low, -std::numeric_limits<double>::infinity());
}

// Two cables pull against each other along u and share nothing with the slide along v.
TEST(RoundOff, PreloadOfOneDirectionDoesNotFreeTheOther) {
  const Sample s = run(R"(
drives:
  C1: {type: cable, from: {body: ground, at: [-1.8, -2.4]}, to: cx, limits: [5, none]}
  C2: {type: cable, from: {body: ground, at: [1.8, 2.4]}, to: cx, limits: [5, none]}
  FY: {joint: Y, limits: [20, 40]}
)",
                       "p", "-(p - 0.5)^2", 0.0);
  EXPECT_EQ(s.map.V(2, 0), 0.0);
  const auto range = s.region.d2_range(0.0);
  ASSERT_TRUE(range);
  EXPECT_NEAR(range->low, -10.0 / 3.0, 1e-12);
  EXPECT_NEAR(range->high, 10.0 / 3.0, 1e-12);
}

// Without a drive along v, 30 - 6 d1² = 0 is an equality: one speed, any d2 within FX.
TEST(RoundOff, EqualityWithoutAccelerationIsAVerticalSegment) {
  const Sample s = run("drives: {FX: {joint: X, limits: 20}}\n", "p", "-(p - 0.5)^2");
  EXPECT_EQ(s.map.unbalanced(), 1);
  EXPECT_EQ(s.region.status(), RegionStatus::segment);
  ASSERT_EQ(s.region.d1_intervals().size(), 1u);
  EXPECT_NEAR(s.region.d1_intervals()[0].low, std::sqrt(5.0), 1e-12);
  const auto range = s.region.d2_range(s.region.d1_intervals()[0].low);
  ASSERT_TRUE(range);
  EXPECT_NEAR(range->high, 4.0, 1e-12);
}

// The friction of a drive across the path has no direction.
TEST(RoundOff, DriveAcrossThePathStandsStill) {
  const Sample s =
      run("drives: {FX: {joint: X, limits: 20, coulomb: 3}, FY: {joint: Y, limits: 40, "
          "coulomb: 2}}\n",
          "p", "0.3");
  EXPECT_EQ(s.map.coulomb_slack(0), 0.0);
  EXPECT_EQ(s.map.coulomb_slack(1), 2.0);
  EXPECT_NEAR(s.map.C()(0), 3.0, round_off(100, 50.0));  // gravity of 50 N cancels in it
}

// A limit as large as that means `none`; the other drive still counts.
TEST(RoundOff, HugeLimitsLeaveTheRank) {
  const Sample s =
      run("drives: {FX: {joint: X, limits: 1e20}, FY: {joint: Y, limits: 40}}\n", "p", "0.5*p");
  EXPECT_EQ(s.map.unbalanced(), 0);
  EXPECT_NEAR(s.region.d2_range(0.0)->high, (40.0 - 30.0) / 1.5, 1e-9);
}

}  // namespace
}  // namespace globaldyn::inside::test
