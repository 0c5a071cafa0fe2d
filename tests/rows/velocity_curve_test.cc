// The speeds that rows allow at an end of a segment. Oracle: closed forms.
#include "globaldyn/plan/rows/velocity_curve.h"

#include <gtest/gtest.h>

#include "core/base/constants.h"

namespace globaldyn::inside::test {
namespace {

void add_even_side(GridSegment& segment, double a, double c, double d) {
  const int number = 2 * static_cast<int>(segment.sides.size()) + 1;
  segment.sides.push_back({{{a, a, a}}, {{c, c, c}}, {{d, d, d}}, {{1.0F, 1.0F, 1.0F}}, number});
}

double find_even_top(double a, double c) {
  GridSegment segment;
  segment.h = 1.0;
  add_even_side(segment, 1.0, -2e9, 0.0);
  add_even_side(segment, a, c, 1.0);
  add_even_side(segment, a, c, -1.0);
  return find_admissible_speeds(segment, SegmentEnd::begin).high;
}

// Half a billion times the x at which the steepest side alone is at its limit is no bound.
TEST(VelocityCurve, BoundsFarAwayAreNone) {
  EXPECT_NEAR(find_even_top(0.5, -1.0), 2.0, 1e-12);
  EXPECT_NEAR(find_even_top(1e-3, -3.5e5), 3.5e8, 1.0);
  EXPECT_EQ(find_even_top(1e-3, -7e5), kInfinity);
}

}  // namespace
}  // namespace globaldyn::inside::test
