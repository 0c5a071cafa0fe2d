// Regions that limits shrink to single d1 or points, computed by hand.
#include <gtest/gtest.h>

#include <cmath>

#include "core/base/constants.h"
#include "globaldyn/region/intersection.h"
#include "tests/region/hand_systems.h"
#include "tests/support/round_off.h"

namespace globaldyn::inside::test {
namespace {

class ShrunkRegion : public testing::TestWithParam<RegionMethod> {
 protected:
  static Region solve(const std::vector<NamedRow>& rows, int redundancy = 0) {
    return make_region(make_system(rows, redundancy), GetParam());
  }

  static void expect_intervals(const Region& region, const std::vector<Interval>& expected) {
    const std::vector<Interval> found = region.d1_intervals();
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
      // Where curves touch, d1 is only as accurate as the square root of the rounding error.
      EXPECT_NEAR(found[i].low, expected[i].low, 1e-7);
      EXPECT_NEAR(found[i].high, expected[i].high, 1e-7);
    }
  }
};

INSTANTIATE_TEST_SUITE_P(Methods, ShrunkRegion, every_method(), to_method_name);

// A drive that can just hold its load, to which motion would add.
TEST_P(ShrunkRegion, RestAlone) {
  for (const double beta : {0.0, 0.7}) {
    const Region region = solve(
        {make_row("full", 1, beta, 2, 0, {}, -2, 2), make_row("other", 0, 0, 0, 1, {}, -1, 3)});
    EXPECT_EQ(region.status(), RegionStatus::segment) << beta;
    expect_intervals(region, {{0, 0}});
    EXPECT_EQ(region.d2_range(0.0), (Interval{-1.0, 3.0}));
  }
}

// d2 <= -d1² - b d1 and d2 >= d1²: the point (0, 0).
TEST_P(ShrunkRegion, LimitsThatMeetAtRest) {
  for (const double beta : {0.0, 0.7}) {
    const Region region = solve({make_row("upper", 1, beta, 0, 1, {}, -kInfinity, 0),
                                 make_row("lower", -1, 0, 0, 1, {}, 0, kInfinity)});
    EXPECT_EQ(region.status(), RegionStatus::point) << beta;
    expect_intervals(region, {{0, 0}});
  }
}

// Friction: (d1 - 1)² <= 0 is d1 = 1.
TEST_P(ShrunkRegion, OneSpeedAlone) {
  const Region region = solve(
      {make_row("one", 1, -2, 1, 0, {}, -kInfinity, 0), make_row("other", 0, 0, 0, 2, {}, -1, 3)});
  EXPECT_EQ(region.status(), RegionStatus::segment);
  expect_intervals(region, {{1, 1}});
  EXPECT_EQ(region.support(0.0, 1.0), 1.5);
  EXPECT_EQ(region.support(0.0, -1.0), 0.5);
}

// 1 <= d2 <= 2 d1 - d1²: the point (1, 1).
TEST_P(ShrunkRegion, ArcsThatTouch) {
  const Region region = solve({make_row("arc", 1, -2, 0, 1, {}, -kInfinity, 0),
                               make_row("line", 0, 0, 0, 1, {}, 1, kInfinity)});
  EXPECT_EQ(region.status(), RegionStatus::point);
  expect_intervals(region, {{1, 1}});
  EXPECT_NEAR(region.support(0.0, 1.0), 1.0, 1e-12);
}

// 0 <= d1² - d1 <= 6: rest, or from 1 to 3.
TEST_P(ShrunkRegion, RestBesideAStretch) {
  const Region region =
      solve({make_row("held", 1, -1, 0, 0, {}, 0, 6), make_row("other", 0, 0, 0, 1, {}, -1, 1)});
  expect_intervals(region, {{0, 0}, {1, 3}});
  EXPECT_EQ(region.components().size(), 2u);
  EXPECT_TRUE(region.contains(0.0, 0.5));
  EXPECT_FALSE(region.contains(0.5, 0.5));
}

// (d1 - 1)² (d1 - 2)² takes two limits to write: 1 where they touch, and nothing of what is
// between: d2 >= (d1 - 1)², d2 <= 0, and d2 free of a third row at preload.
TEST_P(ShrunkRegion, PreloadAtItsLimit) {
  const Region region = solve(
      {make_row("a", 1, -2, 1, -1, {1.0}, -kInfinity, 0),
       make_row("b", 0, 0, 0, 1, {-1.0}, -kInfinity, 0), make_row("c", 0, 0, 0, 1, {0.0}, -1, 1)},
      1);
  EXPECT_EQ(region.status(), RegionStatus::segment);
  expect_intervals(region, {{1, 1}});
  EXPECT_EQ(region.support(0.0, 1.0), 1.0);
}

// A gap wider than rounding errors counts as a gap.
TEST_P(ShrunkRegion, NothingBeyond) {
  for (const double beta : {0.0, 0.7}) {
    EXPECT_TRUE(solve({make_row("full", 1, beta, 2, 0, {}, -2, 2 - 1e-9),
                       make_row("other", 0, 0, 0, 1, {}, -1, 3)})
                    .is_empty());
  }
  EXPECT_TRUE(solve({make_row("one", 1, -2, 1, 0, {}, -kInfinity, -1e-9)}).is_empty());
}

// Each region starts where the other ends.
TEST_P(ShrunkRegion, RegionsThatTouch) {
  for (const double beta : {0.0, 0.7}) {
    const Region slow = solve({make_row("slow", 1, beta, 0, 0, {}, -4, 1 + beta),
                               make_row("other", 0, 0, 0, 1, {}, -1, 1)});
    const Region fast = solve({make_row("fast", 1, beta, 0, 0, {}, 1 + beta, kInfinity),
                               make_row("other", 0, 0, 0, 1, {}, 0, 2)});
    const Region both = intersect(slow, fast);
    EXPECT_EQ(both.status(), RegionStatus::segment) << beta;
    expect_intervals(both, {{1, 1}});
    EXPECT_EQ(both.d2_range(both.d1_intervals()[0].low), (Interval{0.0, 1.0}));
  }
}

}  // namespace
}  // namespace globaldyn::inside::test
