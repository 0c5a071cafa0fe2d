// What compare() promises: the cases of constrained domination, and the laws of a partial order.
#include "optimize/pareto/domination.h"

#include <gtest/gtest.h>

#include "tests/optimize/point_sets.h"

namespace globaldyn::inside::test {
namespace {

Outcome feasible(std::vector<double> objectives) {
  return {std::move(objectives), 0.0};
}
Outcome infeasible(double violation) {
  return {{}, violation};
}

constexpr Domination kFirst = Domination::first;
constexpr Domination kSecond = Domination::second;
constexpr Domination kNeither = Domination::neither;

TEST(Domination, ComparesObjectivesOfFeasibleOutcomes) {
  EXPECT_EQ(compare(feasible({1, 2}), feasible({2, 3})), kFirst);
  EXPECT_EQ(compare(feasible({1, 2}), feasible({1, 3})), kFirst);
  EXPECT_EQ(compare(feasible({1, 4}), feasible({1, 3})), kSecond);
  EXPECT_EQ(compare(feasible({1, 4}), feasible({2, 3})), kNeither);
  EXPECT_EQ(compare(feasible({1, 4}), feasible({1, 4})), kNeither);
  EXPECT_EQ(compare(feasible({0.0}), feasible({-0.0})), kNeither);
  EXPECT_EQ(compare(feasible({-2.0}), feasible({-1.0})), kFirst);
}

TEST(Domination, PutsFeasibilityFirst) {
  EXPECT_EQ(compare(feasible({9, 9}), infeasible(1e-300)), kFirst);
  EXPECT_EQ(compare(infeasible(1e-300), feasible({9, 9})), kSecond);
  EXPECT_EQ(compare(Outcome{{0, 0}, 1.0}, feasible({9, 9})), kSecond);
}

TEST(Domination, ComparesInfeasibleOutcomesByViolationAlone) {
  EXPECT_EQ(compare(Outcome{{9, 9}, 1.0}, Outcome{{0, 0}, 2.0}), kFirst);
  EXPECT_EQ(compare(infeasible(2.0), Outcome{{0, 0}, 1.0}), kSecond);
  EXPECT_EQ(compare(Outcome{{0, 0}, 1.0}, Outcome{{1, 1}, 1.0}), kNeither);
}

// Small grids, so that ties, copies and chains are frequent; a third of them infeasible.
std::vector<Outcome> make_outcomes(std::size_t objectives, std::uint64_t seed) {
  PointSets sets(seed);
  const Points points = sets.grid(objectives, 40, 3);
  std::vector<Outcome> outcomes;
  for (std::size_t i = 0; i < points.size(); ++i) {
    outcomes.push_back({{points[i].begin(), points[i].end()}, std::max(0.0, sets.below(6) - 3.0)});
  }
  return outcomes;
}

class DominationLaws : public testing::TestWithParam<std::size_t> {};

TEST_P(DominationLaws, IsTheDefinitionAndItsOwnMirrorImage) {
  const auto outcomes = make_outcomes(GetParam(), 1);
  int found = 0;
  for (const Outcome& a : outcomes) {
    for (const Outcome& b : outcomes) {
      const bool is_better = a.is_feasible() && b.is_feasible()
                                 ? dominates(a.objectives, b.objectives)
                                 : a.violation < b.violation;
      EXPECT_EQ(compare(a, b) == kFirst, is_better);
      EXPECT_EQ(compare(b, a) == kSecond, is_better);
      found += is_better ? 1 : 0;
    }
  }
  EXPECT_GT(found, 100);
}

TEST_P(DominationLaws, IsTransitive) {
  const auto outcomes = make_outcomes(GetParam(), 2);
  for (const Outcome& a : outcomes) {
    for (const Outcome& b : outcomes) {
      if (compare(a, b) != kFirst) continue;
      for (const Outcome& c : outcomes) {
        if (compare(b, c) == kFirst) {
          EXPECT_EQ(compare(a, c), kFirst);
        }
      }
    }
  }
}

TEST_P(DominationLaws, PointsCoverWhatTheyDominateAndTheirEquals) {
  const Points points = PointSets(3).grid(GetParam(), 60, 3);
  for (std::size_t i = 0; i < points.size(); ++i) {
    for (std::size_t j = 0; j < points.size(); ++j) {
      EXPECT_EQ(covers(points[i], points[j]),
                dominates(points[i], points[j]) || std::ranges::equal(points[i], points[j]));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Objectives, DominationLaws,
                         testing::Range(std::size_t{1}, std::size_t{7}));

}  // namespace
}  // namespace globaldyn::inside::test
