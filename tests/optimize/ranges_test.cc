#include "optimize/pareto/ranges.h"

#include <gtest/gtest.h>

namespace globaldyn::inside::test {
namespace {

// Three points of two objectives.
const Points kFront(2, {3.0, 5.0, 1.0, 5.0, 2.0, 5.0});

TEST(Ranges, RunOverAllFronts) {
  const std::vector<Points> fronts{kFront, Points(2), Points(2, {-1.0, 7.0})};
  const std::vector<Range> ranges = find_ranges(fronts);
  ASSERT_EQ(ranges.size(), 2u);
  EXPECT_EQ(ranges[0].least, -1.0);
  EXPECT_EQ(ranges[0].greatest, 3.0);
  EXPECT_EQ(ranges[1].length(), 2.0);
  EXPECT_EQ(ranges[1].scale(6.0), 0.5);
}

TEST(Ranges, OfWhatIsTheSameAllOverHaveNoLength) {
  const std::vector<Range> ranges = find_ranges(kFront);
  EXPECT_EQ(ranges[1].length(), 0.0);
  EXPECT_EQ(ranges[1].scale(5.0), 0.0);
  EXPECT_EQ(find_ranges(Points(3)).at(2).length(), 0.0);
}

TEST(Ranges, TheLeastIsTheFirstOfEqualOnes) {
  EXPECT_EQ(find_least(kFront, 0), 1u);
  EXPECT_EQ(find_least(kFront, 1), 0u);
}

}  // namespace
}  // namespace globaldyn::inside::test
