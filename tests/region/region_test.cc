// Regions computed by hand: every kind of result a region can have.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "core/base/constants.h"
#include "globaldyn/region/methods/region_solver.h"
#include "tests/region/hand_systems.h"
#include "tests/support/round_off.h"

namespace globaldyn::inside::test {
namespace {

bool has_active(const RegionEdge& edge, const std::string& name, const std::string& limit) {
  for (const ActiveLimit& active : edge.active) {
    if (active.name == name && active.limit == limit) return true;
  }
  return false;
}

// |d1² + d2| <= 1 and |d1² - d2| <= 1: a triangle with corners (0, -1), (1, 0), (0, 1).
LimitSystem make_triangle() {
  return make_system({make_row("a", 1, 0, 0, 1, {}, -1, 1), make_row("b", 1, 0, 0, -1, {}, -1, 1)});
}

class HandRegion : public testing::TestWithParam<RegionMethod> {
 protected:
  static Region solve(const LimitSystem& system) { return make_region(system, GetParam()); }
};

INSTANTIATE_TEST_SUITE_P(Methods, HandRegion, every_method(), to_method_name);

TEST_P(HandRegion, Triangle) {
  const Region region = solve(make_triangle());
  EXPECT_EQ(region.status(), RegionStatus::polygon);
  const RegionComponent c = region.components()[0];
  ASSERT_EQ(c.vertices.size(), 3u);
  // Counter-clockwise from the lower left corner.
  EXPECT_EQ(c.vertices[0].d2, -1.0);
  EXPECT_EQ(c.vertices[1].d1_square, 1.0);
  EXPECT_EQ(c.vertices[2].d2, 1.0);
  ASSERT_EQ(c.edges.size(), 3u);
  EXPECT_TRUE(has_active(c.edges[0], "b", "max"));
  EXPECT_TRUE(has_active(c.edges[1], "a", "max"));
  EXPECT_TRUE(has_active(c.edges[2], "", "rest"));
  EXPECT_NEAR(*region.area_d1sq_d2(), 1.0, round_off(20, 2.0));
  // Integral of 2 (1 - d1²) over d1 from 0 to 1.
  EXPECT_NEAR(*region.area_d1_d2(), 4.0 / 3.0, round_off(20, 2.0));
  EXPECT_EQ(region.d2_range(0.5)->high, 0.75);
  EXPECT_FALSE(region.d2_range(1.0001));
}

// low <= y <= high, and a row that y hardly affects: |d2 + y / 1000| <= 1; d1 has its own bound.
std::optional<Interval> find_d2_beside_preload(double low, double high, RegionMethod method) {
  const LimitSystem system = make_system(
      {make_row("strong", 0, 0, 0, 0, {1}, low, high), make_row("weak", 0, 0, 0, 1, {1e-3}, -1, 1),
       make_row("speed", 1, 0, 0, 0, {0}, -1, 1)},
      1);
  return make_region(system, method).d2_range(0.5);
}

TEST_P(HandRegion, SmallWeightsOfPreloadCount) {
  const auto range = find_d2_beside_preload(-100, 100, GetParam());
  ASSERT_TRUE(range);
  EXPECT_NEAR(range->low, -1.1, round_off(20, 1.1));
  EXPECT_NEAR(range->high, 1.1, round_off(20, 1.1));
}

// A drive that the preload hardly affects (it is a nanometre off its line) still limits d2: 10 d2
// within its 5 plus a billionth of the 80 with which the others can act against each other.
TEST_P(HandRegion, TinyWeightsOfPreloadCount) {
  const Region region = solve(make_system(
      {make_row("x", 0, 0, 0, 10, {1e-9}, -5, 5), make_row("y", 0, 0, 0, 0, {-1}, -80, 80),
       make_row("brace", 0, 0, 0, 0, {1}, -80, 80), make_row("speed", 1, 0, 0, 0, {0}, -1, 1)},
      1));
  ASSERT_TRUE(region.d2_range(0.5));
  EXPECT_NEAR(region.d2_range(0.5)->high, 0.500000008, round_off(20, 1.0));
  EXPECT_NEAR(region.d2_range(0.5)->low, -0.500000008, round_off(20, 1.0));
}

// The same with the preload fixed by equal limits: only the sum of both rows counts.
TEST_P(HandRegion, PreloadFixedByEqualLimits) {
  const auto range = find_d2_beside_preload(100, 100, GetParam());
  ASSERT_TRUE(range);
  EXPECT_NEAR(range->low, -1.1, round_off(20, 1.1));
  EXPECT_NEAR(range->high, 0.9, round_off(20, 1.1));
}

// One limit given three times in different units: lines equal up to rounding errors are one edge.
TEST_P(HandRegion, EqualLimitsMakeOneEdge) {
  std::mt19937_64 random(11);
  std::uniform_real_distribution<double> scale(0.1, 10.0);
  for (int i = 0; i < 200; ++i) {
    LimitSystem system;
    for (const char* name : {"a1", "a2", "a3"}) {
      const double s = scale(random);
      add(system, make_row(name, 0.7 * s, 0, 0.3 * s, 1.1 * s, {}, -1.3 * s, 1.9 * s));
    }
    add(system, make_row("b", 1, 0, 0, -1, {}, -1, 1));
    const Region region = solve(system);
    ASSERT_EQ(region.components().size(), 1u);
    EXPECT_EQ(region.components()[0].vertices.size(), 4u);
  }
}

// Nothing balances d1²: only rest is possible, with any d2 the limits allow.
TEST_P(HandRegion, EqualityThatAllowsRestOnly) {
  LimitSystem system = make_triangle();
  system.equalities.push_back({2.0, 0.0, 0.0, 0.0});
  const Region region = solve(system);
  EXPECT_EQ(region.status(), RegionStatus::segment);
  ASSERT_EQ(region.d1_intervals().size(), 1u);
  EXPECT_EQ(region.d1_intervals()[0].high, 0.0);
  ASSERT_TRUE(region.d2_range(0.0));
  EXPECT_EQ(region.d2_range(0.0)->low, -1.0);
  EXPECT_EQ(region.d2_range(0.0)->high, 1.0);
}

TEST_P(HandRegion, SpeedLimitIsAVerticalEdge) {
  LimitSystem system = make_triangle();
  add(system, make_row("speed", 0, 2, 0, 0, {}, -kInfinity, 1.0));  // d1 <= 1/2
  const Region region = solve(system);
  const RegionComponent c = region.components()[0];
  ASSERT_EQ(c.vertices.size(), 4u);
  EXPECT_EQ(c.vertices[1].d1_square, 0.25);
  EXPECT_TRUE(has_active(c.edges[1], "speed", "max"));
  EXPECT_FALSE(c.edges[1].is_arc);
  EXPECT_EQ(region.d1_intervals()[0].high, 0.5);
}

// d2 within [d1² - 3 d1 + 2, 0.25]: with friction the region starts at d1 > 0 and is bounded by
// an arc below and a line above; the machine cannot be at rest.
TEST_P(HandRegion, ArcAwayFromRest) {
  LimitSystem system = make_system({make_row("low", -1, 3, -2, 1, {}, 0, kInfinity),
                                    make_row("high", 0, 0, 0, 1, {}, -kInfinity, 0.0)});
  const Region region = solve(system);
  EXPECT_EQ(region.status(), RegionStatus::arcs);
  ASSERT_EQ(region.d1_intervals().size(), 1u);
  EXPECT_NEAR(region.d1_intervals()[0].low, 1.0, round_off(10, 3.0));
  EXPECT_NEAR(region.d1_intervals()[0].high, 2.0, round_off(10, 3.0));
  EXPECT_FALSE(region.d2_range(0.0));
  // Integral of -(x² - 3x + 2) from 1 to 2 is 1/6.
  EXPECT_NEAR(*region.area_d1_d2(), 1.0 / 6.0, round_off(50, 8.0));
  const RegionComponent c = region.components()[0];
  ASSERT_EQ(c.vertices.size(), 2u);
  ASSERT_EQ(c.edges.size(), 2u);
  EXPECT_TRUE(c.edges[0].is_arc);
  EXPECT_FALSE(c.edges[1].is_arc);
}

// (d1 - 1)(d1 - 2) >= 0 splits the accessible speeds in two.
TEST_P(HandRegion, TwoComponents) {
  LimitSystem system = make_triangle();
  for (LimitRow& row : system.rows) {
    row.low *= 9.0;
    row.high *= 9.0;
  }
  add(system, make_row("gap", 1, -3, 2, 0, {}, 0.0, kInfinity));
  const Region region = solve(system);
  EXPECT_EQ(region.status(), RegionStatus::arcs);
  const auto intervals = region.d1_intervals();
  ASSERT_EQ(intervals.size(), 2u);
  EXPECT_NEAR(intervals[0].high, 1.0, round_off(10, 3.0));
  EXPECT_NEAR(intervals[1].low, 2.0, round_off(10, 3.0));
  EXPECT_NEAR(intervals[1].high, 3.0, round_off(10, 9.0));
  EXPECT_TRUE(has_active(region.components()[1].edges.back(), "gap", "min"));
  EXPECT_FALSE(region.contains(1.5, 0.0));
  EXPECT_TRUE(region.contains(2.5, 0.0));
}

TEST_P(HandRegion, EmptyWhenTheLoadIsTooHeavy) {
  const Region region = solve(make_system({make_row("F", 0, 0, 20, 0, {}, -10, 10)}));
  EXPECT_EQ(region.status(), RegionStatus::empty);
  EXPECT_TRUE(region.d1_intervals().empty());
  EXPECT_EQ(*region.area_d1_d2(), 0.0);
}

TEST_P(HandRegion, UnlimitedDrivesLeaveTheHalfPlane) {
  const Region region = solve(make_system({make_row("F", 1, 0, 0, 1, {}, -kInfinity, kInfinity)}));
  EXPECT_EQ(region.status(), RegionStatus::unbounded);
  EXPECT_TRUE(region.contains(1e6, -1e6));
  EXPECT_TRUE(std::isinf(region.d1_intervals()[0].high));
  EXPECT_FALSE(region.area_d1_d2());
}

// One drive, -1 <= d2 + d1² / 2 <= 1: a strip along (1, -1/2).
TEST_P(HandRegion, UnboundedStripHasItsRay) {
  const Region region = solve(make_system({make_row("M", 0.5, 0, 0, 1, {}, -1, 1)}));
  EXPECT_EQ(region.status(), RegionStatus::unbounded);
  const RegionComponent c = region.components()[0];
  ASSERT_EQ(c.vertices.size(), 2u);
  ASSERT_EQ(c.rays.size(), 1u);
  EXPECT_EQ(c.rays[0].d1_square, 1.0);
  EXPECT_EQ(c.rays[0].d2, -0.5);
  // From infinity along the upper limit to rest, down, and out along the lower limit.
  EXPECT_EQ(c.vertices[0].d2, 1.0);
  EXPECT_EQ(c.vertices[1].d2, -1.0);
  ASSERT_EQ(c.edges.size(), 3u);
  EXPECT_TRUE(has_active(c.edges[0], "", "rest"));
  EXPECT_TRUE(has_active(c.edges[1], "M", "min"));
  EXPECT_TRUE(has_active(c.edges[2], "M", "max"));
}

// Cables that can only pull, one against the other: d2 between the pulls of each alone.
TEST_P(HandRegion, TwoCablesPullAgainstEachOther) {
  // n1 = d2/2 + y, n2 = -d2/2 + y, both in [1, 5]: |d2| <= 4.
  const double s = 1.0 / std::sqrt(2.0);
  const Region region = solve(make_system(
      {make_row("c1", 0, 0, 0, 0.5, {s}, 1, 5), make_row("c2", 0, 0, 0, -0.5, {s}, 1, 5)}, 1));
  EXPECT_NEAR(region.d2_range(0.0)->high, 4.0, round_off(20, 5.0));
  EXPECT_NEAR(region.d2_range(7.0)->low, -4.0, round_off(20, 5.0));
  const RegionEdge lower = region.components()[0].edges[1];
  EXPECT_TRUE(has_active(lower, "c1", "min"));
  EXPECT_TRUE(has_active(lower, "c2", "max"));
}

// If one cable may pull without limit, only the other's lower limit matters on that side.
TEST_P(HandRegion, OneSidedLimits) {
  const double s = 1.0 / std::sqrt(2.0);
  const Region region = solve(make_system(
      {make_row("c1", 0, 0, 0, 0.5, {s}, 1, kInfinity), make_row("c2", 0, 0, 0, -0.5, {s}, 1, 5)},
      1));
  EXPECT_NEAR(region.d2_range(0.0)->low, -4.0, round_off(20, 5.0));
  EXPECT_TRUE(std::isinf(region.d2_range(0.0)->high));
  EXPECT_EQ(region.status(), RegionStatus::unbounded);
}

// A drive without limits makes its redundancy free: the other rows with that y drop out.
TEST_P(HandRegion, UnlimitedDirectionOfPreloadIsEliminated) {
  const Region region =
      solve(make_system({make_row("free", 1, 0, 0, 1, {1.0}, -kInfinity, kInfinity),
                         make_row("tight", 1, 0, 0, 1, {0.0}, -2, 2)},
                        1));
  EXPECT_EQ(region.d2_range(1.0)->high, 1.0);
  EXPECT_EQ(region.d2_range(1.0)->low, -3.0);
}

// Equalities of a parallel singularity: d2 = d1² / 2 inside the triangle, ending at d1² = 2/3.
TEST_P(HandRegion, EqualityLeavesASegment) {
  LimitSystem system = make_triangle();
  system.equalities = {{0.5, 0, 0, -1}};
  const Region region = solve(system);
  EXPECT_EQ(region.status(), RegionStatus::segment);
  const RegionComponent c = region.components()[0];
  ASSERT_EQ(c.vertices.size(), 2u);
  EXPECT_EQ(c.edges.size(), 1u);
  EXPECT_NEAR(c.vertices[1].d1_square, 2.0 / 3.0, round_off(10, 1.0));
  EXPECT_NEAR(c.vertices[1].d2, 1.0 / 3.0, round_off(10, 1.0));
  EXPECT_TRUE(region.contains(0.5, 0.125));
  EXPECT_FALSE(region.contains(0.5, 0.126));
}

TEST_P(HandRegion, EqualityWithoutD2LeavesAVerticalSegment) {
  LimitSystem system = make_triangle();
  system.equalities = {{1, 0, -0.25, 0}};  // d1 = 1/2
  const Region region = solve(system);
  EXPECT_EQ(region.status(), RegionStatus::segment);
  EXPECT_EQ(region.d1_intervals()[0], (Interval{0.5, 0.5}));
  EXPECT_EQ(region.d2_range(0.5)->high, 0.75);
}

TEST_P(HandRegion, TwoEqualitiesLeaveAPointOrNothing) {
  LimitSystem system = make_triangle();
  system.equalities = {{1, 0, -0.25, 0}, {0, 0, -0.5, 1}};  // d1 = 1/2, d2 = 1/2
  const Region point = solve(system);
  EXPECT_EQ(point.status(), RegionStatus::point);
  EXPECT_TRUE(point.components()[0].edges.empty());
  system.equalities[1].gamma = -2.0;  // d2 = 2, outside
  EXPECT_EQ(solve(system).status(), RegionStatus::empty);
  system.equalities = {{0, 0, 1, 0}};  // 1 = 0
  EXPECT_EQ(solve(system).status(), RegionStatus::empty);
}

TEST_P(HandRegion, VoidEqualityChangesNothing) {
  LimitSystem system = make_triangle();
  system.equalities = {{0, 0, 0, 0}};
  EXPECT_EQ(solve(system).status(), RegionStatus::polygon);
}

// Repeated drives, parallel limits and zero rows: no spurious corners.
TEST_P(HandRegion, DegenerateRowsLeaveCleanCorners) {
  LimitSystem system = make_triangle();
  add(system, make_row("again", 1, 0, 0, 1, {}, -1, 1));
  add(system, make_row("looser", 1, 0, 0, 1, {}, -1.5, 1.5));
  add(system, make_row("nothing", 0, 0, 0, 0, {}, -1, 1));
  const Region region = solve(system);
  EXPECT_EQ(region.components()[0].vertices.size(), 3u);
}

// Scaling p by s turns d1 into d1 / s and d2 into d2 / s: the region must follow for any s.
TEST_P(HandRegion, FollowsTheScaleOfP) {
  for (const double s : {1e-3, 1e3, 1e6}) {
    LimitSystem system = make_triangle();
    for (LimitRow& row : system.rows) {
      row.alpha *= s * s;
      row.delta *= s;
    }
    const Region region = solve(system);
    ASSERT_EQ(region.components()[0].vertices.size(), 3u);
    EXPECT_NEAR(region.d1_intervals()[0].high * s, 1.0, round_off(10, 1.0));
    EXPECT_NEAR(region.d2_range(0.0)->high * s, 1.0, round_off(10, 1.0));
  }
}

std::vector<double> list_roots(const Parabola& f, double begin, double end) {
  const Roots roots = find_roots(f, begin, end);
  return {roots.begin(), roots.end()};
}

TEST(Parabola, RootsInsideAnIntervalOnly) {
  EXPECT_EQ(list_roots({2, -3, 1}, 0, kInfinity), (std::vector<double>{1, 2}));
  EXPECT_EQ(list_roots({2, -3, 1}, 1, kInfinity), (std::vector<double>{2}));
  EXPECT_EQ(list_roots({-4, 0, 1}, 0, 10), (std::vector<double>{2}));
  EXPECT_EQ(list_roots({1, 0, 1}, 0, 10), (std::vector<double>{}));
  EXPECT_EQ(list_roots({1, -2, 1}, 0, 10), (std::vector<double>{1}));
  EXPECT_EQ(list_roots({0, 0, 0}, 0, 10), (std::vector<double>{}));
  // Roots of very different size keep their digits: 1e-8 and 1e8.
  const auto roots = list_roots({1, -(1e8 + 1e-8), 1}, 0, kInfinity);
  ASSERT_EQ(roots.size(), 2u);
  EXPECT_NEAR(roots[0], 1e-8, round_off(10, 1e-8));
}

}  // namespace
}  // namespace globaldyn::inside::test
