// Fronts against peeling by the definition, closed forms, and what must not change them.
#include "optimize/pareto/fronts.h"

#include <gtest/gtest.h>

#include "optimize/pareto/greatest_up_to.h"
#include "tests/optimize/point_sets.h"

namespace globaldyn::inside::test {
namespace {

// More points than are compared one by one, so that sets are divided several times.
constexpr std::size_t kMany = 700;

// Repeatedly removes what is not dominated by anything left.
std::vector<int> peel(const Points& points) {
  std::vector<int> ranks(points.size(), -1);
  std::vector<std::size_t> left(points.size());
  std::iota(left.begin(), left.end(), 0);
  for (int rank = 0; !left.empty(); ++rank) {
    std::vector<std::size_t> dominated;
    for (const std::size_t i : left) {
      const auto beats = [&](std::size_t j) { return dominates(points[j], points[i]); };
      if (std::ranges::any_of(left, beats)) {
        dominated.push_back(i);
      } else {
        ranks[i] = rank;
      }
    }
    left = dominated;
  }
  return ranks;
}

class Fronts : public testing::TestWithParam<std::size_t> {};

TEST_P(Fronts, ArePeeledOffOneByOne) {
  PointSets sets(GetParam());
  for (const std::size_t count :
       {std::size_t{0}, std::size_t{1}, std::size_t{2}, std::size_t{50}, std::size_t{150}, kMany}) {
    for (const Points& points : {sets.cube(GetParam(), count), sets.grid(GetParam(), count, 3),
                                 sets.grid(GetParam(), count, 9), sets.sphere(GetParam(), count)}) {
      EXPECT_EQ(rank_fronts(points), peel(points));
    }
  }
}

// One objective with two values, or all with a common part: medians divide nothing, or little.
TEST_P(Fronts, ArePeeledOffWhereObjectivesTie) {
  PointSets sets(10 + GetParam());
  for (std::size_t tied = 0; tied < GetParam(); ++tied) {
    const Points points =
        map_coordinates(sets.cube(GetParam(), kMany), [&](double x, std::size_t k) {
          return k == tied ? (x < 0.02 ? 0.0 : 1.0) : std::max(x, 0.6);
        });
    EXPECT_EQ(rank_fronts(points), peel(points)) << tied;
  }
}

// On a whole grid the longest chain down to the origin takes single steps: as many as the
// coordinates together.
TEST_P(Fronts, OfAWholeGridAreItsDiagonals) {
  const std::size_t m = GetParam();
  const int steps = static_cast<int>(std::floor(std::pow(800.0, 1.0 / static_cast<double>(m))));
  Points grid(m);
  std::vector<int> sums;
  std::vector<double> point(m, 0.0);
  for (std::size_t k = 0; k < m;) {
    grid.add(point);
    sums.push_back(static_cast<int>(std::accumulate(point.begin(), point.end(), 0.0)));
    for (k = 0; k < m && ++point[k] == steps; ++k) point[k] = 0.0;
  }
  ASSERT_GT(grid.size(), 200u);
  const auto order = PointSets(1).shuffle(grid.size());
  const std::vector<int> ranks = rank_fronts(pick(grid, order));
  for (std::size_t i = 0; i < order.size(); ++i) {
    EXPECT_EQ(ranks[i], sums[static_cast<std::size_t>(order[i])]);
  }
}

TEST_P(Fronts, DependOnTheOrderOfValuesOnly) {
  PointSets sets(20 + GetParam());
  const Points points = sets.grid(GetParam(), kMany, 12);
  const std::vector<int> ranks = rank_fronts(points);
  EXPECT_EQ(rank_fronts(reorder_coordinates(points, sets.shuffle(GetParam()))), ranks);
  const auto stretch = [](double x, std::size_t k) {
    return k % 2 == 0 ? std::exp(x) : 1e9 * x * x * x - 7.0;
  };
  EXPECT_EQ(rank_fronts(map_coordinates(points, stretch)), ranks);
  const auto order = sets.shuffle(points.size());
  std::vector<int> shuffled;
  for (const int i : order) shuffled.push_back(ranks[static_cast<std::size_t>(i)]);
  EXPECT_EQ(rank_fronts(pick(points, order)), shuffled);
}

INSTANTIATE_TEST_SUITE_P(Objectives, Fronts, testing::Range(std::size_t{1}, std::size_t{7}));

std::vector<Outcome> make_outcomes(const Points& points, PointSets& sets) {
  std::vector<Outcome> outcomes;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const double violation = std::max(0.0, sets.below(9) - 4.0);
    outcomes.push_back({{points[i].begin(), points[i].end()}, violation});
    // As for a machine that cannot run.
    if (violation > 3.0) outcomes.back().objectives.clear();
  }
  return outcomes;
}

// Those of equal violation share a rank, and no rank is left out.
TEST(FrontsOfOutcomes, OfTheFeasibleComeFirstAndTheOthersByViolation) {
  PointSets sets(5);
  for (const std::size_t objectives : {1u, 2u, 3u, 4u}) {
    const auto outcomes = make_outcomes(sets.grid(objectives, 300, 6), sets);
    const std::vector<int> ranks = rank_fronts(outcomes);
    Points feasible(objectives);
    std::vector<int> feasible_ranks;
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
      if (!outcomes[i].is_feasible()) continue;
      feasible.add(outcomes[i].objectives);
      feasible_ranks.push_back(ranks[i]);
    }
    EXPECT_EQ(feasible_ranks, peel(feasible));
    const int fronts = 1 + std::ranges::max(feasible_ranks);
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
      if (outcomes[i].is_feasible()) continue;
      // Violations are 1, 2, 3, 4.
      EXPECT_EQ(ranks[i], fronts - 1 + static_cast<int>(outcomes[i].violation));
    }
  }
}

TEST(FrontsOfOutcomes, BeginAtZeroIfNoneIsFeasible) {
  const std::vector<Outcome> outcomes{{{}, 2.5}, {{1.0, 2.0}, 0.5}, {{}, 2.5}, {{}, 1e9}};
  EXPECT_EQ(rank_fronts(outcomes), (std::vector<int>{1, 0, 1, 2}));
}

// A sorter keeps nothing between calls except its memory.
TEST(FrontSorter, GivesTheSameWhateverItSortedBefore) {
  PointSets sets(6);
  FrontSorter used;
  std::vector<int> ranks;
  for (int round = 0; round < 40; ++round) {
    const auto objectives = static_cast<std::size_t>(1 + sets.below(5));
    const auto count = static_cast<std::size_t>(sets.below(400));
    const auto outcomes = make_outcomes(sets.grid(objectives, count, 2 + sets.below(20)), sets);
    std::vector<const Outcome*> pointers;
    for (const Outcome& outcome : outcomes) pointers.push_back(&outcome);
    used.rank(pointers, ranks);
    EXPECT_EQ(ranks, rank_fronts(outcomes));
  }
}

TEST(GreatestUpTo, IsTheGreatestOfAPlainList) {
  PointSets sets(7);
  for (const int places : {1, 2, 3, 64, 100}) {
    const auto pick_place = [&] { return static_cast<std::size_t>(sets.below(places)); };
    GreatestUpTo tree;
    tree.reset(static_cast<std::size_t>(places));
    for (int round = 0; round < 3; ++round) {
      std::vector<int> list(static_cast<std::size_t>(places), 0);
      std::vector<std::size_t> raised;
      for (int step = 0; step < 200; ++step) {
        raised.push_back(pick_place());
        const int value = sets.below(1000);
        tree.raise(raised.back(), value);
        list[raised.back()] = std::max(list[raised.back()], value);
        const std::size_t place = pick_place();
        const auto up_to = std::span(list).first(place + 1);
        EXPECT_EQ(tree.find(place), std::ranges::max(up_to));
      }
      for (const std::size_t place : raised) tree.forget(place);
      EXPECT_EQ(tree.find(list.size() - 1), 0);
    }
  }
}

}  // namespace
}  // namespace globaldyn::inside::test
