// Random numbers: the generator's published answers, and the distributions drawn from it.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "optimize/random/philox.h"
#include "optimize/random/random_stream.h"

namespace globaldyn::inside::test {
namespace {

// Salmon et al. 2011, file kat_vectors of their library Random123, philox 4x32, 10 rounds.
TEST(Philox, GivesThePublishedAnswers) {
  EXPECT_EQ(calc_philox({0, 0, 0, 0}, {0, 0}),
            (PhiloxCounter{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  EXPECT_EQ(calc_philox({0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff}, {0xffffffff, 0xffffffff}),
            (PhiloxCounter{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
  EXPECT_EQ(calc_philox({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}),
            (PhiloxCounter{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

// The words of a stream are part of its contract: a search started with one version of the program
// continues with another.
TEST(RandomStream, IsMadeOfTheWordsOfItsCounters) {
  const std::uint64_t seed = 0x299f31d0a4093822, a = 0x0370734413198a2e;
  const std::uint32_t b = 0x85a308d3;
  RandomStream stream(seed, a, b);
  for (std::uint32_t block = 0; block < 3; ++block) {
    const PhiloxCounter words =
        calc_philox({block, b, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0});
    EXPECT_EQ(stream.bits(), words[0] | std::uint64_t{words[1]} << 32);
    EXPECT_EQ(stream.bits(), words[2] | std::uint64_t{words[3]} << 32);
  }
}

TEST(RandomStream, DiffersIfAnyOfItsNumbersDoes) {
  std::vector<std::uint64_t> firsts;
  for (const std::uint64_t seed : {0ull, 1ull, 1ull << 32}) {
    for (const std::uint64_t a : {0ull, 1ull, 1ull << 32}) {
      for (const std::uint32_t b : {0u, 1u, 0xffffffffu}) {
        firsts.push_back(RandomStream(seed, a, b).bits());
        EXPECT_EQ(RandomStream(seed, a, b).bits(), firsts.back());
      }
    }
  }
  std::ranges::sort(firsts);
  EXPECT_EQ(std::ranges::adjacent_find(firsts), firsts.end());
}

// Pearson's sum for counts that should all be equal, in its standard deviations from its mean;
// beyond 5 once in millions.
double calc_unevenness(const std::vector<int>& counts) {
  double total = 0.0, sum = 0.0;
  for (const int count : counts) total += count;
  const auto bins = static_cast<double>(counts.size());
  for (const int count : counts) sum += std::pow(count - total / bins, 2) * bins / total;
  return (sum - (bins - 1.0)) / std::sqrt(2.0 * (bins - 1.0));
}

// Along a stream, and across the first numbers of neighbouring streams.
TEST(RandomStream, IsUniform) {
  constexpr int kCount = 200000, kBins = 100;
  RandomStream stream(1);
  std::vector<int> along(kBins), across(kBins), pairs(kBins);
  double last = 0.5;
  for (int i = 0; i < kCount; ++i) {
    const double x = stream.uniform();
    const double y = RandomStream(2, 3, static_cast<std::uint32_t>(i)).uniform();
    ASSERT_TRUE(x >= 0.0 && x < 1.0 && y >= 0.0 && y < 1.0);
    ++along[static_cast<std::size_t>(kBins * x)];
    ++across[static_cast<std::size_t>(kBins * y)];
    ++pairs[static_cast<std::size_t>(10 * x) * 10 + static_cast<std::size_t>(10 * last)];
    last = x;
  }
  EXPECT_LT(std::abs(calc_unevenness(along)), 5.0);
  EXPECT_LT(std::abs(calc_unevenness(across)), 5.0);
  EXPECT_LT(std::abs(calc_unevenness(pairs)), 5.0);
}

TEST(RandomStream, UsesAllBitsOfADouble) {
  RandomStream stream(5);
  std::vector<int> lasts(2), firsts(2);
  for (int i = 0; i < 10000; ++i) {
    const double scaled = stream.uniform() * 0x1p53;
    ASSERT_EQ(scaled, std::floor(scaled));
    ++lasts[static_cast<std::uint64_t>(scaled) & 1];
    ++firsts[static_cast<std::uint64_t>(scaled) >> 52];
  }
  EXPECT_LT(calc_unevenness(lasts), 5.0);
  EXPECT_LT(calc_unevenness(firsts), 5.0);
}

TEST(RandomStream, DrawsIntegersEvenly) {
  for (const std::size_t n : {1u, 2u, 3u, 7u, 100u}) {
    RandomStream stream(n);
    std::vector<int> counts(n);
    for (int i = 0; i < 50000; ++i) ++counts.at(stream.below(n));
    if (n > 1) {
      EXPECT_LT(std::abs(calc_unevenness(counts)), 5.0) << n;
    }
  }
  // Without rejection the first 2^64 mod n remainders would come twice as often: here a third.
  RandomStream stream(9);
  const std::uint64_t third = 1ull << 62;
  std::vector<int> counts(3);
  for (int i = 0; i < 30000; ++i) ++counts.at(stream.below(3 * third) / third);
  EXPECT_LT(std::abs(calc_unevenness(counts)), 5.0);
}

double calc_normal_distribution(double x) {
  return 0.5 * std::erfc(-x / std::numbers::sqrt2);
}

// Boost's inverse against the C library's distribution: of a normal number it must be uniform.
TEST(RandomStream, DrawsNormalNumbers) {
  constexpr int kBins = 50;
  RandomStream stream(11);
  std::vector<int> counts(kBins);
  double sum = 0.0, squares = 0.0;
  constexpr int kCount = 100000;
  for (int i = 0; i < kCount; ++i) {
    const double x = stream.normal();
    ++counts[static_cast<std::size_t>(kBins * calc_normal_distribution(x))];
    sum += x;
    squares += x * x;
  }
  EXPECT_LT(std::abs(calc_unevenness(counts)), 5.0);
  // Standard deviations of a mean and of a mean square: 1 / sqrt(n), sqrt(2 / n). Five of them.
  EXPECT_NEAR(sum / kCount, 0.0, 5.0 / std::sqrt(kCount));
  EXPECT_NEAR(squares / kCount, 1.0, 5.0 * std::sqrt(2.0 / kCount));
}

// One word per number: the upper bits are the distance from the middle, the last bit is the side.
TEST(RandomStream, InvertsTheNormalDistribution) {
  RandomStream stream(13);
  for (int i = 0; i < 1000; ++i) {
    const std::uint64_t word = RandomStream(stream).bits();
    const double x = stream.normal();
    EXPECT_EQ(x < 0.0, (word & 1) != 0);
    const double outside = static_cast<double>(word >> 13) * 0x1p-51;
    // Both are accurate to some units in the last place; the tail is cut off at 2^-52.
    EXPECT_NEAR(2.0 * calc_normal_distribution(-std::abs(x)), outside, 1e-14);
  }
}

}  // namespace
}  // namespace globaldyn::inside::test
