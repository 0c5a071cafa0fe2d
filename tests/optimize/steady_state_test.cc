// Evolution design by design: what a child may depend on, how many are under way, and that the
// short cut for children that would not survive changes nothing.
#include "optimize/evolution/steady_state.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <set>

#include "optimize/evolution/evolution.h"
#include "optimize/evolution/nsga.h"
#include "optimize/pareto/hypervolume.h"
#include "tests/optimize/courses.h"
#include "tests/optimize/late_evaluations.h"
#include "tests/optimize/test_problems.h"

namespace globaldyn::inside::test {
namespace {

using Kind = DesignVariable::Kind;

std::vector<Design> follow_steadily(const TestProblem& problem, const EvolutionOptions& options,
                                    std::size_t budget) {
  FunctionEvaluations evaluations(problem.evaluate, budget);
  (void)run_steady_state(problem.space, options, evaluations);
  return list(evaluations);
}

TEST(SteadyState, TakesTheSameCourseWithTheSameSeedOnly) {
  for (const TestProblem& problem : {make_osy(), make_dtlz2(), make_beam()}) {
    const std::vector<Design> course = follow_steadily(problem, {.seed = 5, .lag = 4}, 700);
    EXPECT_EQ(course.size(), 700u);
    EXPECT_EQ(course, follow_steadily(problem, {.seed = 5, .lag = 4}, 700));
    const std::vector<Design> seed = follow_steadily(problem, {.seed = 6, .lag = 4}, 700);
    const std::vector<Design> lag = follow_steadily(problem, {.seed = 5, .lag = 5}, 700);
    EXPECT_NE(course[0], seed[0]);
    EXPECT_NE(course[699], seed[699]);
    EXPECT_EQ(course[99], lag[99]);  // the first population is the same
    EXPECT_NE(course[699], lag[699]);
  }
}

TEST(SteadyState, DoesNotCareHowOutcomesArrive) {
  for (const TestProblem& problem : {make_osy(), make_dtlz2(), make_beam()}) {
    for (const std::size_t lag : {1u, 7u, 250u}) {
      const EvolutionOptions options{.lag = lag};
      const std::vector<Design> course = follow_steadily(problem, options, 1000);
      for (const std::uint64_t order : {1u, 2u, 3u}) {
        LateEvaluations late([&](std::size_t, const Design& x) { return problem.evaluate(x); },
                             1000, order);
        (void)run_steady_state(problem.space, options, late);
        EXPECT_EQ(late.designs(), course);
        EXPECT_EQ(late.max_in_flight(), lag);  // no more, and as many as are allowed
      }
    }
  }
}

// Child k + lag is the first one that outcome k can change, and in a small population it soon does.
TEST(SteadyState, BreedsFromOutcomesUpToTheLag) {
  const TestProblem problem = make_osy();
  constexpr std::size_t kPopulation = 6, kBudget = 300;
  for (const std::size_t lag : {1u, 2u, 10u, 60u}) {
    const EvolutionOptions options{.population = kPopulation, .lag = lag};
    const std::vector<Design> course = follow_steadily(problem, options, kBudget);
    for (const std::size_t changed : {1u, 6u, 40u, 111u, 200u}) {
      // So good that it enters any population as the best of all.
      const auto evaluate = [&](std::size_t number, const Design& x) {
        return number == changed ? Outcome{{-1e4, -1e4}} : problem.evaluate(x);
      };
      LateEvaluations evaluations(evaluate, kBudget, 3);
      (void)run_steady_state(problem.space, options, evaluations);
      const auto [own, other] = std::ranges::mismatch(course, evaluations.designs());
      const auto same = static_cast<std::size_t>(own - course.begin());
      const std::size_t first_population = std::max(kPopulation, lag + kPopulation / 2);
      const std::size_t unchanged = std::max(first_population, changed + lag - 1);
      EXPECT_GE(same, unchanged) << lag << " " << changed;
      // Every child draws at least four of the six, so one is left out less than every other time.
      EXPECT_LE(same, unchanged + 8) << lag << " " << changed;
    }
  }
}

TEST(SteadyState, EndsWithTheBudget) {
  const TestProblem problem = make_tnk();
  const std::vector<Design> course = follow_steadily(problem, {.lag = 30}, 1000);
  for (const std::size_t budget : {0u, 1u, 20u, 99u, 100u, 101u, 130u, 431u}) {
    FunctionEvaluations evaluations(problem.evaluate, budget);
    const Population population = run_steady_state(problem.space, {.lag = 30}, evaluations);
    EXPECT_EQ(list(evaluations), std::vector<Design>(course.begin(), course.begin() + budget));
    EXPECT_EQ(population.end, EvolutionEnd::budget);
    EXPECT_EQ(population.members.size(), std::min<std::size_t>(budget, 100));
    for (const Population::Member& member : population.members) {
      EXPECT_EQ(member.design, course.at(member.number - 1));
      EXPECT_EQ(member.outcome, problem.evaluate(member.design));
    }
    EXPECT_TRUE(std::ranges::is_sorted(population.members, {}, &Population::Member::number));
  }
}

// Selection happens in parts of a hundredth, the last one of any size.
TEST(SteadyState, KeepsLargePopulationsFull) {
  const TestProblem problem = make_tnk();
  for (const std::size_t budget : {299u, 300u, 301u, 303u, 1000u}) {
    FunctionEvaluations evaluations(problem.evaluate, budget);
    const Population population =
        run_steady_state(problem.space, {.population = 300, .lag = 7}, evaluations);
    EXPECT_EQ(evaluations.designs().size(), budget);
    EXPECT_EQ(population.members.size(), std::min<std::size_t>(budget, 300));
  }
}

// Outcomes under way at the end count as well: the best of all evaluations is a member.
TEST(SteadyState, WaitsForAllOutcomes) {
  for (const std::size_t best : {1u, 150u, 299u, 300u}) {
    for (const std::size_t lag : {1u, 40u, 400u}) {
      LateEvaluations evaluations(
          [&](std::size_t number, const Design& x) -> Outcome {
            return {{number == best ? -1.0 : x[0], number == best ? -1.0 : x[1]}};
          },
          300, 5);
      const Population population =
          run_steady_state(make_tnk().space, {.population = 20, .lag = lag}, evaluations);
      EXPECT_EQ(population.members.size(), 20u);
      const auto numbers = [](const auto& member) { return member.number; };
      EXPECT_NE(std::ranges::find(population.members, best, numbers), population.members.end());
    }
  }
}

TEST(SteadyState, EndsAfterTheMostOrWhenNothingIsGained) {
  FunctionEvaluations evaluations(make_zdt6().evaluate, 30000);
  const Population most = run_steady_state(
      make_zdt6().space, {.population = 30, .generations = 7, .lag = 3}, evaluations);
  EXPECT_EQ(most.end, EvolutionEnd::generations);
  EXPECT_EQ(most.generations, 7u);
  EXPECT_EQ(evaluations.designs().size(), 7u * 30u);
  FunctionEvaluations more(make_zdt6().evaluate, 30000);
  const Population stagnant =
      run_steady_state(make_zdt6().space, {.stagnation = {20, 1e-3}, .lag = 3}, more);
  EXPECT_EQ(stagnant.end, EvolutionEnd::stagnation);
  for (const auto& member : stagnant.members) {
    const auto& f = member.outcome.objectives;
    EXPECT_LT(f[0] * f[0] + f[1], 1.05);
  }
}

TEST(SteadyState, EndsWhenASmallSpaceIsExhausted) {
  const DesignSpace space{{{"a", Kind::categorical, 0.0, 3.0}, {"b", Kind::categorical, 0.0, 9.0}}};
  const auto evaluate = [](const Design& x) -> Outcome { return {{x[0], -x[0] - x[1]}}; };
  for (const std::size_t population : {5u, 100u}) {
    for (const std::size_t lag : {1u, 8u, 100u}) {
      FunctionEvaluations evaluations(evaluate, 10000);
      const Population result =
          run_steady_state(space, {.population = population, .lag = lag}, evaluations);
      EXPECT_EQ(result.end, EvolutionEnd::exhausted);
      EXPECT_EQ(result.members.size(), std::min<std::size_t>(population, 40));
      EXPECT_EQ(evaluations.designs().size(), 40u);
      const std::vector<Design> course = list(evaluations);
      EXPECT_EQ(std::set<Design>(course.begin(), course.end()).size(), 40u);
    }
  }
}

TEST(SteadyState, FindsItsWayFromInfeasibleDesigns) {
  const DesignSpace space{{{"a"}, {"b"}, {"c"}, {"d"}, {"e"}}};
  // Feasible if all are below 0.2; only then are there objectives.
  const auto evaluate = [](const Design& x) -> Outcome {
    double violation = 0.0;
    for (const double value : x) violation += std::max(0.0, value - 0.2);
    if (violation > 0.0) return {{}, violation};
    return {{x[0], 0.2 - x[0] + x[1]}, 0.0};
  };
  FunctionEvaluations evaluations(evaluate, 3000);
  for (const auto& member : run_steady_state(space, {.lag = 5}, evaluations).members) {
    ASSERT_TRUE(member.outcome.is_feasible());
    EXPECT_LT(member.outcome.objectives[0] + member.outcome.objectives[1], 0.21);
  }
  EXPECT_FALSE(evaluations.outcomes()[0].is_feasible());
}

// Those left out without sorting are those that sorting would have left out.
TEST(SteadyState, ReplacesAsSelectionWould) {
  for (const TestProblem& problem : {make_zdt1(), make_tnk(), make_beam()}) {
    const EvolutionOptions options{.population = 40};
    Evolution quick(problem.space, options, 40), full(problem.space, options, 40);
    std::deque<Outcome> outcomes;
    std::size_t unchanged = 0;
    Population before;
    for (std::size_t number = 1; number <= 1500; ++number) {
      Design a, b;
      if (number <= 40) {
        ASSERT_TRUE(quick.make_first(number - 1, a) && full.make_first(number - 1, b));
      } else {
        ASSERT_TRUE(quick.make_child(number, 0, a) && full.make_child(number, 0, b));
      }
      ASSERT_EQ(a, b) << problem.name << " " << number;
      outcomes.push_back(problem.evaluate(a));
      quick.add_and_select(number, a, outcomes.back());
      full.add(number, b, outcomes.back());
      full.select(number);
      const Population now = full.make_population(0, EvolutionEnd::budget);
      ASSERT_EQ(quick.make_population(0, EvolutionEnd::budget), now);
      unchanged += now == before ? 1 : 0;
      before = now;
    }
    EXPECT_GT(unchanged, 100u);  // there was something to cut short
    EXPECT_LT(unchanged, 1400u);
  }
}

// With few under way it gets closer to the front than generations do with as many evaluations.
TEST(SteadyState, GetsNearerThanGenerationsDo) {
  const TestProblem problem = make_zdt1();
  const auto measure = [&](const Population& population) {
    Points points(2);
    for (const auto& member : population.members) points.add(member.outcome.objectives);
    return calc_hypervolume(points, problem.reference);
  };
  FunctionEvaluations steady(problem.evaluate, 10000), generational(problem.evaluate, 10000);
  // What NSGA-II of a public library (pagmo) reaches: 0.8505.
  EXPECT_GT(measure(run_steady_state(problem.space, {.lag = 8}, steady)), 0.865);
  EXPECT_GT(measure(run_generational(problem.space, {}, generational)), 0.8505);
}

}  // namespace
}  // namespace globaldyn::inside::test
