// Oracle: membership in both, point by point; the algebra of sets.
#include "globaldyn/region/intersection.h"

#include <gtest/gtest.h>

#include <random>

#include "globaldyn/region/methods/region_solver.h"

namespace globaldyn::inside::test {
namespace {

// Six rows of a redundant machine, (0, 0) accessible; every other system has friction.
Region make_some_region(std::mt19937_64& random, bool friction) {
  std::uniform_real_distribution<double> unit(-1.0, 1.0);
  LimitSystem system;
  system.redundancy = 1;
  std::vector<LimitLabel> labels;
  for (int i = 0; i < 6; ++i) {
    LimitRow row{
        {unit(random), friction ? 2.0 * unit(random) : 0.0, 0.2 * unit(random), unit(random)}};
    row.v = VectorXd::Constant(1, unit(random));
    row.low = -1.0;
    row.high = 1.0;
    system.rows.push_back(row);
    labels.push_back({"n" + std::to_string(i), LimitKind::force});
  }
  system.labels = std::make_shared<const std::vector<LimitLabel>>(labels);
  return make_region(system);
}

TEST(Intersection, HasThePointsOfBoth) {
  std::mt19937_64 random(5);
  std::uniform_real_distribution<double> unit(0.0, 1.0);
  int inside = 0, outside = 0;
  for (int trial = 0; trial < 200; ++trial) {
    const Region a = make_some_region(random, trial % 2 == 0);
    const Region b = make_some_region(random, trial % 3 == 0);
    const Region both = intersect(a, b);
    for (int i = 0; i < 100; ++i) {
      const double d1 = 2.0 * unit(random), d2 = 4.0 * unit(random) - 2.0;
      const bool expected = a.contains(d1, d2) && b.contains(d1, d2);
      ASSERT_EQ(both.contains(d1, d2), expected) << "d1 = " << d1 << ", d2 = " << d2;
      ++(expected ? inside : outside);
    }
    const auto area = both.area_d1_d2();
    if (!area) continue;
    const auto in_a = a.area_d1_d2(), in_b = b.area_d1_d2();
    if (in_a) {
      EXPECT_LE(*area, *in_a * (1.0 + 1e-12));
    }
    if (in_b) {
      EXPECT_LE(*area, *in_b * (1.0 + 1e-12));
    }
    // The same set in either order, up to rounding errors of sums over its pieces.
    EXPECT_NEAR(*intersect(b, a).area_d1_d2(), *area, 1e-12 * *area);
    EXPECT_NEAR(*intersect(both, a).area_d1_d2(), *area, 1e-12 * *area);
  }
  EXPECT_GT(inside, 2000);
  EXPECT_GT(outside, 2000);
}

TEST(Intersection, OfAllOfNoneIsTheHalfPlane) {
  const Region all = intersect(std::vector<const Region*>{});
  EXPECT_TRUE(all.contains(1e6, -1e6));
  std::mt19937_64 random(6);
  const Region region = make_some_region(random, true);
  EXPECT_EQ(intersect({&region, &region}).d1_intervals(), region.d1_intervals());
  EXPECT_TRUE(intersect(region, Region{}).is_empty());
}

// d1 = 1/2 alone, by an equality, within another region.
TEST(Intersection, KeepsSetsAtASingleSpeed) {
  LimitSystem system;
  system.rows.push_back({1, 0, 0, 1, {}, -1, 1});
  system.rows.push_back({1, 0, 0, -1, {}, -1, 1});
  system.labels = std::make_shared<const std::vector<LimitLabel>>(2);
  const Region triangle = make_region(system);
  system.equalities = {{1, 0, -0.25, 0}};
  const Region slice = make_region(system);
  for (const Region& both : {intersect(slice, triangle), intersect(triangle, slice)}) {
    ASSERT_EQ(both.d1_intervals().size(), 1u);
    EXPECT_EQ(both.d1_intervals()[0], (Interval{0.5, 0.5}));
    EXPECT_EQ(both.d2_range(0.5)->high, 0.75);
  }
}

// Edges keep the names of their limits when the regions have different rows.
TEST(Intersection, EdgesKeepTheirLimits) {
  const auto make = [](const std::string& name, double limit) {
    LimitSystem system;
    system.rows.push_back({0, 0, 0, 1, {}, -limit, limit});
    system.rows.push_back({1, 0, 0, 0, {}, -limit, limit});
    system.labels = std::make_shared<const std::vector<LimitLabel>>(std::vector<LimitLabel>{
        {name + "_force", LimitKind::force}, {name + "_speed", LimitKind::speed}});
    return make_region(system);
  };
  Region flat = intersect(make("a", 1.0), make("b", 2.0));
  EXPECT_EQ(flat.components()[0].edges[0].active[0], (ActiveLimit{"a_force", "min"}));
  flat = intersect(make("a", 2.0), make("b", 1.0));
  EXPECT_EQ(flat.components()[0].edges[0].active[0], (ActiveLimit{"b_force", "min"}));
  EXPECT_EQ(flat.components()[0].edges[1].active[0], (ActiveLimit{"b_speed", "speed"}));
}

}  // namespace
}  // namespace globaldyn::inside::test
