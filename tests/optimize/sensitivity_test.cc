// Elementary effects and Sobol indices against closed forms.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <numbers>
#include <vector>

#include "optimize/random/random_stream.h"
#include "optimize/sampling/morris.h"
#include "optimize/sampling/sample_statistics.h"
#include "optimize/sampling/sobol_indices.h"

namespace globaldyn::inside {
namespace {

using Kind = DesignVariable::Kind;
using Function = std::function<std::vector<double>(const Design& x)>;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

DesignSpace make_cube(std::size_t size, double low = 0.0, double high = 1.0) {
  DesignSpace space;
  space.variables.resize(size, {"x", Kind::continuous, low, high});
  return space;
}

DesignSpace make_lopsided_space() {
  return {{{"length", Kind::continuous, -1.0, 3.0},
           {"fixed", Kind::continuous, 5.0, 5.0},
           {"stiffness", Kind::continuous, 1.0, 1e4, true},
           {"teeth", Kind::integer, 10.0, 14.0},
           {"motor", Kind::categorical, 0.0, 1.0}}};
}

StudyOutputs evaluate(const std::vector<Design>& designs, const Function& function) {
  StudyOutputs outputs;
  for (const Design& design : designs) outputs.push_back(function(design));
  return outputs;
}

TEST(MorrisPlan, ChangesEachVariableOnceInAWalk) {
  const DesignSpace space = make_lopsided_space();
  for (const std::size_t levels : {2u, 4u, 10u}) {
    const MorrisPlan plan = make_morris_plan(space, {30, levels, 2});
    EXPECT_EQ(plan.steps, 4u);
    ASSERT_EQ(plan.designs.size(), 30u * 5);
    ASSERT_EQ(plan.changed.size(), 30u * 4);
    std::map<std::vector<std::size_t>, int> orders;
    for (std::size_t walk = 0; walk < 30; ++walk) {
      std::vector<std::size_t> order;
      for (std::size_t step = 0; step < 4; ++step) {
        const Design& before = plan.designs[walk * 5 + step];
        const Design& after = plan.designs[walk * 5 + step + 1];
        order.push_back(plan.changed[walk * 4 + step]);
        for (std::size_t i = 0; i < space.size(); ++i) {
          EXPECT_EQ(before[i] != after[i], i == order.back())
              << levels << " levels, variable " << i;
        }
      }
      ++orders[order];
      std::ranges::sort(order);
      EXPECT_EQ(order, (std::vector<std::size_t>{0, 2, 3, 4}));
    }
    EXPECT_GT(orders.size(), 10u);  // of 24
  }
}

// Every step from one level to the one half the number of levels away occurs as often as any other.
TEST(MorrisPlan, TakesAllStepsEquallyOften) {
  const MorrisPlan plan = make_morris_plan(make_cube(3), {40, 4, 2});
  for (std::size_t i = 0; i < 3; ++i) {
    std::map<std::pair<double, double>, int> steps;
    for (std::size_t k = 0; k < plan.changed.size(); ++k) {
      if (plan.changed[k] != i) continue;
      const std::size_t before = k / 3 * 4 + k % 3;
      ++steps[{plan.designs[before][i], plan.designs[before + 1][i]}];
    }
    const std::map<std::pair<double, double>, int> expected{{{0.0, 2.0 / 3.0}, 10},
                                                            {{1.0 / 3.0, 1.0}, 10},
                                                            {{2.0 / 3.0, 0.0}, 10},
                                                            {{1.0, 1.0 / 3.0}, 10}};
    EXPECT_EQ(steps, expected);
  }
}

TEST(MorrisPlan, IsReproducibleAndSeeded) {
  const DesignSpace space = make_lopsided_space();
  EXPECT_EQ(make_morris_plan(space, {}).designs, make_morris_plan(space, {}).designs);
  EXPECT_NE(make_morris_plan(space, {20, 4, 1}).designs,
            make_morris_plan(space, {20, 4, 2}).designs);
}

// An additive function, linear in each variable's scale: all effects of a variable are the same,
// its effect over its whole range.
TEST(ElementaryEffects, OfAdditiveFunctionsAreSlopes) {
  const DesignSpace space = make_lopsided_space();
  const MorrisPlan plan = make_morris_plan(space, {});
  const auto effects = calc_elementary_effects(
      space, plan, evaluate(plan.designs, [](const Design& x) {
        return std::vector{3.0 * x[0] - 2.0 * std::log10(x[2]) + 0.5 * x[3] + 7.0 * x[4], x[3]};
      }));
  ASSERT_EQ(effects.size(), 2u);
  const double expected[] = {12.0, 0.0, -8.0, 2.0};
  for (const std::size_t i : {0u, 2u, 3u}) {
    const ElementaryEffects& effect = effects[0][i];
    EXPECT_EQ(effect.count, 20u);
    EXPECT_EQ(effect.left_out, 0u);
    // Some ten operations with numbers up to 30, divided by steps of half a range.
    EXPECT_NEAR(effect.mean, expected[i], 1e-12);
    EXPECT_NEAR(effect.mean_absolute, std::abs(expected[i]), 1e-12);
    EXPECT_NEAR(effect.deviation, 0.0, 1e-12);
    EXPECT_NEAR(effects[1][i].mean, i == 3 ? 4.0 : 0.0, 1e-12);
  }
  // A change of the motor counts as one whole step in either direction: half of them upwards.
  EXPECT_NEAR(effects[0][4].mean_absolute, 7.0, 1e-12);
  EXPECT_NEAR(effects[0][4].mean, 0.0, 1e-12);
  // The fixed variable was not studied.
  EXPECT_EQ(effects[0][1].count, 0u);
  EXPECT_TRUE(std::isnan(effects[0][1].mean_absolute));
}

// x² on 4 levels: effects 0 + 2/3 and 1/3 + 1, equally often. (x - 1/2)²: -1/3 and 1/3.
TEST(ElementaryEffects, OfSquares) {
  const MorrisPlan plan = make_morris_plan(make_cube(2), {});
  const auto effects =
      calc_elementary_effects(make_cube(2), plan, evaluate(plan.designs, [](const Design& x) {
                                return std::vector{x[0] * x[0] + (x[1] - 0.5) * (x[1] - 0.5)};
                              }))[0];
  const double deviation = std::sqrt(20.0 / 19.0) / 3.0;
  EXPECT_NEAR(effects[0].mean, 1.0, 1e-14);
  EXPECT_NEAR(effects[0].mean_absolute, 1.0, 1e-14);
  EXPECT_NEAR(effects[0].deviation, deviation, 1e-14);
  EXPECT_NEAR(effects[1].mean, 0.0, 1e-14);
  EXPECT_NEAR(effects[1].mean_absolute, 1.0 / 3.0, 1e-14);
  EXPECT_NEAR(effects[1].deviation, deviation, 1e-14);
}

// Sobol's g is a product of factors g_i = (|4 x_i - 2| + a_i) / (1 + a_i) of mean 1. On 4 levels
// |4x - 2| is 2, 2/3, 2/3, 2, so that the effect of x_i is ± 2 / (1 + a_i) times the other factors.
// These have mean (4/3 + a) / (1 + a) on the grid. mu* is the product, up to sampling errors.
TEST(ElementaryEffects, OfSobolsFunction) {
  const std::vector<double> a{0.0, 1.0, 4.5, 9.0};
  constexpr std::size_t kWalks = 4000;
  const MorrisPlan plan = make_morris_plan(make_cube(4), {kWalks});
  const auto effects =
      calc_elementary_effects(make_cube(4), plan, evaluate(plan.designs, [&](const Design& x) {
                                double product = 1.0;
                                for (std::size_t i = 0; i < 4; ++i) {
                                  product *= (std::abs(4.0 * x[i] - 2.0) + a[i]) / (1.0 + a[i]);
                                }
                                return std::vector{product};
                              }))[0];
  for (std::size_t i = 0; i < 4; ++i) {
    double expected = 2.0 / (1.0 + a[i]);
    for (std::size_t j = 0; j < 4; ++j) {
      if (j != i) expected *= (4.0 / 3.0 + a[j]) / (1.0 + a[j]);
    }
    // Effects of both signs are equally large, so |effect| deviates less than the effect; five
    // standard errors.
    EXPECT_NEAR(effects[i].mean_absolute, expected, 5.0 * effects[i].deviation / std::sqrt(kWalks));
    EXPECT_NEAR(effects[i].mean, 0.0, 5.0 * effects[i].deviation / std::sqrt(kWalks));
  }
}

// Outputs that do not exist where x_0 is at its lowest, and those that were not computed.
TEST(ElementaryEffects, LeaveOutWhatDoesNotExist) {
  const DesignSpace space = make_cube(3);
  const MorrisPlan plan = make_morris_plan(space, {40, 4, 5});
  StudyOutputs outputs = evaluate(plan.designs, [](const Design& x) {
    return std::vector{x[0] == 0.0 ? kNan : x[0] * x[0] + 4.0 * x[1], x[2]};
  });
  const auto effects = calc_elementary_effects(space, plan, outputs);
  // Half of the steps of x_0 start or end there; those from 1/3 to 1 and back remain, with 4/3.
  EXPECT_EQ(effects[0][0].count, 20u);
  EXPECT_EQ(effects[0][0].left_out, 20u);
  EXPECT_NEAR(effects[0][0].mean, 4.0 / 3.0, 1e-14);
  EXPECT_NEAR(effects[0][0].deviation, 0.0, 1e-14);
  EXPECT_EQ(effects[0][1].count + effects[0][1].left_out, 40u);
  EXPECT_GT(effects[0][1].left_out, 0u);
  EXPECT_NEAR(effects[0][1].mean, 4.0, 1e-14);
  EXPECT_EQ(effects[1][2].count, 40u);  // the other output exists everywhere

  outputs[0].clear();   // the first step of the first walk
  outputs.resize(158);  // the last two steps of the last one
  const auto less = calc_elementary_effects(space, plan, outputs)[1];
  EXPECT_EQ(less[0].left_out + less[1].left_out + less[2].left_out, 3u);
  EXPECT_EQ(less[0].count + less[1].count + less[2].count, 117u);

  for (std::vector<double>& row : outputs) row = {kNan};
  const ElementaryEffects nothing = calc_elementary_effects(space, plan, outputs)[0][0];
  EXPECT_EQ(nothing.count, 0u);
  EXPECT_TRUE(std::isnan(nothing.mean) && std::isnan(nothing.deviation));
}

TEST(SobolPlan, MixesTwoDesignsInEachRow) {
  const DesignSpace space = make_lopsided_space();
  const SobolPlan plan = make_sobol_plan(space, {64, 1});
  EXPECT_EQ(plan.varied, (std::vector<std::size_t>{0, 2, 3, 4}));
  ASSERT_EQ(plan.designs.size(), 64u * 6);
  for (std::size_t row = 0; row < 64; ++row) {
    const Design &a = plan.designs[row * 6], &b = plan.designs[row * 6 + 1];
    EXPECT_EQ(a[1], 5.0);
    EXPECT_EQ(b[1], 5.0);
    for (std::size_t k = 0; k < 4; ++k) {
      Design mixed = a;
      mixed[plan.varied[k]] = b[plan.varied[k]];
      EXPECT_EQ(plan.designs[row * 6 + 2 + k], mixed);
    }
  }
  EXPECT_NE(plan.designs, make_sobol_plan(space, {64, 2}).designs);
  EXPECT_TRUE(make_sobol_plan({{{"fixed", Kind::integer, 3.0, 3.0}}}, {}).designs.empty());
}

struct KnownIndices {
  std::vector<double> first;
  std::vector<double> total;
  double variance;
};

// Ishigami & Homma 1990: sin x_1 + a sin² x_2 + b x_3^4 sin x_1 on [-pi, pi].
constexpr double kIshigamiA = 7.0, kIshigamiB = 0.1;

double calc_ishigami(const Design& x) {
  return std::sin(x[0]) + kIshigamiA * std::pow(std::sin(x[1]), 2) +
         kIshigamiB * std::pow(x[2], 4) * std::sin(x[0]);
}

KnownIndices ishigami_indices() {
  const double pi4 = std::pow(std::numbers::pi, 4);
  const double first = 0.5 * std::pow(1.0 + kIshigamiB * pi4 / 5.0, 2);
  const double second = kIshigamiA * kIshigamiA / 8.0;
  const double mixed = kIshigamiB * kIshigamiB * pi4 * pi4 * (1.0 / 18.0 - 1.0 / 50.0);
  const double variance = first + second + mixed;
  return {{first / variance, second / variance, 0.0},
          {(first + mixed) / variance, second / variance, mixed / variance},
          variance};
}

// Sobol's g (Saltelli & Sobol 1995).
const std::vector<double> kG{0.0, 1.0, 4.5, 9.0, 99.0, 99.0};

double calc_g(const Design& x) {
  double product = 1.0;
  for (std::size_t i = 0; i < kG.size(); ++i) {
    product *= (std::abs(4.0 * x[i] - 2.0) + kG[i]) / (1.0 + kG[i]);
  }
  return product;
}

KnownIndices g_indices() {
  KnownIndices known{{}, {}, 0.0};
  double all = 1.0;
  for (const double a : kG) all *= 1.0 + 1.0 / 3.0 / ((1.0 + a) * (1.0 + a));
  known.variance = all - 1.0;
  for (const double a : kG) {
    const double part = 1.0 / 3.0 / ((1.0 + a) * (1.0 + a));
    known.first.push_back(part / known.variance);
    known.total.push_back(part * all / (1.0 + part) / known.variance);
  }
  return known;
}

SobolIndices estimate(const DesignSpace& space, const std::function<double(const Design&)>& f,
                      const SobolOptions& options, const BootstrapOptions& bootstrap) {
  const SobolPlan plan = make_sobol_plan(space, options);
  return calc_sobol_indices(
      space, plan, evaluate(plan.designs, [&](const Design& x) { return std::vector{f(x)}; }),
      bootstrap)[0];
}

void expect_near(const SobolIndices& indices, const KnownIndices& known, double tolerance) {
  ASSERT_EQ(indices.of.size(), known.first.size());
  EXPECT_NEAR(indices.variance, known.variance, tolerance * known.variance);
  for (std::size_t i = 0; i < known.first.size(); ++i) {
    EXPECT_NEAR(indices.of[i].first, known.first[i], tolerance) << i;
    EXPECT_NEAR(indices.of[i].total, known.total[i], tolerance) << i;
  }
}

// Errors of shifted Sobol points decrease nearly as 1/N (random ones as 1/sqrt N): those of the
// Ishigami function are below 0.025 with 1024 rows, and 16 times as many rows must make them 16
// times smaller.
TEST(SobolIndices, OfIshigamisFunctionConverge) {
  const double pi = std::numbers::pi;
  for (const std::uint64_t seed : {1u, 2u, 3u}) {
    const DesignSpace space = make_cube(3, -pi, pi);
    expect_near(estimate(space, calc_ishigami, {1024, seed}, {0}), ishigami_indices(), 0.025);
    expect_near(estimate(space, calc_ishigami, {16384, seed}, {0}), ishigami_indices(), 0.025 / 16);
  }
}

// The same for g, which has kinks; its errors are below 0.006 with 1024 rows.
TEST(SobolIndices, OfSobolsFunctionConverge) {
  for (const std::uint64_t seed : {1u, 2u, 3u}) {
    expect_near(estimate(make_cube(6), calc_g, {1024, seed}, {0}), g_indices(), 0.01);
    expect_near(estimate(make_cube(6), calc_g, {16384, seed}, {0}), g_indices(), 0.01 / 16);
  }
}

// Additive: first and total are the same, the variance of each variable's part. For m equally
// likely integer values in steps of c: c² (m² - 1) / 12; for a range: c² / 12.
TEST(SobolIndices, OfAdditiveFunctionsAreSharesOfVariance) {
  const SobolIndices indices = estimate(
      make_lopsided_space(),
      [](const Design& x) { return 3.0 * x[0] - 2.0 * std::log10(x[2]) + 1.5 * x[3] + 5.0 * x[4]; },
      {4096, 1}, {0});
  const std::vector<double> parts{144.0 / 12.0, 0.0, 64.0 / 12.0, 1.5 * 1.5 * 24.0 / 12.0,
                                  25.0 * 3.0 / 12.0};
  double variance = 0.0;
  for (const double part : parts) variance += part;
  EXPECT_NEAR(indices.variance, variance, 0.01 * variance);
  for (const std::size_t i : {0u, 2u, 3u, 4u}) {
    // A tenth of the error of 4096 random rows, at most sqrt(1/4096) = 0.016.
    EXPECT_NEAR(indices.of[i].first, parts[i] / variance, 0.0016);
    EXPECT_NEAR(indices.of[i].total, parts[i] / variance, 0.0016);
  }
  EXPECT_TRUE(std::isnan(indices.of[1].first) && std::isnan(indices.of[1].total));
}

// Indices do not depend on units and the zero point. A zero 1e6 deviations away costs six of
// sixteen digits, and squares lose twice as many.
TEST(SobolIndices, DoNotDependOnUnits) {
  const BootstrapOptions bootstrap{50, 0.95, 1};
  const SobolIndices plain = estimate(make_cube(6), calc_g, {256, 1}, bootstrap);
  const SobolIndices other = estimate(
      make_cube(6), [](const Design& x) { return 1e6 - 1e-3 * calc_g(x); }, {256, 1}, bootstrap);
  EXPECT_NEAR(other.mean, 1e6 - 1e-3 * plain.mean, 1e-9);
  EXPECT_NEAR(other.variance, 1e-6 * plain.variance, 1e-11);
  for (std::size_t i = 0; i < 6; ++i) {
    EXPECT_NEAR(other.of[i].first, plain.of[i].first, 1e-5);
    EXPECT_NEAR(other.of[i].total, plain.of[i].total, 1e-5);
    EXPECT_NEAR(other.of[i].first_interval.low, plain.of[i].first_interval.low, 1e-5);
    EXPECT_NEAR(other.of[i].total_interval.high, plain.of[i].total_interval.high, 1e-5);
  }
}

// Rows drawn at random, as the bootstrap assumes. Of 1000 independent 80 % intervals 800 cover the
// truth, with deviation 13; four of these, and 30 more because percentiles of skewed estimates are
// off by some percent.
TEST(SobolIndices, IntervalsCoverTheTruthAsOftenAsTheySay) {
  const DesignSpace space = make_cube(2);
  constexpr std::size_t kRows = 100;
  SobolPlan plan{std::vector<Design>(kRows * 4, Design(2)), {0, 1}};
  const auto f = [](const Design& x) { return std::vector{x[0] + 2.0 * x[0] * x[1]}; };
  // Variances: E f | x_0 = 2 x_0: 4/12; E f | x_1 = 1/2 + x_1: 1/12; mixed 2 (x_0-1/2) (x_1-1/2):
  // 4/144.
  const double variance = 16.0 / 36.0;
  int first = 0, total = 0;
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    RandomStream random(seed);
    for (std::size_t row = 0; row < kRows; ++row) {
      const Design a{random.uniform(), random.uniform()}, b{random.uniform(), random.uniform()};
      plan.designs[row * 4] = a;
      plan.designs[row * 4 + 1] = b;
      plan.designs[row * 4 + 2] = {b[0], a[1]};
      plan.designs[row * 4 + 3] = {a[0], b[1]};
    }
    const SobolIndices indices =
        calc_sobol_indices(space, plan, evaluate(plan.designs, f), {100, 0.8, seed})[0];
    if (indices.of[0].first_interval.contains(12.0 / 36.0 / variance)) ++first;
    if (indices.of[1].total_interval.contains((3.0 / 36.0 + 1.0 / 36.0) / variance)) ++total;
  }
  EXPECT_NEAR(first, 800, 80);
  EXPECT_NEAR(total, 800, 80);
}

TEST(SobolIndices, IntervalsAreSeededAndGrowWithConfidence) {
  const auto with = [](const BootstrapOptions& bootstrap) {
    return estimate(make_cube(6), calc_g, {128, 1}, bootstrap).of[0].first_interval;
  };
  EXPECT_EQ(with({100, 0.9, 1}), with({100, 0.9, 1}));
  EXPECT_NE(with({100, 0.9, 1}), with({100, 0.9, 2}));
  EXPECT_LT(with({100, 0.99, 1}).low, with({100, 0.5, 1}).low);
  EXPECT_GT(with({100, 0.99, 1}).high, with({100, 0.5, 1}).high);
  EXPECT_TRUE(std::isnan(with({0}).low));
}

// A row with any output missing is ignored; and a study cut short uses the rows it has.
TEST(SobolIndices, LeaveOutIncompleteRows) {
  const DesignSpace space = make_cube(6);
  SobolPlan plan = make_sobol_plan(space, {64, 1});
  StudyOutputs outputs = evaluate(plan.designs, [](const Design& x) {
    return std::vector{calc_g(x), x[0]};
  });
  outputs[3 * 8 + 1][0] = kNan;                                      // B of row 3
  outputs[10 * 8 + 7][0] = std::numeric_limits<double>::infinity();  // the last of row 10
  outputs[20 * 8].clear();                                           // A of row 20
  outputs.resize(60 * 8 + 5);                                        // and the end
  const std::vector<SobolIndices> indices = calc_sobol_indices(space, plan, outputs, {20});
  EXPECT_EQ(indices[0].rows, 57u);
  EXPECT_EQ(indices[0].left_out, 7u);
  EXPECT_EQ(indices[1].rows, 59u);
  EXPECT_EQ(indices[1].left_out, 5u);

  SobolPlan complete{{}, plan.varied};
  StudyOutputs rest;
  for (std::size_t row = 0; row < 60; ++row) {
    if (row == 3 || row == 10 || row == 20) continue;
    for (std::size_t k = row * 8; k < row * 8 + 8; ++k) {
      complete.designs.push_back(plan.designs[k]);
      rest.push_back(outputs[k]);
    }
  }
  const SobolIndices expected = calc_sobol_indices(space, complete, rest, {20})[0];
  for (std::size_t i = 0; i < 6; ++i) {
    EXPECT_EQ(indices[0].of[i].first, expected.of[i].first);
    EXPECT_EQ(indices[0].of[i].total_interval, expected.of[i].total_interval);
  }
}

TEST(SobolIndices, OfWhatDoesNotVaryDoNotExist) {
  for (const double constant : {0.1, kNan}) {
    const SobolIndices indices =
        estimate(make_cube(2), [&](const Design&) { return constant; }, {100, 1}, {10});
    EXPECT_EQ(indices.rows, std::isnan(constant) ? 0u : 100u);
    EXPECT_EQ(indices.rows + indices.left_out, 100u);
    EXPECT_TRUE(std::isnan(indices.of[0].first) && std::isnan(indices.of[0].total));
    EXPECT_TRUE(std::isnan(indices.of[0].first_interval.low));
  }
}

}  // namespace
}  // namespace globaldyn::inside
