// Designs of experiments, tolerance samples, and statistics of samples.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <numbers>
#include <set>
#include <vector>

#include "optimize/sampling/run_sampling.h"
#include "optimize/sampling/sample_designs.h"
#include "optimize/sampling/sample_statistics.h"
#include "optimize/sampling/tolerance_samples.h"
#include "optimize/sampling/unit_points.h"
#include "optimize/search/function_evaluations.h"

namespace globaldyn::inside {
namespace {

using Kind = DesignVariable::Kind;

DesignSpace make_mixed_space() {
  return {{{"length", Kind::continuous, -1.0, 3.0},
           {"stiffness", Kind::continuous, 1.0, 1e4, true},
           {"teeth", Kind::integer, 10.0, 14.0},
           {"motor", Kind::categorical, 0.0, 2.0},
           {"fixed", Kind::continuous, 5.0, 5.0}}};
}

std::vector<double> column(const std::vector<Design>& designs, std::size_t i) {
  std::vector<double> values;
  for (const Design& design : designs) values.push_back(design[i]);
  return values;
}

std::vector<double> column(const Points& points, std::size_t i) {
  std::vector<double> values;
  for (std::size_t k = 0; k < points.size(); ++k) values.push_back(points[k][i]);
  return values;
}

// How often each value occurs.
std::map<double, std::size_t> count_all(const std::vector<double>& values) {
  std::map<double, std::size_t> counts;
  for (const double value : values) ++counts[value];
  return counts;
}

bool has_one_in_each_part(std::vector<double> shares) {
  std::ranges::sort(shares);
  for (std::size_t k = 0; k < shares.size(); ++k) {
    if (std::floor(shares[k] * static_cast<double>(shares.size())) != static_cast<double>(k)) {
      return false;
    }
  }
  return true;
}

TEST(FactorialDesigns, AreAllCombinationsOnceTheLastVariableFastest) {
  const std::vector<std::size_t> levels{3, 3, 2, 9, 4};
  const std::vector<Design> designs = make_factorial_designs(make_mixed_space(), levels);
  std::vector<Design> expected;
  for (const double length : {-1.0, 1.0, 3.0}) {
    for (const double stiffness : {1.0, 1e2, 1e4}) {
      for (const double teeth : {10.0, 14.0}) {
        for (const double motor : {0.0, 1.0, 2.0}) {
          expected.push_back({length, stiffness, teeth, motor, 5.0});
        }
      }
    }
  }
  ASSERT_EQ(designs.size(), expected.size());
  EXPECT_EQ(count_factorial_designs(make_mixed_space(), levels), expected.size());
  for (std::size_t k = 0; k < designs.size(); ++k) {
    for (std::size_t i = 0; i < expected[k].size(); ++i) {
      EXPECT_DOUBLE_EQ(designs[k][i], expected[k][i]) << "design " << k << ", variable " << i;
    }
  }
}

TEST(FactorialDesigns, ChooseLevelsEvenly) {
  const DesignSpace space{{{"teeth", Kind::integer, 10.0, 20.0}}};
  EXPECT_EQ(column(make_factorial_designs(space, {1}), 0), (std::vector<double>{15}));
  EXPECT_EQ(column(make_factorial_designs(space, {2}), 0), (std::vector<double>{10, 20}));
  EXPECT_EQ(column(make_factorial_designs(space, {3}), 0), (std::vector<double>{10, 15, 20}));
  // 10, 12.5, 15, 17.5, 20, halves upwards.
  EXPECT_EQ(column(make_factorial_designs(space, {5}), 0),
            (std::vector<double>{10, 13, 15, 18, 20}));
  EXPECT_EQ(make_factorial_designs(space, {100}).size(), 11u);
  const DesignSpace range{{{"length", Kind::continuous, 2.0, 4.0}}};
  EXPECT_EQ(column(make_factorial_designs(range, {1}), 0), (std::vector<double>{3}));
}

TEST(FactorialDesigns, CountsDoNotOverflow) {
  DesignSpace space;
  space.variables.resize(5);
  const std::vector<std::size_t> levels(5, 10000);  // 1e20 > 2^64
  EXPECT_EQ(count_factorial_designs(space, levels), std::numeric_limits<std::size_t>::max());
}

TEST(HypercubeDesigns, HaveOneDesignInEachPartOfARange) {
  const DesignSpace space = make_mixed_space();
  for (const std::size_t count : {1u, 2u, 7u, 100u}) {
    const std::vector<Design> designs = make_hypercube_designs(space, count, 3);
    ASSERT_EQ(designs.size(), count);
    for (const std::size_t i : {0u, 1u}) {
      std::vector<double> shares = column(designs, i);
      for (double& share : shares) share = share_of(space.variables[i], share);
      EXPECT_TRUE(has_one_in_each_part(shares)) << count << " designs, variable " << i;
    }
    for (const Design& design : designs) EXPECT_EQ(design[4], 5.0);
  }
}

TEST(HypercubeDesigns, HaveEveryWholeValueAsOftenOrOnceMore) {
  for (const double high : {1.0, 2.0, 4.0, 9.0, 30.0}) {
    const DesignSpace space{{{"a", Kind::integer, 0.0, high}, {"b", Kind::categorical, 0.0, high}}};
    const auto values = static_cast<std::size_t>(high) + 1;
    for (const std::size_t count : {1u, 3u, 5u, 8u, 31u, 100u}) {
      const std::vector<Design> designs = make_hypercube_designs(space, count, 5);
      for (std::size_t i = 0; i < 2; ++i) {
        std::size_t once_more = 0;
        for (const auto& [value, times] : count_all(column(designs, i))) {
          EXPECT_TRUE(value == std::floor(value) && value >= 0.0 && value <= high);
          if (times == count / values) continue;
          EXPECT_EQ(times, count / values + 1) << values << " values, " << count << " designs";
          ++once_more;
        }
        EXPECT_EQ(once_more, count % values);
      }
    }
  }
}

// 4 of 10 values come once more: each with probability 0.4, no two of them neighbours, as 10/4 > 2.
TEST(HypercubeDesigns, ChooseFairlyWhichValuesComeOnceMore) {
  constexpr int kSeeds = 4000;
  std::vector<int> times(10, 0);
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    std::vector<std::size_t> values = spread_values(10, 4, seed, 0);
    std::ranges::sort(values);
    for (const std::size_t value : values) ++times[value];
    for (std::size_t k = 1; k < 4; ++k) EXPECT_GE(values[k], values[k - 1] + 2);
  }
  // Binomial with deviation sqrt(4000 · 0.4 · 0.6) = 31; five of them.
  for (const int time : times) EXPECT_NEAR(time, 0.4 * kSeeds, 155);
}

TEST(Permutations, AreAllEquallyLikely) {
  constexpr int kTimes = 24000;
  std::map<std::vector<std::size_t>, int> times;
  RandomStream random(9);
  for (int k = 0; k < kTimes; ++k) ++times[make_permutation(4, random)];
  EXPECT_EQ(times.size(), 24u);
  // 1000 of each, deviation 31; five of them.
  for (const auto& [permutation, time] : times) EXPECT_NEAR(time, kTimes / 24, 155);
}

TEST(Samplings, AreReproducibleAndSeeded) {
  const DesignSpace space = make_mixed_space();
  for (const auto make : {make_hypercube_designs, make_random_designs}) {
    EXPECT_EQ(make(space, 20, 1), make(space, 20, 1));
    EXPECT_NE(make(space, 20, 1), make(space, 20, 2));
  }
  EXPECT_EQ(make_sobol_designs(space, 20, 1), make_sobol_designs(space, 20, 1));
  EXPECT_NE(make_sobol_designs(space, 20, 1), make_sobol_designs(space, 20, 2));
}

// Each variable has its own random numbers: an additional variable does not change the others.
TEST(Samplings, DoNotDependOnVariablesThatFollow) {
  DesignSpace space = make_mixed_space();
  const auto hypercube = make_hypercube_designs(space, 20, 1);
  const auto sobol = make_sobol_designs(space, 20, 1);
  const auto random = make_random_designs(space, 20, 1);
  space.variables.push_back({"more", Kind::continuous, 0.0, 1.0});
  for (std::size_t i = 0; i < 5; ++i) {
    EXPECT_EQ(column(make_hypercube_designs(space, 20, 1), i), column(hypercube, i));
    EXPECT_EQ(column(make_sobol_designs(space, 20, 1), i), column(sobol, i));
    EXPECT_EQ(column(make_random_designs(space, 20, 1), i), column(random, i));
  }
}

TEST(RandomAndHypercubePoints, AreUniformAndUncorrelated) {
  constexpr std::size_t kCount = 20000;
  for (const Points& points :
       {make_random_points(3, kCount, 11), make_hypercube_points(3, kCount, 11)}) {
    for (std::size_t i = 0; i < 3; ++i) {
      // Deviation of the mean sqrt(1/12 / 20000) = 0.002; five of them.
      EXPECT_NEAR(calc_mean(column(points, i)), 0.5, 0.01);
      EXPECT_NEAR(calc_deviation(column(points, i)), std::sqrt(1.0 / 12.0), 0.01);
      for (std::size_t j = 0; j < i; ++j) {
        double covariance = 0.0;
        for (std::size_t k = 0; k < kCount; ++k) {
          covariance += (points[k][i] - 0.5) * (points[k][j] - 0.5) / kCount;
        }
        // Deviation 1/12 / sqrt(20000) = 0.0006; five of them.
        EXPECT_NEAR(covariance, 0.0, 0.003);
      }
    }
  }
}

// The sequence as printed by Bratley & Fox 1988.
TEST(SobolPoints, BeginAtTheOriginAndAsIsKnown) {
  const Points points = make_sobol_points(3, 8, std::nullopt);
  const double first[] = {0.0, 0.5, 0.75, 0.25, 0.375, 0.875, 0.625, 0.125};
  const double second[] = {0.0, 0.5, 0.25, 0.75, 0.375, 0.875, 0.125, 0.625};
  for (std::size_t k = 0; k < 8; ++k) {
    EXPECT_EQ(points[k][0], first[k]);
    EXPECT_EQ(points[k][1], second[k]);
  }
}

// 2^m points of the first two coordinates: one in each box of 2^-a by 2^-(m-a) (Sobol' 1967); of
// any other coordinate one in each part. A shift does not change that.
TEST(SobolPoints, FillTheCubeEvenly) {
  for (const std::optional<std::uint64_t> seed : {std::optional<std::uint64_t>{}, {4u}}) {
    for (const int m : {0, 3, 6}) {
      const Points points = make_sobol_points(40, std::size_t{1} << m, seed);
      for (std::size_t i = 0; i < 40; ++i) {
        EXPECT_TRUE(has_one_in_each_part(column(points, i))) << i;
      }
      for (int a = 0; a <= m; ++a) {
        std::set<std::pair<double, double>> boxes;
        for (std::size_t k = 0; k < points.size(); ++k) {
          boxes.emplace(std::floor(std::ldexp(points[k][0], a)),
                        std::floor(std::ldexp(points[k][1], m - a)));
        }
        EXPECT_EQ(boxes.size(), points.size()) << "m " << m << ", a " << a;
      }
    }
  }
}

TEST(SobolPoints, AreShiftedByTheSameDigits) {
  const auto digits = [](double x) { return static_cast<std::uint64_t>(std::ldexp(x, 53)); };
  const Points plain = make_sobol_points(5, 50, std::nullopt),
               shifted = make_sobol_points(5, 50, 6);
  std::set<std::uint64_t> shifts;
  for (std::size_t i = 0; i < 5; ++i) {
    const std::uint64_t shift = digits(shifted[0][i]);
    shifts.insert(shift);
    for (std::size_t k = 0; k < 50; ++k) {
      EXPECT_EQ(digits(shifted[k][i]) ^ digits(plain[k][i]), shift);
    }
  }
  EXPECT_EQ(shifts.size(), 5u);  // each coordinate its own
}

// Over many shifts any point is uniform: an estimate from shifted points is unbiased.
TEST(SobolPoints, AreUniformOverShifts) {
  std::vector<double> shares;
  for (std::uint64_t seed = 0; seed < 4000; ++seed) {
    shares.push_back(make_sobol_points(2, 4, seed)[3][1]);
  }
  // Deviation of the mean 0.289 / sqrt(4000) = 0.0046; five of them.
  EXPECT_NEAR(calc_mean(shares), 0.5, 0.023);
  EXPECT_NEAR(calc_deviation(shares), std::sqrt(1.0 / 12.0), 0.015);
}

// Counts what is under way, and allows only `budget` evaluations.
class CountedEvaluations : public Evaluations {
 public:
  explicit CountedEvaluations(std::size_t budget) : budget_(budget) {}

  std::vector<Design> designs;
  std::size_t max_in_flight{0};
  std::set<std::size_t> known;

 private:
  [[nodiscard]] std::size_t do_left() override { return budget_ - designs.size(); }
  std::size_t do_submit(const Design& design) override {
    EXPECT_GT(left(), 0u);
    designs.push_back(design);
    max_in_flight = std::max(max_in_flight, designs.size() - known.size());
    return kFirst + designs.size();
  }
  [[nodiscard]] const Outcome& do_wait_for(std::size_t number) override {
    EXPECT_LE(number, kFirst + designs.size());
    known.insert(number);
    return outcome_;
  }

  static constexpr std::size_t kFirst = 100;  // something else was evaluated before
  std::size_t budget_;
  Outcome outcome_;
};

TEST(RunSampling, HandsInInOrderWithFewUnderWay) {
  const std::vector<Design> designs = make_random_designs(make_mixed_space(), 23, 1);
  for (const std::size_t most : {1u, 5u, 23u, 50u}) {
    CountedEvaluations evaluations(1000);
    const std::vector<std::size_t> numbers = run_sampling(designs, most, evaluations);
    EXPECT_EQ(evaluations.designs, designs);
    EXPECT_EQ(evaluations.max_in_flight, std::min<std::size_t>(most, 23));
    EXPECT_EQ(evaluations.known.size(), 23u);  // all were waited for
    ASSERT_EQ(numbers.size(), 23u);
    for (std::size_t k = 0; k < 23; ++k) EXPECT_EQ(numbers[k], 101 + k);
  }
}

TEST(RunSampling, EndsWhenNothingIsLeft) {
  const std::vector<Design> designs = make_random_designs(make_mixed_space(), 23, 1);
  for (const std::size_t budget : {0u, 1u, 7u, 22u}) {
    CountedEvaluations evaluations(budget);
    EXPECT_EQ(run_sampling(designs, 5, evaluations).size(), budget);
    EXPECT_EQ(evaluations.designs,
              std::vector<Design>(designs.begin(),
                                  designs.begin() + static_cast<std::ptrdiff_t>(budget)));
    EXPECT_EQ(evaluations.known.size(), budget);
  }
  CountedEvaluations evaluations(9);
  EXPECT_TRUE(run_sampling({}, 5, evaluations).empty());
}

constexpr double kHalfWidth = 0.02, kSigma = 3.0;
const std::vector<Tolerance> kTolerances{{Tolerance::Kind::uniform, kHalfWidth},
                                         {Tolerance::Kind::normal, kSigma},
                                         {Tolerance::Kind::normal, 0.0}};

TEST(ToleranceSamples, BeginWithTheNominalOne) {
  for (const auto kind :
       {ToleranceSampling::Kind::sobol, ToleranceSampling::Kind::latin_hypercube}) {
    for (const std::size_t count : {1u, 2u, 17u}) {
      const auto samples = make_tolerance_samples(kTolerances, {count, 3, kind});
      ASSERT_EQ(samples.size(), count);
      EXPECT_EQ(samples[0], (std::vector<double>{0.0, 0.0, 0.0}));
      for (std::size_t k = 1; k < count; ++k) {
        EXPECT_NE(samples[k][0], 0.0);
        EXPECT_NE(samples[k][1], 0.0);
        EXPECT_EQ(samples[k][2], 0.0);  // no tolerance
      }
    }
  }
  EXPECT_EQ(make_tolerance_samples({}, {5}), std::vector<std::vector<double>>(5));
}

TEST(ToleranceSamples, AreReproducibleAndSeeded) {
  for (const auto kind :
       {ToleranceSampling::Kind::sobol, ToleranceSampling::Kind::latin_hypercube}) {
    EXPECT_EQ(make_tolerance_samples(kTolerances, {9, 3, kind}),
              make_tolerance_samples(kTolerances, {9, 3, kind}));
    EXPECT_NE(make_tolerance_samples(kTolerances, {9, 3, kind}),
              make_tolerance_samples(kTolerances, {9, 4, kind}));
  }
}

// Each tolerance's sorted samples follow its distribution: sample k of n lies where shares are
// between (k-1)/n and k/n, as there is one point in each part.
TEST(ToleranceSamples, FollowTheirDistributions) {
  constexpr std::size_t kCount = 256;
  const auto normal = [](double x) { return 0.5 * std::erfc(-x / std::numbers::sqrt2); };
  for (const auto kind :
       {ToleranceSampling::Kind::sobol, ToleranceSampling::Kind::latin_hypercube}) {
    const auto samples = make_tolerance_samples(kTolerances, {kCount + 1, 8, kind});
    std::vector<double> uniform, cut;
    for (std::size_t k = 1; k <= kCount; ++k) {
      EXPECT_LE(std::abs(samples[k][0]), kHalfWidth);
      EXPECT_LE(std::abs(samples[k][1]), 3.0 * kSigma);
      uniform.push_back(0.5 + 0.5 * samples[k][0] / kHalfWidth);
      cut.push_back((normal(samples[k][1] / kSigma) - normal(-3.0)) / (1.0 - 2.0 * normal(-3.0)));
    }
    EXPECT_TRUE(has_one_in_each_part(uniform));
    EXPECT_TRUE(has_one_in_each_part(cut));
  }
}

// Moments of the normal distribution cut at ± 3: variance 1 - 6 f(3) / (1 - 2 F(-3)), f its density
// and F its distribution.
TEST(ToleranceSamples, HaveTheMomentsOfTheirDistributions) {
  const auto samples = make_tolerance_samples(kTolerances, {4097});
  std::vector<double> uniform, cut;
  for (std::size_t k = 1; k < samples.size(); ++k) {
    uniform.push_back(samples[k][0]);
    cut.push_back(samples[k][1]);
  }
  const double density = std::exp(-4.5) / std::sqrt(2.0 * std::numbers::pi);
  const double variance = 1.0 - 6.0 * density / std::erf(3.0 / std::numbers::sqrt2);
  // One sample in each of 4096 parts: errors of 1/4096 of the range at most.
  EXPECT_NEAR(calc_mean(uniform), 0.0, 2.0 * kHalfWidth / 4096);
  EXPECT_NEAR(calc_deviation(uniform), kHalfWidth / std::sqrt(3.0), 2.0 * kHalfWidth / 4096);
  EXPECT_NEAR(calc_mean(cut), 0.0, 6.0 * kSigma / 4096);
  EXPECT_NEAR(calc_deviation(cut), kSigma * std::sqrt(variance), 6.0 * kSigma / 4096);
}

TEST(SampleStatistics, AreThoseOfTheTextbook) {
  const std::vector<double> samples{4.0, -1.0, 2.0, 7.0, 3.0};
  EXPECT_DOUBLE_EQ(calc_mean(samples), 3.0);
  EXPECT_DOUBLE_EQ(find_worst(samples), 7.0);
  EXPECT_DOUBLE_EQ(calc_deviation(samples), std::sqrt(34.0 / 4.0));
  // In order -1, 2, 3, 4, 7 at shares 0, 1/4, 1/2, 3/4, 1.
  EXPECT_DOUBLE_EQ(calc_quantile(samples, 0.0), -1.0);
  EXPECT_DOUBLE_EQ(calc_quantile(samples, 0.25), 2.0);
  EXPECT_DOUBLE_EQ(calc_quantile(samples, 0.5), 3.0);
  EXPECT_DOUBLE_EQ(calc_quantile(samples, 0.9), 4.0 + 0.6 * 3.0);
  EXPECT_DOUBLE_EQ(calc_quantile(samples, 1.0), 7.0);
}

TEST(SampleStatistics, OfOneNoneAndNan) {
  const double nan = std::nan("");
  EXPECT_EQ(calc_mean(std::vector{2.0}), 2.0);
  EXPECT_EQ(find_worst(std::vector{2.0}), 2.0);
  EXPECT_EQ(calc_quantile({2.0}, 0.3), 2.0);
  EXPECT_TRUE(std::isnan(calc_deviation(std::vector{2.0})));
  for (const std::vector<double>& samples :
       {std::vector<double>{}, std::vector{nan, 1.0, 2.0}, std::vector{1.0, 2.0, nan}}) {
    EXPECT_TRUE(std::isnan(calc_mean(samples)));
    EXPECT_TRUE(std::isnan(find_worst(samples)));
    EXPECT_TRUE(std::isnan(calc_deviation(samples)));
    EXPECT_TRUE(std::isnan(calc_quantile(samples, 0.5)));
  }
}

}  // namespace
}  // namespace globaldyn::inside
