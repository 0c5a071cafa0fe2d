// Motions that come to rest where doubles cannot represent it. Oracle: closed forms; the same
// motion backwards, which starts with x = 0 exactly.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "globaldyn/plan/segment_motion.h"
#include "tests/rows/function_field.h"

namespace globaldyn::inside::test {
namespace {

// Relative error of times: a few roundings of the input and of the closed form.
constexpr double kExact = 1e-14;

class RandomMotions {
 public:
  double size() { return std::pow(10.0, uniform(-6.0, 6.0)); }
  double uniform(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random_);
  }
  // A neighbour of x, up to three doubles away.
  double stir(double x) {
    const int steps = static_cast<int>(uniform(-4.0, 4.0));
    for (int i = 0; i < std::abs(steps); ++i) {
      x = std::nextafter(x, steps > 0 ? kInfinity : -kInfinity);
    }
    return x;
  }

 private:
  std::mt19937_64 random_{3};
};

// More than rounding errors is not rest: the time is that with the speed at the end, and a motion
// that would stop before the end never gets there.
TEST(MotionsToRest, WhatIsMoreThanRoundOffIsNoRest) {
  for (const double left : {1e-12, 1e-9, 1e-3}) {
    const double length = 0.7, push = 3.0;
    const double x = 2.0 * push * length / (1.0 - left);
    const SegmentMotion motion{length, x, -push, -push, 0.0};
    const double end = x * left, time = 2.0 * length / (std::sqrt(x) + std::sqrt(end));
    // The speed at the end is what is left of x, itself wrong by 1e-16 of x.
    EXPECT_NEAR(motion.time_to(length), time, time * 4e-16 / std::sqrt(left) + kExact * time);
  }
  const SegmentMotion short_of{0.7, 2.0 * 3.0 * 0.7 * 0.99, -3.0, -3.0, 0.0};
  EXPECT_EQ(short_of.time_to(0.7), kInfinity);
}

// A plan of a mass whose rows are exact is exact, too, however long and heavy it is.
TEST(MotionsToRest, PlansOnALine) {
  RandomMotions motions;
  for (int n = 0; n < 300; ++n) {
    const double length = motions.size(), mass = motions.size(), force = motions.size();
    FunctionField field{{{0.0, length}}, 1, true, [=](std::size_t, double, RowsAt& at) {
                          at.d[0] = mass;
                          at.low[0] = -force;
                          at.high[0] = force;
                        }};
    const Plan plan = plan_to_rest(field, 1e-6);
    ASSERT_EQ(plan.status, PlanStatus::optimal) << n;
    const double time = 2.0 * std::sqrt(length * mass / force);
    EXPECT_NEAR(plan.time, time, 2.0 * kExact * time) << n;
    EXPECT_NEAR(plan.time_lower, time, 2.0 * kExact * time) << n;
  }
}

}  // namespace
}  // namespace globaldyn::inside::test
