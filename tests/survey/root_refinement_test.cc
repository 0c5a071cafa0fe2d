// Roots of what is measured, starting from those of a polynomial. Oracle: closed forms.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "globaldyn/survey/reversal_search.h"

namespace globaldyn::inside::test {
namespace {

// On [0, 1], p² and nothing else.
FittedCourse make_square() {
  // p = (1 + x) / 2, so that p² = 3 / 8 + x / 2 + T_2 / 8.
  return {0.0, 1.0, VectorXd{{0.375, 0.5, 0.125}}, 0.0};
}

// A root of third order is approached slowly, and given up after eight steps.
TEST(RootRefinement, TakesEightStepsAtMost) {
  int looks = 0;
  const Measure cube = [&](double p) {
    ++looks;
    return (p - 0.3) * (p - 0.3) * (p - 0.3);
  };
  const double found = refine_root(make_square(), 0.4, cube, 1e-13);
  EXPECT_EQ(looks, 9);
  EXPECT_NEAR(found, 0.3, 0.05);
}

// Of a simple root the first step leaves the square of the error, and two more all digits.
TEST(RootRefinement, EndsAtSimpleRootsWithinFiveLooks) {
  int looks = 0;
  const Measure square = [&](double p) {
    ++looks;
    return p * p - 0.25;
  };
  EXPECT_NEAR(refine_root(make_square(), 0.5 + 1e-4, square, 1e-13), 0.5, 1e-13);
  EXPECT_LE(looks, 5);
}

// Where the polynomial stands still, its slope is that of a ten-thousandth of the panel.
TEST(RootRefinement, StartsWithTheSlopeBesideThePlace) {
  std::vector<double> places;
  const Measure small = [&](double p) {
    places.push_back(p);
    return -1e-5;
  };
  EXPECT_EQ(refine_root(make_square(), 0.0, small, 1e-13), 0.0);
  ASSERT_EQ(places.size(), 2u);
  EXPECT_NEAR(places[1], 1e-5 / 1e-4, 1e-8);
}

}  // namespace
}  // namespace globaldyn::inside::test
