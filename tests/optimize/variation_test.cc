// Children: the distributions of both operators against their densities, integrated; bounds; every
// kind of variable.
#include "optimize/evolution/variation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <string>

namespace globaldyn::inside::test {
namespace {

using Kind = DesignVariable::Kind;

// Simpson's rule.
double integrate(double from, double to, const auto& f) {
  constexpr int kParts = 20000;
  const double step = (to - from) / kParts;
  double sum = f(from) + f(to);
  for (int i = 1; i < kParts; ++i) sum += (i % 2 == 0 ? 2.0 : 4.0) * f(from + i * step);
  return sum * step / 3.0;
}

// Deb & Agrawal 1995, eqs. of the contracting and the expanding density of the spread factor.
double calc_spread_density(double spread, double index) {
  return 0.5 * (index + 1.0) *
         (spread <= 1.0 ? std::pow(spread, index) : std::pow(spread, -index - 2.0));
}

// The spread factor's distribution function, truncated where a child would pass the bound, is u.
TEST(Crossover, HasTheDensityOfItsAuthorsBetweenBounds) {
  for (const double index : {2.0, 15.0}) {
    for (const auto& [near, far] : {std::pair{0.3, 0.5}, {0.7, 0.2}, {0.05, 0.9}, {0.95, 0.4}}) {
      const auto density = [&](double spread) { return calc_spread_density(spread, index); };
      const double room = near < far ? near : 1.0 - near;
      const double most = 1.0 + 2.0 * room / std::abs(far - near);
      // In two parts, as the density has a corner at 1.
      const double inner = integrate(0.0, 1.0, density);
      const double all = inner + integrate(1.0, most, density);
      for (const double u : {0.01, 0.3, 0.5, 0.6, 0.9, 0.999}) {
        const double child = cross_shares(near, far, index, u);
        const double spread = (child - 0.5 * (near + far)) / (0.5 * (near - far));
        const double below = spread <= 1.0 ? integrate(0.0, spread, density)
                                           : inner + integrate(1.0, spread, density);
        // Simpson's error is 1e-12 here; spreads, as differences, lose four digits.
        EXPECT_NEAR(below / all, u, 1e-9) << index << " " << near << " " << far;
      }
    }
  }
}

TEST(Crossover, ReachesFromTheMiddleToTheBound) {
  EXPECT_DOUBLE_EQ(cross_shares(0.2, 0.6, 15.0, 0.0), 0.4);
  EXPECT_NEAR(cross_shares(0.2, 0.6, 2.0, 1.0 - 0x1p-53), 0.0, 1e-15);
  EXPECT_NEAR(cross_shares(0.6, 0.2, 2.0, 1.0 - 0x1p-53), 1.0, 1e-15);
  EXPECT_EQ(cross_shares(0.3, 0.3, 15.0, 0.7), 0.3);
}

TEST(Mutation, HasTheDensityOfItsAuthorsBetweenBounds) {
  for (const double index : {1.0, 20.0}) {
    for (const double share : {0.02, 0.3, 0.5, 0.99}) {
      const auto density = [&](double step) { return std::pow(1.0 - step, index); };
      for (const double u : {0.001, 0.2, 0.45, 0.55, 0.8, 0.999}) {
        const double room = u < 0.5 ? share : 1.0 - share;
        const double step = std::abs(mutate_share(share, index, u) - share);
        const double beyond = integrate(step, room, density) / integrate(0.0, room, density);
        EXPECT_NEAR(0.5 * beyond, std::min(u, 1.0 - u), 1e-9) << index << " " << share << " " << u;
      }
      EXPECT_LT(mutate_share(share, index, 0.45), share);
      EXPECT_GT(mutate_share(share, index, 0.55), share);
      EXPECT_NEAR(mutate_share(share, index, 0.0), 0.0, 1e-15);
      EXPECT_NEAR(mutate_share(share, index, 0.5), share, 1e-15);
      EXPECT_NEAR(mutate_share(share, index, 1.0), 1.0, 1e-15);
    }
  }
}

DesignSpace make_mixed_space() {
  return {{{"plain", Kind::continuous, -3.0, 7.0},
           {"log", Kind::continuous, 1e-6, 1e3, true},
           {"fixed", Kind::continuous, 0.1, 0.1},
           {"fixed log", Kind::continuous, 0.1, 0.1, true},
           {"narrow", Kind::continuous, 1.0, std::nextafter(1.0, 2.0)},
           {"wide", Kind::continuous, -1.7e308, 1.7e308},
           {"widest log", Kind::continuous, 1e-307, 1e307, true},
           {"integer", Kind::integer, -4.0, 12.0},
           {"bit", Kind::integer, 0.0, 1.0},
           {"large", Kind::integer, -1e15, 1e15},
           {"fixed integer", Kind::integer, 3.0, 3.0},
           {"choice", Kind::categorical, 0.0, 4.0},
           {"only choice", Kind::categorical, 0.0, 0.0}}};
}

Design draw(const DesignSpace& space, RandomStream& random) {
  Design design;
  for (const DesignVariable& variable : space.variables) {
    const double end = random.uniform();  // bounds are drawn as well
    design.push_back(end < 0.2   ? variable.low
                     : end < 0.4 ? variable.high
                                 : value_at(variable, random.uniform()));
    if (!std::isfinite(design.back())) design.back() = variable.low;
  }
  return design;
}

void expect_inside(const DesignSpace& space, const Design& design) {
  ASSERT_EQ(design.size(), space.size());
  for (std::size_t i = 0; i < design.size(); ++i) {
    const DesignVariable& variable = space.variables[i];
    ASSERT_TRUE(design[i] >= variable.low && design[i] <= variable.high)
        << variable.name << " " << design[i];
    if (variable.kind != Kind::continuous) {
      ASSERT_EQ(design[i], std::floor(design[i]));
    }
  }
}

TEST(Variation, StaysInsideTheSpace) {
  const DesignSpace space = make_mixed_space();
  for (const double probability : {0.0, 1.0}) {
    VariationOptions options;
    options.mutation_probability = probability;
    const Variation variation(space, options);
    RandomStream random(3);
    Design child;
    for (int i = 0; i < 20000; ++i) {
      const Design first = draw(space, random), second = draw(space, random);
      variation.cross(first, second, random, child);
      expect_inside(space, child);
      variation.displace(first, second, draw(space, random), random, child);
      expect_inside(space, child);
    }
  }
}

DesignSpace make_space(const DesignVariable& variable) {
  return {{variable}};
}

// Every variable is crossed, or mutated, or both, in one call.
VariationOptions always(bool is_crossed, bool is_mutated) {
  VariationOptions options;
  options.crossover_probability = is_crossed ? 1.0 : 0.0;
  options.mutation_probability = is_mutated ? 1.0 : 1e-300;
  return options;
}

// How often each value results from crossing or mutating values of a single variable.
std::vector<double> count_children(const DesignVariable& variable, const VariationOptions& options,
                                   double first, double second, int count) {
  const Variation variation(make_space(variable), options);
  std::vector<double> shares(count_values(variable));
  RandomStream random(17);
  Design child;
  for (int i = 0; i < count; ++i) {
    variation.cross({first}, {second}, random, child);
    shares.at(static_cast<std::size_t>(child[0] - variable.low)) += 1.0 / count;
  }
  return shares;
}

// From one value to any other in one step, and never to itself.
TEST(Variation, MutatesIntegersToAllOtherValues) {
  for (const double size : {2.0, 3.0, 20.0}) {
    const DesignVariable variable{"i", Kind::integer, 0.0, size - 1.0};
    for (double value = 0.0; value < size; value += 1.0) {
      const auto shares = count_children(variable, always(false, true), value, value, 20000);
      for (std::size_t i = 0; i < shares.size(); ++i) {
        EXPECT_EQ(shares[i] > 0.0, static_cast<double>(i) != value)
            << size << " " << value << " " << i;
      }
    }
  }
}

// Integers get polynomial steps, too: most children in a large range are close, equally many on
// both sides; and variables with a range so large that steps are long do change.
TEST(Variation, MutatesIntegersByPolynomialSteps) {
  VariationOptions options = always(false, true);
  options.reset_probability = 0.0;
  const auto shares = count_children({"i", Kind::integer, 0.0, 100.0}, options, 50.0, 50.0, 100000);
  double below = 0.0, near = 0.0;
  for (std::size_t i = 0; i < shares.size(); ++i) {
    below += i < 50 ? shares[i] : 0.0;
    near += i >= 45 && i <= 55 ? shares[i] : 0.0;
  }
  EXPECT_NEAR(below, 0.5, 5.0 * 0.5 / std::sqrt(100000.0));  // five standard deviations
  // Within 5 values and a part of one, of 50.5 to the bound: 1 - (1 - 5.5 / 101)^21, drawn
  // uniformly over the part of the start value, which blurs it by less than the part's width.
  const auto within = [](double steps) { return 1.0 - std::pow(1.0 - steps / 101.0, 21.0); };
  EXPECT_GT(near, within(5.0));
  EXPECT_LT(near, within(6.0));
}

TEST(Variation, CrossesIntegersWithoutBias) {
  const DesignVariable variable{"i", Kind::integer, 0.0, 20.0};
  constexpr int kCount = 100000;
  const auto shares = count_children(variable, always(true, false), 8.0, 12.0, kCount);
  double mean = 0.0;
  for (std::size_t i = 0; i < shares.size(); ++i) mean += static_cast<double>(i) * shares[i];
  // Half of the children are crossed, and half of these lie on the second parent's side.
  EXPECT_NEAR(mean, 0.75 * 8.0 + 0.25 * 12.0, 5.0 * 4.0 / std::sqrt(kCount));
  // Close to both parents, on both sides; the middle is left to mutations (a spread of 1/2 or less
  // has probability 2^-17).
  for (const std::size_t i : {7u, 8u, 9u, 11u, 12u, 13u}) EXPECT_GT(shares[i], 0.01) << i;
  EXPECT_NEAR(shares[11], shares[13], 0.01);
  // Parents that agree stay.
  const auto same = count_children(variable, always(true, false), 5.0, 5.0, 1000);
  EXPECT_EQ(std::ranges::count(same, 0.0), 20);
  EXPECT_GT(same[5], 0.0);
}

TEST(Variation, TakesChoicesFromEitherParentAndMutatesToAnyOther) {
  const DesignVariable variable{"c", Kind::categorical, 0.0, 4.0};
  constexpr int kCount = 100000;
  const double deviation = 5.0 * 0.5 / std::sqrt(kCount);
  const auto crossed = count_children(variable, always(true, false), 1.0, 3.0, kCount);
  EXPECT_NEAR(crossed[1], 0.5, deviation);
  EXPECT_NEAR(crossed[3], 0.5, deviation);
  const auto mutated = count_children(variable, always(false, true), 1.0, 1.0, kCount);
  EXPECT_EQ(mutated[1], 0.0);
  for (const std::size_t i : {0u, 2u, 3u, 4u}) EXPECT_NEAR(mutated[i], 0.25, deviation);
}

// One of n on average, for any n; those that cannot change do not count.
TEST(Variation, MutatesOneVariableOnAverage) {
  for (const std::size_t size : {1u, 2u, 30u}) {
    DesignSpace space;
    for (std::size_t i = 0; i < size; ++i) space.variables.push_back({"x"});
    for (std::size_t i = 0; i < 7; ++i) space.variables.push_back({"f", Kind::continuous, 1, 1});
    const Variation variation(space, {.crossover_probability = 0.0});
    Design parent(size, 0.5), child;
    parent.resize(size + 7, 1.0);
    RandomStream random(19);
    constexpr int kCount = 50000;
    std::vector<int> changes(space.size());
    for (int i = 0; i < kCount; ++i) {
      variation.cross(parent, parent, random, child);
      for (std::size_t k = 0; k < child.size(); ++k) changes[k] += child[k] != parent[k] ? 1 : 0;
    }
    const double expected = 1.0 / static_cast<double>(size);
    for (std::size_t k = 0; k < size; ++k) {
      EXPECT_NEAR(changes[k] / double{kCount}, expected, 5.0 * std::sqrt(expected / kCount));
    }
  }
}

// A mutation that is a reset lands anywhere; others practically never land far away.
TEST(Variation, DrawsSomeMutatedVariablesAnew) {
  const auto count_far = [](double probability) {
    VariationOptions options = always(false, true);
    options.reset_probability = probability;
    const Variation variation(make_space({"x"}), options);
    RandomStream random(23);
    Design child;
    int far = 0;
    for (int i = 0; i < 20000; ++i) {
      variation.cross({0.1}, {0.1}, random, child);
      far += child[0] > 0.7 ? 1 : 0;
    }
    return far / 20000.0;
  };
  EXPECT_EQ(count_far(0.0), 0.0);
  EXPECT_NEAR(count_far(0.2), 0.2 * 0.3, 5.0 * std::sqrt(0.06 / 20000.0));
}

// A logarithmic variable is determined by its share, so a space of shares gives the same children.
TEST(Variation, ActsOnLogarithms) {
  const DesignVariable variable{"l", Kind::continuous, 1e-3, 1e5, true};
  const DesignVariable share{"s", Kind::continuous, 0.0, 1.0};
  const Variation of_values(make_space(variable), {}), of_shares(make_space(share), {});
  RandomStream random(29);
  Design value, child;
  for (int i = 0; i < 1000; ++i) {
    const double first = random.uniform(), second = random.uniform(), third = random.uniform();
    const Design a{value_at(variable, first)}, b{value_at(variable, second)},
        c{value_at(variable, third)};
    RandomStream copy = random;
    const bool is_crossed = i % 2 == 0;
    if (is_crossed) {
      of_values.cross(a, b, random, value);
      of_shares.cross({first}, {second}, copy, child);
    } else {
      of_values.displace(a, b, c, random, value);
      of_shares.displace({first}, {second}, {third}, copy, child);
    }
    // Logarithms of numbers up to 1e5 in units of ln 1e8 lose a digit.
    EXPECT_NEAR(share_of(variable, value[0]), child[0], 1e-14);
  }
}

// By the same share of the difference in all variables, at most the whole.
TEST(Variation, DisplacesAlongTheDifference) {
  DesignSpace space;
  for (int i = 0; i < 3; ++i) space.variables.push_back({"x", Kind::continuous, -10.0, 10.0});
  const Variation variation(space, {});
  const Design base{1.0, 2.0, 9.5}, from{0.0, 1.0, 2.0}, to{4.0, -1.0, 3.0};
  RandomStream random(31);
  Design child;
  double least = 1.0, greatest = 0.0;
  for (int i = 0; i < 1000; ++i) {
    variation.displace(base, from, to, random, child);
    const double share = (child[0] - 1.0) / 4.0;
    EXPECT_NEAR(child[1], 2.0 - 2.0 * share, 1e-14);
    EXPECT_NEAR(child[2], std::min(10.0, 9.5 + share), 1e-14);
    least = std::min(least, share);
    greatest = std::max(greatest, share);
  }
  EXPECT_LT(least, 0.01);
  EXPECT_GT(greatest, 0.99);
  EXPECT_LE(greatest, 1.0);
  variation.displace(base, to, to, random, child);
  EXPECT_EQ(child, base);
}

TEST(Variation, DisplacesIntegersAndChoices) {
  const DesignSpace space{{{"i", Kind::integer, 0.0, 50.0}, {"c", Kind::categorical, 0.0, 9.0}}};
  const Variation variation(space, {});
  RandomStream random(37);
  Design child;
  double sum = 0.0, taken = 0.0;
  std::set<double> values;
  constexpr int kCount = 50000;
  for (int i = 0; i < kCount; ++i) {
    variation.displace({20.0, 5.0}, {10.0, 2.0}, {14.0, 3.0}, random, child);
    values.insert(child[0]);
    sum += child[0];
    ASSERT_TRUE(child[1] == 5.0 || child[1] == 3.0);
    taken += child[1] == 3.0 ? 1.0 : 0.0;
  }
  EXPECT_EQ(values, (std::set<double>{20.0, 21.0, 22.0, 23.0, 24.0}));
  EXPECT_NEAR(sum / kCount, 20.0 + 0.5 * 4.0, 5.0 * 1.5 / std::sqrt(kCount));
  EXPECT_NEAR(taken / kCount, 0.5, 5.0 * 0.5 / std::sqrt(kCount));
}

}  // namespace
}  // namespace globaldyn::inside::test
