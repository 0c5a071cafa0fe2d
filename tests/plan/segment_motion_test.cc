// Times along segments. Oracle: quadrature in 50 digits of the very cubic that the doubles stand
// for, from one extremum of x to the next, in terms of distances from these: tanh-sinh, for which
// roots at the ends are regular.
#include "globaldyn/plan/segment_motion.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <boost/math/quadrature/tanh_sinh.hpp>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cmath>
#include <limits>
#include <optional>
#include <random>
#include <vector>

namespace globaldyn::inside::test {
namespace {

using Long = boost::multiprecision::cpp_bin_float_50;
using Taylor = std::array<Long, 4>;

constexpr double kForever = std::numeric_limits<double>::infinity();

// In u = s / length.
Taylor expand(const SegmentMotion& m) {
  const Long length = m.length, begin = m.d2_begin, end = m.d2_end, bulge = m.bulge;
  return {m.x_begin, 2 * begin * length, (end - begin + 4 * bulge) * length,
          -8 * bulge * length / 3};
}

Taylor shift(const Taylor& c, const Long& u) {
  return {((c[3] * u + c[2]) * u + c[1]) * u + c[0], (3 * c[3] * u + 2 * c[2]) * u + c[1],
          3 * c[3] * u + c[2], c[3]};
}

Long evaluate(const Taylor& c, const Long& u) {
  return ((c[3] * u + c[2]) * u + c[1]) * u + c[0];
}

std::vector<Long> list_extremes(const Taylor& c) {
  std::vector<Long> found;
  const Long a = 3 * c[3];
  const Long& b = c[2];
  const Long d = b * b - a * c[1];
  if (d < 0) return found;
  const Long q = -(b + (b < 0 ? -sqrt(d) : sqrt(d)));
  if (a != 0) found.push_back(q / a);
  if (q != 0) found.push_back(c[1] / q);
  std::sort(found.begin(), found.end());
  return found;
}

// Where x vanishes between two points of different sign.
Long find_root(const Taylor& c, Long positive, Long negative) {
  for (int i = 0; i < 180; ++i) {
    const Long middle = (positive + negative) / 2;
    (evaluate(c, middle) > 0 ? positive : negative) = middle;
  }
  return (positive + negative) / 2;
}

Long integrate_part(const Taylor& c, const Long& from, const Long& to) {
  static boost::math::quadrature::tanh_sinh<Long> rule(9);
  Taylor left = shift(c, from), right = shift(c, to);
  const Long tiny = 1e-45L * (abs(c[0]) + abs(c[1]) + abs(c[2]) + abs(c[3]));
  if (abs(left[0]) < tiny) left[0] = 0;
  if (abs(right[0]) < tiny) right[0] = 0;
  const auto slowness = [&](const Long&, const Long& beyond) -> Long {
    const Long x = beyond < 0 ? evaluate(left, -beyond) : evaluate(right, -beyond);
    return 1 / sqrt(x);
  };
  // The error is about the square of the change between levels, which is the stopping criterion.
  return rule.integrate(slowness, from, to, Long(1e-14L));
}

// Nothing if x vanishes on the way, other than by rounding errors at its end.
std::optional<double> integrate(const SegmentMotion& motion, double s) {
  const Long share = Long(s) / Long(motion.length);
  const Taylor c = expand(motion);
  std::vector<Long> ends{0};
  for (const Long& u : list_extremes(c)) {
    if (u > 0 && u < share) ends.push_back(u);
  }
  ends.push_back(share);
  for (std::size_t i = 1; i + 1 < ends.size(); ++i) {
    if (evaluate(c, ends[i]) <= 0) return std::nullopt;
  }
  if (evaluate(c, ends.back()) < 0) {
    ends.back() = find_root(c, ends[ends.size() - 2], ends.back());
    if (ends.back() < share * 0.999) return std::nullopt;
  }
  Long sum = 0;
  for (std::size_t i = 0; i + 1 < ends.size(); ++i) {
    sum += integrate_part(c, ends[i], ends[i + 1]);
  }
  return static_cast<double>(sum * motion.length);
}

// d2_end such that x is `x_end` at the end, up to rounding errors.
SegmentMotion make_ending(double length, double x_begin, double d2_begin, double bulge,
                          double x_end) {
  const double d2_end = (x_end - x_begin) / length - d2_begin - kRiseByBulge * bulge;
  return {length, x_begin, d2_begin, d2_end, bulge};
}

// x = k ((u - at)² + gap) (1 + tilt u).
SegmentMotion make_touching(double length, double k, double at, double gap, double tilt) {
  const double c0 = k * (at * at + gap), c3 = k * tilt;
  const double c1 = k * (-2.0 * at) + c0 * tilt, c2 = k * (1.0 - 2.0 * at * tilt);
  const double bulge = -3.0 / 8.0 * c3 / length, d2_begin = 0.5 * c1 / length;
  return {length, c0, d2_begin, c2 / length + d2_begin - 4.0 * bulge, bulge};
}

// All shapes in turn: of all sizes, at rest at one end, the other or both, and nearly so inside.
class Motions {
 public:
  SegmentMotion draw() {
    const double length = std::pow(10.0, between(-6.0, 2.0));
    const double size = std::pow(10.0, count_ % 2 == 0 ? between(-2.0, 2.0) : between(-90.0, 90.0));
    const double d2 = size / length, bulge = between(-1.0, 1.0) * d2;
    switch (count_++ % 6) {
      case 0:
        return {length, size, between(-1.0, 1.0) * d2, between(-1.0, 1.0) * d2, bulge};
      case 1:
        return {length, 0.0, between(0.0, 1.0) * d2, between(-1.0, 1.0) * d2, bulge};
      case 2:
        return make_ending(length, size, between(-1.5, 1.0) * d2, bulge, 0.0);
      case 3:
        return make_ending(length, 0.0, between(0.0, 1.0) * d2, bulge, 0.0);
      case 4:
        return make_ending(length, size, between(-1.5, 1.0) * d2, bulge,
                           std::pow(10.0, between(-20.0, 0.0)) * size);
      default:
        return make_touching(length, size, between(0.0, 1.0), std::pow(10.0, between(-13.0, 0.0)),
                             between(-0.9, 3.0));
    }
  }

  double between(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(generator_);
  }

 private:
  std::mt19937_64 generator_{20261122};
  std::size_t count_{0};
};

// Rounding errors of some ten operations per piece, and few pieces.
constexpr double kRoundOff = 1e-14;

TEST(SegmentMotion, TimeIsTheIntegralOfSlowness) {
  Motions motions;
  int count = 0;
  for (int i = 0; i < 600; ++i) {
    const SegmentMotion motion = motions.draw();
    const auto time = integrate(motion, motion.length);
    if (!time) continue;
    ++count;
    ASSERT_NEAR(motion.time_to(motion.length) / *time, 1.0, kRoundOff) << i;
  }
  EXPECT_GT(count, 400);
}

TEST(SegmentMotion, TimesToPointsWithinAreIntegralsAsWell) {
  Motions motions;
  for (int i = 0; i < 400; ++i) {
    const SegmentMotion motion = motions.draw();
    const double s = motions.between(0.0, 1.0) * motion.length;
    const auto time = integrate(motion, s);
    if (!time || std::isinf(motion.time_to(motion.length))) continue;
    ASSERT_NEAR(motion.time_to(s) / *time, 1.0, kRoundOff) << i;
  }
}

TEST(SegmentMotion, HasClosedForms) {
  const double pi = std::acos(-1.0);
  EXPECT_NEAR((SegmentMotion{1.0, 4.0, 0.0, 0.0, 0.0}.time_to(1.0)), 0.5, 3e-16);
  // x = 4 s (1 - s); of this d2 the double is exact.
  EXPECT_NEAR((SegmentMotion{1.0, 0.0, 2.0, -2.0, 0.0}.time_to(1.0)), 0.5 * pi, 4e-16 * pi);
  // x = s² + 1.
  EXPECT_NEAR((SegmentMotion{1.0, 1.0, 0.0, 1.0, 0.0}.time_to(1.0)), std::asinh(1.0), 2e-15);
  // From rest to rest at constant d2 up and down again.
  EXPECT_NEAR((SegmentMotion{2.0, 0.0, 1.0, 1.0, 0.0}.time_to(2.0)), 2.0, 1e-15);
  EXPECT_NEAR((SegmentMotion{2.0, 4.0, -1.0, -1.0, 0.0}.time_to(2.0)), 2.0, 1e-15);
}

TEST(SegmentMotion, DerivativeOfXIsTwiceD2) {
  const SegmentMotion motion{1.0, 4.0, 1.0, -2.0, -0.05};
  const double h = 1e-5;  // of a cubic: h² times its third derivative, and round-off / h
  for (const double s : {0.1, 0.5, 0.9}) {
    EXPECT_NEAR((motion.x_at(s + h) - motion.x_at(s - h)) / (2.0 * h), 2.0 * motion.d2_at(s), 1e-9);
  }
}

// The place at the time to s is s, except where the motion is slow and the rounding error of the
// time matters more than that of the place: a motion at x moves by sqrt(x) times the time's error.
TEST(SegmentMotion, PlaceAtATimeIsWhereThatTimeEnds) {
  Motions motions;
  for (int i = 0; i < 20000; ++i) {
    const SegmentMotion motion = motions.draw();
    const double time = motion.time_to(motion.length);
    if (std::isinf(time)) continue;
    const double s = motions.between(0.0, 1.0) * motion.length, t = motion.time_to(s);
    const double speed = std::sqrt(std::max(0.0, motion.x_at(s)));
    ASSERT_NEAR(motion.s_at(t), s, kRoundOff * (motion.length + speed * time)) << i;
  }
}

TEST(SegmentMotion, BeginsAndEndsExactlyAndNeverTurnsBack) {
  Motions motions;
  for (int i = 0; i < 3000; ++i) {
    const SegmentMotion motion = motions.draw();
    const double time = motion.time_to(motion.length);
    if (std::isinf(time)) continue;
    ASSERT_EQ(motion.s_at(0.0), 0.0);
    ASSERT_EQ(motion.s_at(time), motion.length) << i;
    ASSERT_EQ(motion.s_at(1.1 * time), motion.length);
    constexpr int kCount = 100;
    for (int k = 0; k < kCount; ++k) {
      ASSERT_LE(motion.s_at(time * k / kCount), motion.s_at(time * (k + 1) / kCount)) << i;
    }
  }
}

// From rest s grows with t²: small s must be accurate, too.
TEST(SegmentMotion, LeavesRestByTheSquareOfTime) {
  const SegmentMotion motion{1.0, 0.0, 2.0, -1.0, 0.3};
  for (const double t : {1e-3, 1e-6, 1e-9, 1e-100}) {
    // d2 changes by a share of s: t² less than 1.
    EXPECT_NEAR(motion.s_at(t) / (t * t), 1.0, t * t + 1e-15) << t;
  }
}

// Different descriptions of the same motion, in numbers for which everything is exact.
TEST(SegmentMotion, IsTheSameInPartsAndBackwards) {
  std::mt19937_64 generator(7);
  std::uniform_int_distribution<int> whole(-64, 64);
  int count = 0;
  for (int i = 0; i < 5000; ++i) {
    // Bulges that 8 / 3 leaves exact.
    const SegmentMotion motion{8.0, std::abs(whole(generator)) * 64.0, whole(generator) * 1.0,
                               whole(generator) * 1.0, whole(generator) * 0.75};
    const double both = motion.d2_begin + motion.d2_end, third = motion.bulge / 0.75;
    const double x_end = motion.x_begin + 8.0 * both + 8.0 * third;
    const double x_half =
        motion.x_begin + 6.0 * motion.d2_begin + 2.0 * motion.d2_end + 4.0 * third;
    const double d2_half = 0.5 * both + motion.bulge;
    const double time = motion.time_to(8.0);
    if (std::isinf(time) || x_end < 0.0) continue;
    ++count;
    const SegmentMotion back{8.0, x_end, -motion.d2_end, -motion.d2_begin, -motion.bulge};
    ASSERT_NEAR(back.time_to(8.0), time, kRoundOff * time) << i;
    const SegmentMotion first{4.0, motion.x_begin, motion.d2_begin, d2_half, 0.25 * motion.bulge};
    const SegmentMotion second{4.0, x_half, d2_half, motion.d2_end, 0.25 * motion.bulge};
    ASSERT_NEAR(first.time_to(4.0) + second.time_to(4.0), time, kRoundOff * time) << i;
    ASSERT_NEAR(first.time_to(4.0), motion.time_to(4.0), kRoundOff * time) << i;
  }
  EXPECT_GT(count, 400);
}

TEST(SegmentMotion, NeverGetsThroughRestOrBeyond) {
  EXPECT_EQ((SegmentMotion{1.0, 0.0, 0.0, 0.0}.time_to(1.0)), kForever);    // rests
  EXPECT_EQ((SegmentMotion{1.0, 0.0, 0.0, 1.0}.time_to(1.0)), kForever);    // x = s²
  EXPECT_EQ((SegmentMotion{1.0, 1.0, -1.0, 0.0}.time_to(1.0)), kForever);   // x = (1 - s)²
  EXPECT_EQ((SegmentMotion{1.0, 0.25, -1.0, 1.0}.time_to(1.0)), kForever);  // x = (s - 1/2)² … 2
  EXPECT_EQ((SegmentMotion{1.0, 1.0, -4.0, 4.0}.time_to(1.0)), kForever);   // below zero
  EXPECT_EQ((SegmentMotion{1.0, 1.0, -1.0, -1.0}.time_to(1.0)), kForever);  // for half of it
  const double nan = std::nan("");
  EXPECT_EQ((SegmentMotion{1.0, 1.0, nan, 0.0}.time_to(1.0)), kForever);
  EXPECT_EQ((SegmentMotion{1.0, kForever, -kForever, 0.0}.time_to(1.0)), kForever);
}

// x below zero by rounding errors at an end counts as rest there.
TEST(SegmentMotion, RestsWhereRoundOffGoesBelowZero) {
  const double tiny = 1e-15;
  const SegmentMotion to_rest{1.0, 2.0 - tiny, -1.0, -1.0, 0.0};
  // x = 2 (1 - s) - tiny.
  EXPECT_NEAR(to_rest.time_to(1.0), std::sqrt(2.0 - tiny), 1e-15);
  const SegmentMotion from_rest{1.0, 0.0, -tiny, 2.0, 0.0};
  // x = 2 s² - 2 tiny s: from s = tiny on.
  EXPECT_NEAR(from_rest.time_to(1.0), std::acosh(2.0 / tiny - 1.0) / std::sqrt(2.0), 1e-12);
  EXPECT_NEAR(from_rest.s_at(0.5 * from_rest.time_to(1.0)), 0.0, 1e-6);
  EXPECT_EQ(from_rest.s_at(from_rest.time_to(1.0)), 1.0);
}

}  // namespace
}  // namespace globaldyn::inside::test
