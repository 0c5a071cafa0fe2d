// Which members survive: whole fronts, feasible before infeasible ones, and of the last front the
// least crowded, or equally many near each direction.
#include "optimize/evolution/survival.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "optimize/pareto/crowding.h"
#include "optimize/pareto/directions.h"
#include "optimize/pareto/domination.h"

namespace globaldyn::inside::test {
namespace {

std::vector<const Outcome*> point_at(const std::vector<Outcome>& outcomes) {
  std::vector<const Outcome*> pointers;
  for (const Outcome& outcome : outcomes) pointers.push_back(&outcome);
  return pointers;
}

struct Selection {
  std::vector<int> kept;
  std::vector<Standing> standings;
};

Selection select(const std::vector<Outcome>& outcomes, const EvolutionOptions& options) {
  Selection selection;
  Survival(options).select(point_at(outcomes), 1, selection.kept, selection.standings);
  return selection;
}

// On a coarse grid, so that there are ties of all kinds; a third infeasible, some of these without
// objectives.
std::vector<Outcome> draw_outcomes(std::size_t count, std::size_t objectives,
                                   RandomStream& random) {
  std::vector<Outcome> outcomes(count);
  for (Outcome& outcome : outcomes) {
    if (random.below(3) == 0) outcome.violation = 1.0 + static_cast<double>(random.below(20));
    if (outcome.violation > 10.0) continue;
    for (std::size_t k = 0; k < objectives; ++k) {
      outcome.objectives.push_back(static_cast<double>(random.below(12)));
    }
  }
  return outcomes;
}

// Ranks by definition: one more than the worst of those that dominate.
std::vector<int> rank_slowly(const std::vector<Outcome>& outcomes) {
  std::vector<int> ranks(outcomes.size(), 0);
  for (std::size_t pass = 0; pass < outcomes.size(); ++pass) {
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
      for (std::size_t j = 0; j < outcomes.size(); ++j) {
        if (compare(outcomes[j], outcomes[i]) == Domination::first) {
          ranks[i] = std::max(ranks[i], ranks[j] + 1);
        }
      }
    }
  }
  return ranks;
}

TEST(Survival, IsOfTheBestFronts) {
  RandomStream random(3);
  for (const std::size_t objectives : {1u, 2u, 3u}) {
    for (int repeat = 0; repeat < 30; ++repeat) {
      const std::vector<Outcome> outcomes = draw_outcomes(40, objectives, random);
      const std::vector<int> ranks = rank_slowly(outcomes);
      const std::size_t population = 1 + random.below(39);
      const Selection selection = select(outcomes, {.population = population});
      ASSERT_EQ(selection.kept.size(), population);
      ASSERT_TRUE(std::ranges::is_sorted(selection.kept));
      const std::set<int> kept(selection.kept.begin(), selection.kept.end());
      int worst_kept = 0, best_lost = 1000;
      for (int i = 0; i < 40; ++i) {
        if (kept.contains(i)) {
          worst_kept = std::max(worst_kept, ranks[i]);
        } else {
          best_lost = std::min(best_lost, ranks[i]);
        }
      }
      EXPECT_LE(worst_kept, best_lost);
      for (std::size_t k = 0; k < selection.kept.size(); ++k) {
        for (std::size_t l = 0; l < selection.kept.size(); ++l) {
          // Infeasible ones have worse ranks than by definition where fronts of feasible ones are
          // in between, but in the same order.
          EXPECT_EQ(
              selection.standings[k].rank < selection.standings[l].rank,
              outcomes[selection.kept[k]].is_feasible() && outcomes[selection.kept[l]].is_feasible()
                  ? ranks[selection.kept[k]] < ranks[selection.kept[l]]
                  : outcomes[selection.kept[k]].violation < outcomes[selection.kept[l]].violation);
        }
      }
    }
  }
}

TEST(Survival, ThinsOutTheLastFrontByCrowding) {
  RandomStream random(5);
  std::vector<Outcome> outcomes;
  Points front(2);
  for (int i = 0; i < 60; ++i) {
    const double x = random.uniform();
    outcomes.push_back({{x, 1.0 - x}});
    front.add(outcomes.back().objectives);
  }
  const Selection selection = select(outcomes, {.population = 25});
  EXPECT_EQ(selection.kept, keep_least_crowded(front, 25));
  // Parents are compared by distances of those that are left.
  Points left(2);
  for (const int i : selection.kept) left.add(front[i]);
  const std::vector<double> distances = calc_crowding_distances(left);
  for (std::size_t i = 0; i < 25; ++i) EXPECT_EQ(selection.standings[i].merit, distances[i]);
}

TEST(Survival, KeepsAllWhileThereIsRoom) {
  const std::vector<Outcome> outcomes{{{1.0, 2.0}}, {{}, 3.0}, {{2.0, 1.0}}, {{5.0, 5.0}}};
  const Selection selection = select(outcomes, {.population = 4});
  EXPECT_EQ(selection.kept, (std::vector<int>{0, 1, 2, 3}));
  EXPECT_TRUE(selection.standings[0].beats(selection.standings[3]));  // a better front
  EXPECT_TRUE(selection.standings[3].beats(selection.standings[1]));  // feasible
  EXPECT_FALSE(selection.standings[1].beats(selection.standings[1]));
}

// A sphere's eighth with a point at every direction of the lattice, and others between: the ones at
// the directions survive, in any units.
TEST(Survival, KeepsAPointNearEachDirection) {
  const Points directions = make_directions(3, 4);
  for (const double unit : {1.0, 1e-6}) {
    std::vector<Outcome> outcomes;
    const auto add = [&](double x, double y, double z) {
      const double length = std::sqrt(x * x + y * y + z * z);
      outcomes.push_back({{2.0 + x / length, unit * (y / length - 7.0), 1e3 * z / length}});
    };
    for (std::size_t i = 0; i < directions.size(); ++i) {
      const auto d = directions[i];
      add(d[0] + 0.03, d[1] + 0.02, d[2] + 0.04);  // between
      add(d[0], d[1], d[2]);
      add(d[0] + 0.04, d[1], d[2] + 0.01);
    }
    const Selection selection = select(outcomes, {.population = directions.size()});
    ASSERT_EQ(selection.kept.size(), directions.size());
    for (std::size_t i = 0; i < directions.size(); ++i) {
      EXPECT_EQ(selection.kept[i], 3 * static_cast<int>(i) + 1);
      EXPECT_NEAR(selection.standings[i].merit, 0.0, 1e-15);  // on its direction
    }
  }
}

// Where no point is near a direction, others have more; all niches are equally full.
TEST(Survival, FillsNichesEvenly) {
  Niching niching(2, 3);  // directions (1, 0), (1, 1), (0, 1)
  Points points(2);
  for (const double x : {0.0, 0.05, 0.1, 0.15, 1.0}) {
    const double both[] = {x, 1.0 - x};
    points.add(both);
  }
  niching.look_at(points, points.size());
  RandomStream random(7);
  std::vector<int> chosen;
  niching.choose(0, 5, 3, random, chosen);
  std::ranges::sort(chosen);
  EXPECT_EQ(chosen[0], 0);  // the closest to its direction
  EXPECT_EQ(chosen[2], 4);  // the only one at its direction
  // Points accepted already fill their niches: that of the last point is the only empty one.
  for (int i = 0; i < 20; ++i) {
    chosen.clear();
    niching.choose(2, 5, 1, random, chosen);
    EXPECT_EQ(chosen, std::vector<int>{4});
  }
  EXPECT_GT(niching.nearness(0), niching.nearness(1));
}

Points make_points(std::size_t dimension, const std::vector<double>& values) {
  return {dimension, values};
}

void expect_scale(const ObjectiveScale& scale, const std::vector<double>& best,
                  const std::vector<double>& worst) {
  for (std::size_t k = 0; k < best.size(); ++k) {
    // Rounding errors of a small system of equations whose rows are of size 1.
    EXPECT_NEAR(scale.best()[k], best[k], 1e-14 * (std::abs(worst[k]) + std::abs(best[k])));
    EXPECT_NEAR(scale.worst()[k], worst[k], 1e-13 * (std::abs(worst[k]) + std::abs(best[k])));
  }
}

// The plane x / 2 + y / 10 + z / 5 = 1 from (1, -3, 0) on, known in part: from inside, its ends are
// found by extrapolation.
TEST(ObjectiveScale, FindsWhereAPlaneMeetsTheAxes) {
  ObjectiveScale scale(3);
  std::vector<double> values;
  for (const auto& [x, y, z] :
       {std::tuple{0.8, 0.1, 0.1}, {0.1, 0.8, 0.1}, {0.1, 0.1, 0.8}, {0.4, 0.3, 0.3}}) {
    values.insert(values.end(), {1.0 + 2.0 * x, -3.0 + 10.0 * y, 5.0 * z});
  }
  // Dominated points with the best values, and with worse ones than the ends.
  values.insert(values.end(), {1.0, 9.0, 6.0, 4.0, -3.0, 6.0, 4.0, 9.0, 0.0});
  scale.update(make_points(3, values), 4);
  expect_scale(scale, {1.0, -3.0, 0.0}, {3.0, 7.0, 5.0});
}

// Ends are remembered, the best values too.
TEST(ObjectiveScale, RemembersExtremePoints) {
  ObjectiveScale scale(2);
  scale.update(make_points(2, {0.0, 4.0, 2.0, 0.0}), 2);
  expect_scale(scale, {0.0, 0.0}, {2.0, 4.0});
  scale.update(make_points(2, {0.9, 2.1, 1.0, 2.0}), 2);
  expect_scale(scale, {0.0, 0.0}, {2.0, 4.0});
}

TEST(ObjectiveScale, TakesTheFrontsWorstValuesIfThePlaneMakesNoSense) {
  // Fewer points than objectives.
  ObjectiveScale few(3);
  few.update(make_points(3, {1.0, 2.0, 3.0, 2.0, 1.0, 3.0, 9.0, 9.0, 9.0}), 2);
  // All are best in the third one: its worst value is that of all points.
  expect_scale(few, {1.0, 1.0, 3.0}, {2.0, 2.0, 9.0});
  // One point only: no range at all.
  ObjectiveScale one(2);
  one.update(make_points(2, {5.0, 6.0}), 1);
  std::vector<double> scaled(2);
  one.apply(std::vector<double>{5.0, 6.0}, scaled);
  EXPECT_EQ(scaled, (std::vector<double>{0.0, 0.0}));
}

}  // namespace
}  // namespace globaldyn::inside::test
