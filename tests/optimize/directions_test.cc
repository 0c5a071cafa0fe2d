// Lattices of directions: all of them, once each, and as many as in the papers.
#include "optimize/pareto/directions.h"

#include <gtest/gtest.h>

#include <limits>
#include <set>

#include "tests/optimize/point_sets.h"

namespace globaldyn::inside::test {
namespace {

// The integer shares of every direction; each coordinate must be a multiple of 1 / divisions.
std::vector<std::vector<int>> find_shares(const Points& directions, int divisions) {
  std::vector<std::vector<int>> all;
  for (std::size_t i = 0; i < directions.size(); ++i) {
    std::vector<int> shares;
    for (const double x : directions[i]) {
      shares.push_back(static_cast<int>(std::lround(x * divisions)));
      EXPECT_EQ(x, static_cast<double>(shares.back()) / divisions);
    }
    all.push_back(shares);
  }
  return all;
}

TEST(Directions, AreAllPointsOfTheLatticeInDescendingOrder) {
  for (int objectives = 1; objectives <= 6; ++objectives) {
    for (int divisions = 1; divisions <= 5; ++divisions) {
      const Points directions = make_directions(objectives, divisions);
      const auto shares = find_shares(directions, divisions);
      for (std::size_t i = 0; i < shares.size(); ++i) {
        EXPECT_EQ(std::accumulate(shares[i].begin(), shares[i].end(), 0), divisions);
        EXPECT_GE(std::ranges::min(shares[i]), 0);
        if (i > 0) {
          EXPECT_LT(shares[i], shares[i - 1]);
        }
      }
      // As many as there are words of `objectives` letters with this sum: by counting them all.
      int count = 0;
      std::vector<int> word(static_cast<std::size_t>(objectives), 0);
      for (std::size_t k = 0; k < word.size();) {
        count += std::accumulate(word.begin(), word.end(), 0) == divisions ? 1 : 0;
        for (k = 0; k < word.size() && ++word[k] > divisions; ++k) word[k] = 0;
      }
      EXPECT_EQ(directions.size(), static_cast<std::size_t>(count));
      EXPECT_EQ(count_directions(objectives, divisions), static_cast<std::size_t>(count));
    }
  }
}

TEST(Directions, OfNoDivisionsAreTheCentre) {
  EXPECT_EQ(make_directions(4, 0), Points(4, {0.25, 0.25, 0.25, 0.25}));
  EXPECT_EQ(count_directions(4, 0), 1u);
}

// Das & Dennis 1998, and Deb & Jain 2014, table I.
TEST(Directions, AreAsManyAsInThePapers) {
  EXPECT_EQ(count_directions(2, 99), 100u);
  EXPECT_EQ(count_directions(3, 12), 91u);
  EXPECT_EQ(count_directions(5, 6), 210u);
  EXPECT_EQ(count_directions(8, DirectionLayers{3, 2}), 156u);
  EXPECT_EQ(count_directions(10, DirectionLayers{3, 2}), 275u);
  EXPECT_EQ(count_directions(15, DirectionLayers{2, 1}), 135u);
  EXPECT_EQ(choose_layers(3, 92), (DirectionLayers{12, std::nullopt}));
  EXPECT_EQ(choose_layers(5, 212), (DirectionLayers{6, std::nullopt}));
  EXPECT_EQ(choose_layers(8, 156), (DirectionLayers{3, 2}));
  EXPECT_EQ(choose_layers(10, 276), (DirectionLayers{3, 2}));
  EXPECT_EQ(choose_layers(15, 136), (DirectionLayers{2, 1}));
}

TEST(Directions, AreCountedWithoutOverflow) {
  constexpr std::size_t kMost = std::numeric_limits<std::size_t>::max();
  EXPECT_EQ(count_directions(34, 33), 7219428434016265740u);   // 66 over 33
  EXPECT_EQ(count_directions(35, 33), 14226520737620288370u);  // 67 over 34 just fits
  EXPECT_EQ(count_directions(35, 34), kMost);                  // 68 over 34 does not
  EXPECT_EQ(count_directions(1000, 1000000000), kMost);
  EXPECT_EQ(count_directions(35, DirectionLayers{33, 33}), kMost);
  EXPECT_EQ(count_directions(3, 2000000000), 2000000003000000001u);
}

TEST(Directions, ChosenFitThePopulationAndAreTheLargestThatDo) {
  for (int objectives = 2; objectives <= 12; ++objectives) {
    for (std::size_t population = 1; population <= 1500; population += 7) {
      const int divisions = choose_divisions(objectives, population);
      EXPECT_LE(count_directions(objectives, divisions), population);
      EXPECT_GT(count_directions(objectives, divisions + 1), population);
    }
  }
  EXPECT_EQ(choose_divisions(1, 100), 1);
  EXPECT_EQ(choose_divisions(5, 4), 0);
}

TEST(DirectionLayers, ChosenFitThePopulationAndAreTheLargestThatDo) {
  for (int objectives = 2; objectives <= 12; ++objectives) {
    for (std::size_t population = 1; population <= 1500; population += 7) {
      const DirectionLayers layers = choose_layers(objectives, population);
      EXPECT_LE(count_directions(objectives, layers), population);
      EXPECT_EQ(make_directions(objectives, layers).size(), count_directions(objectives, layers));
      const int single = choose_divisions(objectives, population);
      if (single >= objectives) {
        EXPECT_EQ(layers, (DirectionLayers{single, std::nullopt}));
      } else if (population > static_cast<std::size_t>(objectives)) {
        ASSERT_EQ(layers.inner, layers.outer - 1);
        const DirectionLayers more{layers.outer + 1, layers.outer};
        EXPECT_GT(count_directions(objectives, more), population);
      } else {
        EXPECT_EQ(layers, (DirectionLayers{single, std::nullopt}));
      }
    }
  }
}

TEST(DirectionLayers, HaveTheInnerOneHalfWayToTheCentre) {
  const Points directions = make_directions(4, DirectionLayers{3, 2});
  const Points outer = make_directions(4, 3), inner = make_directions(4, 2);
  std::set<std::vector<double>> distinct;
  for (std::size_t i = 0; i < directions.size(); ++i) {
    const auto direction = directions[i];
    distinct.emplace(direction.begin(), direction.end());
    // Rounded sums of four numbers.
    EXPECT_NEAR(std::accumulate(direction.begin(), direction.end(), 0.0), 1.0, 1e-15);
    for (std::size_t k = 0; k < 4; ++k) {
      const bool is_outer = i < outer.size();
      EXPECT_EQ(direction[k], is_outer ? outer[i][k] : 0.5 * inner[i - outer.size()][k] + 0.125);
    }
  }
  EXPECT_EQ(directions.size(), outer.size() + inner.size());
  EXPECT_EQ(distinct.size(), directions.size());
}

}  // namespace
}  // namespace globaldyn::inside::test
