// How far motions get, and with which speeds. Oracles: closed forms of a mass under a constant
// load, and of one under a load that grows.
#include "globaldyn/plan/rows/row_passage.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/rows/function_field.h"

namespace globaldyn::inside::test {
namespace {

constexpr double kWayLength = 2.0, kPlaceFound = 1e-7 * kWayLength, kSpeedFound = 1e-5;
constexpr std::size_t kPassageWork = 100'000'000;

// load(part, p) + u, between -1 and 1, in two parts.
template <class Load>
FunctionField make_loaded(const Load& load) {
  return {{{0.0, 0.5}, {0.5, kWayLength}}, 1, true, [load](std::size_t part, double p, RowsAt& at) {
            at.c[0] = load(part, p);
            at.d[0] = 1.0;
            at.low[0] = -1.0;
            at.high[0] = 1.0;
          }};
}

RowPassage make_passage(FunctionField& field, double x_begin, std::size_t work = kPassageWork) {
  PlanOptions options;
  options.gates = {{0.0, x_begin, x_begin}, {kWayLength, 0.0, 0.0}};
  return {field, options, work};
}

// Under 3 it loses between 4 and 8 of x per p: from x = 6 it gets to 1.5; the end at rest is
// reached from 4 to 8 times the distance left.
TEST(RowPassages, UnderAConstantLoad) {
  FunctionField field = make_loaded([](std::size_t, double) { return 3.0; });
  RowPassage passage = make_passage(field, 6.0);
  EXPECT_FALSE(passage.is_open());
  const double reach = passage.find_reach();
  EXPECT_LE(reach, 1.5);
  EXPECT_NEAR(reach, 1.5, kPlaceFound);
  const auto at_one = passage.find_speeds_at(0.7);
  ASSERT_TRUE(at_one.has_value());
  EXPECT_NEAR(at_one->low, std::sqrt(6.0 - 8.0 * 0.7), kSpeedFound);
  EXPECT_NEAR(at_one->high, std::sqrt(6.0 - 4.0 * 0.7), kSpeedFound);
  EXPECT_FALSE(passage.find_speeds_at(1.6).has_value());
  const auto rest = passage.find_rest();
  ASSERT_TRUE(rest.has_value());
  EXPECT_EQ(*rest, 0.0);
  const auto from = passage.find_speeds_from(1.2);
  ASSERT_TRUE(from.has_value());
  EXPECT_NEAR(from->low, std::sqrt(4.0 * 0.8), kSpeedFound);
  EXPECT_NEAR(from->high, std::sqrt(8.0 * 0.8), kSpeedFound);
  EXPECT_TRUE(make_passage(field, 12.0).is_open());
}

// It is driven on at the end: no rest there, wherever it comes from.
TEST(RowPassages, ThereMayBeNoWayToTheEnd) {
  FunctionField field =
      make_loaded([](std::size_t part, double) { return part == 0 ? 0.0 : -3.0; });
  RowPassage passage = make_passage(field, 0.0);
  EXPECT_EQ(passage.find_reach(), kWayLength);
  EXPECT_FALSE(passage.find_rest().has_value());
  EXPECT_FALSE(passage.find_speeds_from(1.0).has_value());
}

// Under 2 p: x' = 2 - 4 p at best, so that from rest x = 2 p - 2 p² gets to 1.
TEST(RowPassages, UnderALoadThatGrows) {
  FunctionField field = make_loaded([](std::size_t, double p) { return 2.0 * p; });
  RowPassage passage = make_passage(field, 0.0);
  EXPECT_NEAR(passage.find_reach(), 1.0, kPlaceFound);
  const auto at_half = passage.find_speeds_at(0.5);
  ASSERT_TRUE(at_half.has_value());
  EXPECT_NEAR(at_half->high, std::sqrt(0.5), kSpeedFound);
  EXPECT_EQ(at_half->low, 0.0);
}

// Without work there is no answer: that counts as no.
TEST(RowPassages, WorkIsBounded) {
  FunctionField field = make_loaded([](std::size_t, double) { return 0.0; });
  RowPassage passage = make_passage(field, 0.0, 2000);
  for (int k = 0; k < 100; ++k) (void)passage.find_speeds_at(1.0);
  EXPECT_EQ(passage.work_left(), 0u);
  EXPECT_FALSE(passage.is_open());
}

}  // namespace
}  // namespace globaldyn::inside::test
