// The simulated cluster of docs/scaling.md, against closed forms and recurrences that know nothing
// of events.
#include "bench/cluster_simulation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "core/base/errors.h"

namespace globaldyn::inside::test {
namespace {

using Scheme = SimulatedSearch::Scheme;

constexpr ClusterOptions kNoCosts{0.0, 0.0, 0.0, 0.0, 0.0};

// Sums of some 1e4 times, each rounded to 1e-16 of the sum.
constexpr double kRoundOff = 1e-12;

// Long enough for chunks of one design.
const EvaluationTimes& constant_times() {
  static const EvaluationTimes times({0.01});
  return times;
}

const EvaluationTimes& mixed_times() {
  static const EvaluationTimes times({0.002, 0.003, 0.005, 0.011, 0.05});
  return times;
}

double calc_longest(const EvaluationTimes& times, std::size_t begin, std::size_t end) {
  double longest = 0.0;
  for (std::size_t i = begin; i < end; ++i) longest = std::max(longest, times.of(i));
  return longest;
}

TEST(EvaluationTimes, AreDrawnAsOftenAsMeasured) {
  constexpr std::size_t kDesigns = 100'000;
  std::size_t longest = 0;
  for (std::size_t i = 0; i < kDesigns; ++i) longest += mixed_times().of(i) == 0.05 ? 1 : 0;
  // A fifth, within five standard deviations of a binomial count.
  EXPECT_NEAR(static_cast<double>(longest), 0.2 * kDesigns, 5.0 * std::sqrt(0.16 * kDesigns));
  EXPECT_EQ(EvaluationTimes({1.0, 2.0}, 7).of(5), EvaluationTimes({1.0, 2.0}, 7).of(5));
}

TEST(EvaluationTimes, RefusesWhatIsNoTime) {
  EXPECT_THROW(EvaluationTimes({}), Error);
  EXPECT_THROW(EvaluationTimes({0.01, 0.0}), Error);
  EXPECT_THROW(EvaluationTimes({std::nan("")}), Error);
}

// Closed form: every generation takes ceil(P / N) evaluations.
TEST(ClusterSimulation, GenerationsOfEqualTimesWaitForTheLastRound) {
  for (const std::size_t population : {1u, 6u, 100u, 127u}) {
    for (const std::size_t ranks : {1u, 3u, 4u, 64u, 100u, 200u}) {
      const auto p = static_cast<double>(population), n = static_cast<double>(ranks);
      const SimulatedRun run = simulate_cluster({Scheme::generational, population, 20 * population},
                                                ranks, constant_times(), kNoCosts);
      EXPECT_NEAR(run.efficiency, p / (n * std::ceil(p / n)), kRoundOff)
          << population << " on " << ranks;
    }
  }
}

// Closed form: breeding adds its time once per generation, and the round trip is added for each
// design not yet at the rank when it could start: two per rank are too few to avoid that.
TEST(ClusterSimulation, BreedingAndLatencyComeOnTop) {
  ClusterOptions costs = kNoCosts;
  costs.breeding = 1e-4;
  costs.latency = 1e-3;
  const SimulatedRun run =
      simulate_cluster({Scheme::generational, 16, 160}, 8, constant_times(), costs);
  EXPECT_NEAR(run.makespan, 10 * (16 * 1e-4 + 2 * (0.01 + 2e-3)), kRoundOff);
  EXPECT_NEAR(run.rank_0_busy * run.makespan, 160 * 1e-4, kRoundOff);
}

// Closed form: as many designs are under way as the lag allows, at most one per rank.
TEST(ClusterSimulation, SteadyStateOfEqualTimesIsLimitedByItsLagOnly) {
  for (const std::size_t lag : {1u, 5u, 16u, 17u, 64u}) {
    const SimulatedRun run =
        simulate_cluster({Scheme::steady_state, lag, 1600}, 16, constant_times(), kNoCosts);
    const std::size_t at_once = std::min<std::size_t>(lag, 16);
    EXPECT_NEAR(run.makespan, 0.01 * std::ceil(1600.0 / static_cast<double>(at_once)), kRoundOff)
        << lag;
  }
}

// A generation no larger than the ranks takes as long as its longest evaluation.
TEST(ClusterSimulation, SmallGenerationsTakeTheirLongestEvaluations) {
  constexpr std::size_t kPopulation = 40, kGenerations = 50;
  double sum = 0.0;
  for (std::size_t g = 0; g < kGenerations; ++g) {
    sum += calc_longest(mixed_times(), g * kPopulation, (g + 1) * kPopulation);
  }
  for (const std::size_t ranks : {40u, 60u}) {
    const SimulatedRun run =
        simulate_cluster({Scheme::generational, kPopulation, kPopulation * kGenerations}, ranks,
                         mixed_times(), kNoCosts);
    EXPECT_NEAR(run.makespan, sum, kRoundOff) << ranks;
  }
}

// With a rank for every design under way, design k starts when all up to k - lag have ended.
TEST(ClusterSimulation, SmallLagsFollowTheirRecurrence) {
  constexpr std::size_t kLag = 12, kDesigns = 2000;
  std::vector<double> ends(kDesigns);
  double all_ended = 0.0;  // up to k - lag
  for (std::size_t k = 0; k < kDesigns; ++k) {
    if (k >= kLag) all_ended = std::max(all_ended, ends[k - kLag]);
    ends[k] = all_ended + mixed_times().of(k);
  }
  for (const std::size_t ranks : {12u, 30u}) {
    const SimulatedRun run =
        simulate_cluster({Scheme::steady_state, kLag, kDesigns}, ranks, mixed_times(), kNoCosts);
    EXPECT_NEAR(run.makespan, *std::ranges::max_element(ends), kRoundOff) << ranks;
  }
}

// Two bounds: no faster than with all ranks always busy; all are busy until nothing waits any more,
// and then none has more than two designs.
TEST(ClusterSimulation, ChunksKeepAllRanksBusyUntilNothingWaits) {
  constexpr std::size_t kDesigns = 3000, kRanks = 7;
  double work = 0.0;
  for (std::size_t i = 0; i < kDesigns; ++i) work += mixed_times().of(i);
  for (const Scheme scheme : {Scheme::generational, Scheme::steady_state}) {
    const SimulatedRun run =
        simulate_cluster({scheme, kDesigns, kDesigns}, kRanks, mixed_times(), kNoCosts);
    EXPECT_NEAR(run.useful, work, kRoundOff * work);
    EXPECT_GE(run.makespan, work / kRanks);
    EXPECT_LE(run.makespan, work / kRanks + 2 * 0.05);
  }
}

// Closed form: rank 0 takes one result after the other, however many ranks there are.
TEST(ClusterSimulation, RankZeroCapsHowManyAreEvaluatedASecond) {
  ClusterOptions costs = kNoCosts;
  costs.result = 1e-4;  // 100 ranks' worth of results
  const auto run_on = [&](std::size_t ranks) {
    return simulate_cluster({Scheme::steady_state, 4 * ranks, 40'000}, ranks, constant_times(),
                            costs);
  };
  const SimulatedRun few = run_on(50), many = run_on(400);
  EXPECT_GT(few.efficiency, 0.95);
  EXPECT_NEAR(few.rank_0_busy, 0.5, 0.03);
  // Before the first results and around the last ones rank 0 is idle for at most three evaluations,
  // each 1 / 400 of the whole.
  EXPECT_NEAR(many.makespan, 40'000 * 1e-4, 0.031);
  EXPECT_NEAR(many.efficiency, 100.0 / 400.0, 0.01);
  EXPECT_GT(many.rank_0_busy, 0.99);
}

// Short evaluations go in chunks of some milliseconds, which share the cost of sending.
TEST(ClusterSimulation, ShortEvaluationsGoInChunks) {
  const EvaluationTimes times({1e-4});  // 30 make a chunk
  const SimulatedRun run =
      simulate_cluster({Scheme::generational, 30'000, 30'000}, 10, times, kNoCosts);
  EXPECT_GT(run.chunks, 30'000u / 30);
  EXPECT_LT(run.chunks, 2 * 30'000u / 30);
  EXPECT_GT(run.efficiency, 0.99);
}

// A result that arrives while rank 0 sleeps is seen at the end of the nap, like chunks at ranks.
TEST(ClusterSimulation, NapsCostAtMostTwoOfThemselves) {
  ClusterOptions costs = kNoCosts;
  costs.nap = 1e-3;
  const SimulatedSearch search{Scheme::generational, 2, 200};
  const double least = simulate_cluster(search, 2, constant_times(), kNoCosts).makespan;
  const double with_naps = simulate_cluster(search, 2, constant_times(), costs).makespan;
  EXPECT_GT(with_naps, least);
  EXPECT_LT(with_naps, least + 100 * 2e-3 + kRoundOff);
}

TEST(ClusterSimulation, RefusesWhatIsNoSearch) {
  EXPECT_THROW((void)simulate_cluster({Scheme::steady_state, 0, 1}, 1, constant_times(), kNoCosts),
               Error);
  EXPECT_THROW((void)simulate_cluster({Scheme::steady_state, 1, 0}, 1, constant_times(), kNoCosts),
               Error);
  EXPECT_THROW((void)simulate_cluster({Scheme::steady_state, 1, 1}, 0, constant_times(), kNoCosts),
               Error);
}

}  // namespace
}  // namespace globaldyn::inside::test
