// Comparisons of fronts in cases counted by hand.
#include "optimize/pareto/compare_fronts.h"

#include <gtest/gtest.h>

namespace globaldyn::inside::test {
namespace {

TEST(Coverage, CountsDominatedAndEqualPoints) {
  const Points first(2, {0.0, 4.0, 1.0, 1.0});
  const Points second(2, {0.0, 4.0, 1.0, 2.0, 0.5, 2.0, 3.0, 0.5});
  EXPECT_DOUBLE_EQ(calc_coverage(first, second), 0.5);  // the first two
  EXPECT_DOUBLE_EQ(calc_coverage(second, first), 0.5);  // the equal one
  EXPECT_DOUBLE_EQ(calc_coverage(second, second), 1.0);
  EXPECT_DOUBLE_EQ(calc_coverage(first, Points(2)), 0.0);
  EXPECT_DOUBLE_EQ(calc_coverage(Points(2), first), 0.0);
}

// A front of two corners, and a single point in the middle of the box they span.
TEST(CommonHypervolume, IsInTheBoxOfAllFronts) {
  const std::vector<double> volumes =
      calc_common_hypervolumes({Points(2, {10.0, 300.0, 30.0, 100.0}), Points(2, {20.0, 200.0})});
  EXPECT_NEAR(volumes[0], 2 * 1.1 * 0.1 - 0.1 * 0.1, 1e-15);
  EXPECT_NEAR(volumes[1], 0.6 * 0.6, 1e-15);
}

TEST(CommonHypervolume, DoesNotDependOnUnits) {
  const std::vector<double> metres =
      calc_common_hypervolumes({Points(2, {1.0, 5.0, 2.0, 3.0}), Points(2, {1.5, 4.5, 4.0, 1.0})});
  const std::vector<double> others = calc_common_hypervolumes(
      {Points(2, {1000.0, 25.0, 2000.0, 23.0}), Points(2, {1500.0, 24.5, 4000.0, 21.0})});
  ASSERT_EQ(metres.size(), 2u);
  for (std::size_t i = 0; i < 2; ++i) EXPECT_NEAR(metres[i], others[i], 1e-14);
}

// An objective that is the same for all has no meaning and must not cause a division by 0.
TEST(CommonHypervolume, AnObjectiveThatIsTheSameCountsAsTheBest) {
  const std::vector<double> volumes =
      calc_common_hypervolumes({Points(2, {1.0, 7.0}), Points(2, {2.0, 7.0})});
  EXPECT_NEAR(volumes[0], 1.1 * 1.1, 1e-15);
  EXPECT_NEAR(volumes[1], 0.1 * 1.1, 1e-15);
}

}  // namespace
}  // namespace globaldyn::inside::test
