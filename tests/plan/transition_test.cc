// One segment. Oracle: trying many motions.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "globaldyn/plan/regions/transition.h"
#include "globaldyn/region/methods/region_solver.h"

namespace globaldyn::inside::test {
namespace {

bool contains(const SpeedSet& set, double d1, double slack) {
  for (const Interval& interval : set) {
    if (interval.low - slack <= d1 && d1 <= interval.high + slack) return true;
  }
  return false;
}

// Four rows of unit size, curved by friction.
Region make_region(std::mt19937_64& random) {
  std::uniform_real_distribution<double> unit(-1.0, 1.0);
  LimitSystem system;
  for (int i = 0; i < 4; ++i) {
    system.rows.push_back({unit(random), 2.0 * unit(random), 0.4 * unit(random), unit(random),
                           VectorXd(), -1.0, 1.0});
  }
  return inside::make_region(system);
}

class Transitions : public testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Seeds, Transitions, testing::Range(0, 40));

TEST_P(Transitions, DeparturesArrivalsAndFastestAreThoseOfManyMotions) {
  std::mt19937_64 random(static_cast<std::uint64_t>(GetParam()));
  std::uniform_real_distribution<double> unit(0.0, 1.0);
  const Region begin = make_region(random), end = make_region(random);
  if (begin.is_empty() || end.is_empty()) return;
  const double h = 0.3, bulge = 0.2 * (unit(random) - 0.5);
  const Transition transition{begin, end, h, bulge};
  const SpeedSet targets{{0.2, 0.4}, {0.6, 0.9}};
  const SpeedSet departures = transition.find_departures(targets);
  const SpeedSet sources{{0.1, 0.5}};
  const SpeedSet arrivals = transition.find_arrivals(sources);
  constexpr double kSlack = 1e-9;
  int passed = 0;
  for (int i = 0; i < 20000; ++i) {
    const double d1 = 1.5 * unit(random), d1_end = 1.5 * unit(random);
    const auto range = begin.d2_range(d1), range_end = end.d2_range(d1_end);
    if (!range || !range_end) continue;
    const double both = (d1_end * d1_end - d1 * d1) / h - 4.0 / 3.0 * bulge;
    const double d2 = std::clamp(both - range_end->low, range->low, range->high);
    if (!range_end->contains(both - d2)) continue;
    if (contains(targets, d1_end, 0.0)) {
      ++passed;
      ASSERT_TRUE(contains(departures, d1, kSlack)) << d1 << " to " << d1_end;
      const auto fastest = transition.find_fastest(d1, targets);
      ASSERT_TRUE(fastest.has_value());
      ASSERT_GE(fastest->d1_end, d1_end - kSlack);
    }
    if (contains(sources, d1, 0.0)) {
      ASSERT_TRUE(contains(arrivals, d1_end, kSlack)) << d1 << " to " << d1_end;
    }
  }
  // And no others: every departure found has an arrival that the regions allow.
  for (const Interval& interval : departures) {
    for (const double share : {0.0, 0.3, 0.7, 1.0}) {
      const double d1 = interval.low + share * (interval.high - interval.low);
      const auto fastest = transition.find_fastest(d1, targets);
      ASSERT_TRUE(fastest.has_value()) << d1;
      EXPECT_TRUE(contains(targets, fastest->d1_end, kSlack));
      EXPECT_NEAR(fastest->d1_end * fastest->d1_end - d1 * d1,
                  h * (fastest->d2_begin + fastest->d2_end + 4.0 / 3.0 * bulge), 1e-9);
      const auto range = end.d2_range(fastest->d1_end);
      ASSERT_TRUE(range.has_value());
      EXPECT_GE(fastest->d2_end, range->low - 1e-7);
      EXPECT_LE(fastest->d2_end, range->high + 1e-7);
    }
  }
  if (!departures.empty() && departures[0].high - departures[0].low > 0.1) {
    EXPECT_GT(passed, 0);
  }
}

}  // namespace
}  // namespace globaldyn::inside::test
