// Times along segments. Oracle: composite quadrature in a variable in which rest is regular.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "globaldyn/plan/segment_motion.h"

namespace globaldyn::test {
namespace {

// Simpson's rule in s = length sin²(a/2): regular where x vanishes at either end.
double integrate(const SegmentMotion& motion) {
  constexpr int kCount = 20000;
  const double step = std::acos(-1.0) / kCount;
  const auto value = [&](int i) {
    const double a = i * step;
    const double s = motion.length * std::pow(std::sin(0.5 * a), 2);
    const double rate = 0.5 * motion.length * std::sin(a);
    const double x = motion.x_at(s);
    if (x > 1e-13) return rate / std::sqrt(x);
    // Near rest x = 2 |d2| (distance to the end), and rate² = s (length - s).
    return std::sqrt(motion.length / (2.0 * std::abs(motion.d2_at(s))));
  };
  double sum = value(0) + value(kCount);
  for (int i = 1; i < kCount; ++i) sum += (i % 2 == 1 ? 4.0 : 2.0) * value(i);
  return sum * step / 3.0;
}

const SegmentMotion kMotions[] = {
    {1.0, 4.0, 0.0, 0.0, 0.0},                                    // constant speed
    {2.0, 1.0, 0.5, 0.5, 0.0},                                    // constant d2
    {2.0, 1.0, 0.5, 0.5 + 1e-9, 0.0}, {1.0, 1.0, 1.0, 3.0, 0.0},  // rising d2
    {1.0, 4.0, 1.0, -2.0, 0.0},                                   // falling d2
    {1.0, 0.0, 2.0, 1.0, 0.0},                                    // from rest
    {1.0, 0.0, 2.0, -2.0, 0.0},                                   // from rest to rest
    {1.0, 1.0, 1.0, 3.0, 0.02},                                   // with a bulge
    {1.0, 4.0, 1.0, -2.0, -0.05},     {0.5, 0.0, 2.0, 1.0, 0.03},
};

class SegmentMotions : public testing::TestWithParam<SegmentMotion> {};
INSTANTIATE_TEST_SUITE_P(All, SegmentMotions, testing::ValuesIn(kMotions));

TEST_P(SegmentMotions, TimeIsTheIntegralOfSlowness) {
  const SegmentMotion& motion = GetParam();
  // Quadrature: h⁴; the times' own: five Gauss points on something near 1.
  EXPECT_NEAR(motion.time_to(motion.length), integrate(motion), 1e-9);
}

TEST_P(SegmentMotions, DerivativeOfXIsTwiceD2) {
  const SegmentMotion& motion = GetParam();
  const double h = 1e-5 * motion.length;
  for (const double share : {0.1, 0.5, 0.9}) {
    const double s = share * motion.length;
    EXPECT_NEAR((motion.x_at(s + h) - motion.x_at(s - h)) / (2.0 * h), 2.0 * motion.d2_at(s), 1e-9);
  }
}

TEST_P(SegmentMotions, PlaceAtATimeIsWhereThatTimeEnds) {
  const SegmentMotion& motion = GetParam();
  const double time = motion.time_to(motion.length);
  for (const double share : {0.0, 0.2, 0.5, 0.8, 1.0}) {
    const double s = motion.s_at(share * time);
    EXPECT_NEAR(motion.time_to(s), share * time, 1e-7 * time) << share;
  }
}

TEST(SegmentMotion, RestsForever) {
  EXPECT_EQ((SegmentMotion{1.0, 0.0, 0.0, 0.0}.time_to(1.0)),
            std::numeric_limits<double>::infinity());
}

}  // namespace
}  // namespace globaldyn::test
