// Limits between samples: exact where they are polynomials, refused where they are not smooth.
#include "globaldyn/plan/sampled_limits.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

namespace globaldyn::test {
namespace {

constexpr double kSpacing = 0.1;
constexpr int kSamples = 41;  // up to p = 4

// Two rows with one preload; every coefficient follows f, each in its own size.
LimitSystem make_system(const std::function<double(double)>& f, double p, double high = 3.0) {
  LimitSystem system;
  system.redundancy = 1;
  for (int k = 0; k < 2; ++k) {
    LimitRow row;
    const double size = 1.0 + k;
    row.alpha = size * f(p);
    row.beta = 0.5 * size * f(p);
    row.gamma = 0.1 * size * f(p);
    row.delta = 2.0 * size * f(p);
    row.v = VectorXd::Constant(1, k == 0 ? 0.6 : 0.8);  // an orthonormal direction
    row.low = -2.0;
    row.high = high;
    system.rows.push_back(row);
  }
  return system;
}

SampledLimits sample(const std::function<double(double)>& f, double accuracy,
                     std::vector<double> breaks = {0.0, 4.0}) {
  SampledLimits limits(kSpacing, accuracy);
  for (int i = 0; i < kSamples; ++i) limits.add(make_system(f, kSpacing * i));
  limits.set_breaks(breaks);
  return limits;
}

double quintic(double p) {
  return 1.0 + p * (0.5 + p * (-0.3 + p * (0.2 + p * (-0.1 + 0.02 * p))));
}

// Its own interpolant; what it differs from a quartic by is far below the accuracy asked for.
TEST(SampledLimits, AreExactForPolynomialsOfTheFifthDegree) {
  const SampledLimits limits = sample(quintic, 1e-3);
  for (const double p : {0.0, 0.013, 0.25, 1.7777, 2.05, 3.96, 4.0}) {
    LimitSystem found;
    ASSERT_TRUE(limits.write(p, found)) << p;
    const LimitSystem expected = make_system(quintic, p);
    ASSERT_EQ(found.rows.size(), 2u);
    EXPECT_EQ(found.redundancy, 1);
    for (std::size_t k = 0; k < 2; ++k) {
      const LimitRow &a = found.rows[k], &b = expected.rows[k];
      // Sums of six terms of size 1 to 10.
      EXPECT_NEAR(a.alpha, b.alpha, 1e-13);
      EXPECT_NEAR(a.beta, b.beta, 1e-13);
      EXPECT_NEAR(a.gamma, b.gamma, 1e-13);
      EXPECT_NEAR(a.delta, b.delta, 1e-13);
      EXPECT_NEAR(std::abs(a.v(0)), b.v(0), 1e-13);
      EXPECT_EQ(a.low, -2.0);
      EXPECT_EQ(a.high, 3.0);
    }
  }
}

// Where it says yes it keeps what it promises: the error is at most the accuracy, of what is
// largest nearby.
TEST(SampledLimits, KeepTheirAccuracyOrSayNo) {
  for (const double rate : {0.5, 2.0, 5.0, 9.0, 20.0}) {
    const auto wave = [&](double p) { return 2.0 + std::sin(rate * p); };
    constexpr double kAccuracy = 1e-4;
    const SampledLimits limits = sample(wave, kAccuracy);
    int known = 0;
    for (int i = 0; i <= 400; ++i) {
      const double p = 0.01 * i;
      LimitSystem found;
      if (!limits.write(p, found)) continue;
      ++known;
      EXPECT_NEAR(found.rows[1].delta, make_system(wave, p).rows[1].delta,
                  2.0 * kAccuracy * 4.0 * 3.0)
          << rate << " " << p;
    }
    if (rate <= 2.0) {
      EXPECT_EQ(known, 401) << rate;
    }
    if (rate >= 20.0) {
      EXPECT_LT(known, 200) << rate;
    }
  }
}

// Samples on one side of a break say nothing of the other side.
TEST(SampledLimits, NothingIsCarriedAcrossABreak) {
  constexpr double kBreak = 2.03;
  const auto step = [](double p) { return p < kBreak ? 1.0 + 0.1 * p : 5.0 - 0.2 * p; };
  const SampledLimits told = sample(step, 1e-3, {0.0, kBreak, 4.0});
  for (const double p : {1.5, 1.99, 2.02, 2.04, 2.08, 2.5}) {
    LimitSystem found;
    ASSERT_TRUE(told.write(p, found)) << p;
    EXPECT_NEAR(found.rows[0].alpha, step(p), 1e-12) << p;
  }
  // Untold, it is seen to be rough.
  const SampledLimits untold = sample(step, 1e-3);
  LimitSystem found;
  EXPECT_FALSE(untold.write(2.02, found));
  EXPECT_TRUE(untold.write(1.2, found));
}

TEST(SampledLimits, OtherLimitsNearbyOrTooFewSamplesAreRefused) {
  SampledLimits limits(kSpacing, 1e-3);
  for (int i = 0; i < kSamples; ++i) {
    limits.add(make_system(quintic, kSpacing * i, i < 20 ? 3.0 : 2.5));
  }
  limits.set_breaks(std::vector{0.0, 4.0});
  LimitSystem found;
  EXPECT_TRUE(limits.write(1.0, found));
  EXPECT_EQ(found.rows[0].high, 3.0);
  EXPECT_FALSE(limits.write(1.95, found));
  EXPECT_TRUE(limits.write(3.0, found));
  EXPECT_EQ(found.rows[0].high, 2.5);
  SampledLimits few(kSpacing, 1e-3);
  for (int i = 0; i < 5; ++i) few.add(make_system(quintic, kSpacing * i));
  few.set_breaks(std::vector{0.0, 0.4});
  EXPECT_FALSE(few.write(0.2, found));
}

// A direction of the preload may be given as well the other way round.
TEST(SampledLimits, ThePreloadsDirectionMayTurnRound) {
  SampledLimits limits(kSpacing, 1e-3);
  for (int i = 0; i < kSamples; ++i) {
    LimitSystem system = make_system(quintic, kSpacing * i);
    if (i % 3 == 0) {
      for (LimitRow& row : system.rows) row.v = -row.v;
    }
    limits.add(system);
  }
  limits.set_breaks(std::vector{0.0, 4.0});
  LimitSystem found;
  ASSERT_TRUE(limits.write(1.234, found));
  EXPECT_NEAR(std::abs(found.rows[0].v(0)), 0.6, 1e-13);
  EXPECT_GT(found.rows[0].v(0) * found.rows[1].v(0), 0.0);
}

}  // namespace
}  // namespace globaldyn::test
