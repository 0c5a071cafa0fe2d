// Hypervolumes against closed forms, counted cells and inclusion-exclusion. With integer
// coordinates every product and sum is exact, so most comparisons are for equality.
#include "optimize/pareto/hypervolume.h"

#include <gtest/gtest.h>

#include <bit>
#include <functional>
#include <limits>
#include <numbers>
#include <set>

#include "optimize/pareto/number_set.h"
#include "tests/optimize/point_sets.h"

namespace globaldyn::inside::test {
namespace {

constexpr double kVolumeRoundOff = std::numeric_limits<double>::epsilon();

std::vector<double> repeat(double x, std::size_t dimension) {
  return std::vector<double>(dimension, x);
}

Points without(const Points& points, std::size_t i) {
  Points others(points.dimension());
  for (std::size_t j = 0; j < points.size(); ++j) {
    if (j != i) others.add(points[j]);
  }
  return others;
}

// How many unit cells of a grid lie above a point.
double count_cells(const Points& points, std::span<const double> reference) {
  double count = 0.0;
  std::vector<double> cell(reference.size(), 0.0);
  for (std::size_t k = 0; k < cell.size();) {
    for (std::size_t i = 0; i < points.size(); ++i) {
      if (!std::ranges::equal(points[i], cell, std::less_equal<>())) continue;
      ++count;
      break;
    }
    for (k = 0; k < cell.size() && ++cell[k] == reference[k]; ++k) cell[k] = 0.0;
  }
  return count;
}

// The sum over all subsets, with signs alternating by size, of the volume their points have in
// common.
double include_and_exclude(const Points& points, std::span<const double> reference) {
  double volume = 0.0;
  for (std::uint32_t subset = 1; subset < (1u << points.size()); ++subset) {
    double common = 1.0;
    for (std::size_t k = 0; k < reference.size(); ++k) {
      double worst = -std::numeric_limits<double>::infinity();
      for (std::size_t i = 0; i < points.size(); ++i) {
        if ((subset >> i & 1u) != 0) worst = std::max(worst, points[i][k]);
      }
      common *= std::max(0.0, reference[k] - worst);
    }
    volume += std::popcount(subset) % 2 == 1 ? common : -common;
  }
  return volume;
}

// How many ways there are to choose k of n.
double choose(int n, int k) {
  double count = 1.0;
  for (int i = 1; i <= k; ++i) count = count * (n - k + i) / i;
  return count;
}

// All points with integer coordinates >= 0 and this sum.
void add_lattice(std::vector<double>& point, std::size_t k, int sum, Points& lattice) {
  if (k + 1 == point.size()) {
    point[k] = sum;
    lattice.add(point);
    return;
  }
  for (int x = 0; x <= sum; ++x) {
    point[k] = x;
    add_lattice(point, k + 1, sum - x, lattice);
  }
}

Points make_lattice(std::size_t dimension, int sum) {
  Points lattice(dimension);
  std::vector<double> point(dimension);
  add_lattice(point, 0, sum, lattice);
  return lattice;
}

class Hypervolume : public testing::TestWithParam<std::size_t> {
 protected:
  // A grid coarse enough to count its cells.
  [[nodiscard]] static int steps() {
    constexpr int kSteps[] = {0, 200, 60, 16, 9, 6, 4, 3};
    return kSteps[GetParam()];
  }
};

TEST_P(Hypervolume, OfOnePointIsItsBox) {
  std::vector<double> point, reference;
  double product = 1.0;
  for (std::size_t k = 0; k < GetParam(); ++k) {
    point.push_back(static_cast<double>(k) - 2.0);
    reference.push_back(2.0 * static_cast<double>(k) + 1.0);
    product *= reference.back() - point.back();
  }
  const Points points(GetParam(), point);
  EXPECT_EQ(calc_hypervolume(points, reference), product);
  EXPECT_EQ(calc_contributions(points, reference), std::vector{product});
}

TEST_P(Hypervolume, IsTheNumberOfCellsAboveThePoints) {
  PointSets sets(GetParam());
  const auto reference = repeat(steps(), GetParam());
  for (const std::size_t count : {0u, 1u, 2u, 3u, 5u, 10u, 30u, 100u, 300u}) {
    // Some sets with points that are good in all objectives at once, some without.
    const Points some = sets.grid(GetParam(), count, steps());
    const Points few_good = map_coordinates(some, [&](double x, std::size_t) {
      return std::floor(x < 0.3 * steps() ? x : 0.5 * (x + steps()));
    });
    for (const Points& points : {some, few_good}) {
      EXPECT_EQ(calc_hypervolume(points, reference), count_cells(points, reference))
          << print(points);
    }
  }
}

TEST_P(Hypervolume, IsWhatInclusionAndExclusionGive) {
  PointSets sets(50 + GetParam());
  for (std::size_t count = 0; count <= 9; ++count) {
    const Points points = sets.cube(GetParam(), count);
    const auto reference = repeat(0.9, GetParam());
    // 2^count terms <= 1, each with at most the rounding errors of its factors and of the sum.
    const double tolerance =
        std::pow(2.0, count) * (static_cast<double>(GetParam()) + 2.0) * kVolumeRoundOff;
    EXPECT_NEAR(calc_hypervolume(points, reference), include_and_exclude(points, reference),
                tolerance)
        << print(points);
  }
}

// The cells whose lower corner has a smaller sum are those not covered.
TEST_P(Hypervolume, OfALinearFrontIsAClosedForm) {
  constexpr int kSums[] = {0, 7, 5000, 100, 14, 8, 6, 5};
  const int sum = kSums[GetParam()];
  const auto m = static_cast<int>(GetParam());
  const Points lattice = make_lattice(GetParam(), sum);
  ASSERT_EQ(static_cast<double>(lattice.size()), choose(sum + m - 1, m - 1));
  const auto order = PointSets(1).shuffle(lattice.size());
  const double expected = std::pow(sum, m) - choose(sum - 1 + m, m);
  // A single point of one objective lies on the reference.
  EXPECT_EQ(calc_hypervolume(pick(lattice, order), repeat(sum, GetParam())), expected);
}

// With and without ties.
TEST_P(Hypervolume, IsTheSameToTheLastBitInAnyOrderOfPoints) {
  PointSets sets(60 + GetParam());
  const std::size_t count = GetParam() < 6 ? 60 : 25;
  const auto root = [](double x, std::size_t k) {
    return std::sqrt(0.1 * x + static_cast<double>(k));
  };
  const auto reference = repeat(2.5, GetParam());
  for (const Points& points :
       {sets.sphere(GetParam(), count), map_coordinates(sets.grid(GetParam(), count, 5), root)}) {
    const double volume = calc_hypervolume(points, reference);
    const auto contributions = calc_contributions(points, reference);
    for (int round = 0; round < 3; ++round) {
      const auto order = sets.shuffle(points.size());
      const Points shuffled = pick(points, order);
      EXPECT_EQ(calc_hypervolume(shuffled, reference), volume);
      const auto shuffled_contributions = calc_contributions(shuffled, reference);
      for (std::size_t i = 0; i < order.size(); ++i) {
        EXPECT_EQ(shuffled_contributions[i], contributions[static_cast<std::size_t>(order[i])]);
      }
    }
  }
}

// Exact, as coordinates are integers and factors powers of two.
TEST_P(Hypervolume, FollowsUnitsAndOriginsAndDoesNotCareForTheOrderOfObjectives) {
  PointSets sets(70 + GetParam());
  const Points points = sets.grid(GetParam(), 60, steps());
  const auto reference = repeat(steps(), GetParam());
  const double volume = calc_hypervolume(points, reference);
  EXPECT_GT(volume, 0.0);
  EXPECT_EQ(calc_hypervolume(reorder_coordinates(points, sets.shuffle(GetParam())), reference),
            volume);
  const auto shift = [](double x, std::size_t k) { return x - 17.0 * static_cast<double>(k); };
  const auto stretch = [](double x, std::size_t k) {
    return std::ldexp(x, 3 * static_cast<int>(k));
  };
  const Points shifted_reference = map_coordinates(Points(GetParam(), reference), shift);
  EXPECT_EQ(calc_hypervolume(map_coordinates(points, shift), shifted_reference[0]), volume);
  const Points long_reference = map_coordinates(Points(GetParam(), reference), stretch);
  const int m = static_cast<int>(GetParam());
  EXPECT_EQ(calc_hypervolume(map_coordinates(points, stretch), long_reference[0]),
            std::ldexp(volume, 3 * m * (m - 1) / 2));
}

TEST_P(Hypervolume, TakesNothingFromPointsThatAreNotBelowTheReference) {
  PointSets sets(80 + GetParam());
  const Points points = sets.grid(GetParam(), 40, steps());
  const auto reference = repeat(steps(), GetParam());
  Points more = points;
  for (std::size_t k = 0; k < GetParam(); ++k) {
    std::vector<double> point(GetParam(), -100.0);
    point[k] = steps();  // on the reference in one objective
    more.add(point);
    point[k] += 1.0;
    more.add(point);
  }
  EXPECT_EQ(calc_hypervolume(more, reference), calc_hypervolume(points, reference));
  const auto contributions = calc_contributions(more, reference);
  for (std::size_t i = points.size(); i < more.size(); ++i) EXPECT_EQ(contributions[i], 0.0);
}

TEST_P(Hypervolume, TakesNothingFromDominatedPointsAndCopies) {
  PointSets sets(90 + GetParam());
  const Points points = sets.sphere(GetParam(), 30);
  const auto reference = repeat(1.1, GetParam());
  Points more = points;
  for (std::size_t i = 0; i < points.size(); i += 2) {
    more.add(points[i]);
    std::vector<double> worse(points[i].begin(), points[i].end());
    for (double& x : worse) x += 0.01 * sets.share();
    more.add(worse);
  }
  // Only the order of the sum may change: of a volume <= 1.1^m, in which some hundred terms per
  // point are added and subtracted.
  const double tolerance =
      30.0 * 100.0 * kVolumeRoundOff * std::pow(1.1, static_cast<double>(GetParam()));
  EXPECT_NEAR(calc_hypervolume(more, reference), calc_hypervolume(points, reference), tolerance);
}

TEST_P(Hypervolume, ContributionsAreWhatIsLostWithoutAPoint) {
  PointSets sets(100 + GetParam());
  const auto reference = repeat(steps(), GetParam());
  for (const int low : {2, 3, steps()}) {
    for (const std::size_t count : {1u, 2u, 7u, 40u, 130u}) {
      const Points points = sets.grid(GetParam(), count, low);
      const auto contributions = calc_contributions(points, reference);
      const double volume = calc_hypervolume(points, reference);
      ASSERT_EQ(contributions.size(), count);
      for (std::size_t i = 0; i < count; ++i) {
        EXPECT_EQ(contributions[i], volume - calc_hypervolume(without(points, i), reference))
            << i << " of " << print(points);
      }
      EXPECT_LE(std::accumulate(contributions.begin(), contributions.end(), 0.0), volume);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Objectives, Hypervolume, testing::Range(std::size_t{1}, std::size_t{8}));

// Points with squares i / divisions lie on the unit sphere, and every point of it is at most
// 1 / sqrt(divisions) better than one of them in each objective, as |sqrt(a) - sqrt(b)| <=
// sqrt|a - b|. So they cover everything above the sphere except a layer of that thickness along
// each axis.
TEST(SphericalFront, TendsToTheVolumeAboveTheSphere) {
  for (const int m : {2, 3, 4, 5}) {
    const double ball = std::pow(std::numbers::pi, 0.5 * m) / std::tgamma(0.5 * m + 1.0);
    const double limit = 1.0 - ball / std::pow(2.0, m);
    const auto reference = repeat(1.0, static_cast<std::size_t>(m));
    double before = 0.0;
    for (int divisions = 1; divisions <= (m < 4 ? 64 : 8); divisions *= 2) {
      const Points front =
          map_coordinates(make_lattice(reference.size(), divisions),
                          [&](double x, std::size_t) { return std::sqrt(x / divisions); });
      const double volume = calc_hypervolume(front, reference);
      EXPECT_LT(volume, limit);
      EXPECT_GT(volume, limit - m / std::sqrt(divisions));
      // Each lattice is part of the next one.
      EXPECT_GE(volume, before);
      before = volume;
    }
    EXPECT_GT(before, 0.4 * limit);
  }
}

// Many small sets, in which points lie within, next to and on each other in all possible ways.
TEST(Contributions, OfSmallSetsAreWhatIsLostWithoutAPoint) {
  PointSets sets(8);
  for (int round = 0; round < 20000; ++round) {
    const std::size_t dimension = round % 2 == 0 ? 2 : 3;
    const int steps = 2 + sets.below(6);
    const Points points = sets.grid(dimension, static_cast<std::size_t>(1 + sets.below(9)), steps);
    const auto reference = repeat(steps, dimension);
    const auto contributions = calc_contributions(points, reference);
    const double volume = calc_hypervolume(points, reference);
    for (std::size_t i = 0; i < points.size(); ++i) {
      ASSERT_EQ(contributions[i], volume - calc_hypervolume(without(points, i), reference))
          << i << " of " << print(points);
    }
  }
}

// Only the cell that starts at a point is above no other point.
TEST(Contributions, OfALinearFrontAreItsCells) {
  const Points line = make_lattice(2, 5000);
  const auto contributions = calc_contributions(line, repeat(5001, 2));
  for (const double contribution : contributions) EXPECT_EQ(contribution, 1.0);
  const Points plane = make_lattice(3, 100);
  const auto of_plane = calc_contributions(plane, repeat(101, 3));
  for (const double contribution : of_plane) EXPECT_EQ(contribution, 1.0);
}

TEST(NumberSet, FindsTheNeighboursThatAPlainSetHas) {
  PointSets sets(9);
  for (const int bound : {1, 2, 64, 65, 4096, 4097, 300000}) {
    NumberSet numbers;
    numbers.reset(static_cast<std::size_t>(bound));
    std::set<std::size_t> plain;
    for (int step = 0; step < 300; ++step) {
      const auto number = static_cast<std::size_t>(sets.below(bound));
      if (sets.below(3) > 0) {
        numbers.insert(number);
        plain.insert(number);
      } else {
        numbers.erase(number);
        plain.erase(number);
      }
      const auto from = static_cast<std::size_t>(sets.below(bound));
      const auto below = plain.lower_bound(from), above = plain.upper_bound(from);
      EXPECT_EQ(numbers.find_below(from),
                below == plain.begin() ? NumberSet::kNone : *std::prev(below));
      EXPECT_EQ(numbers.find_above(from), above == plain.end() ? NumberSet::kNone : *above);
    }
  }
}

}  // namespace
}  // namespace globaldyn::inside::test
