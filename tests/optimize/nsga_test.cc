// Evolution by generations: the same course for a seed; budgets; constraints; spaces of every kind.
#include "optimize/evolution/nsga.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "optimize/pareto/fronts.h"
#include "tests/optimize/courses.h"
#include "tests/optimize/late_evaluations.h"
#include "tests/optimize/test_problems.h"

namespace globaldyn::inside::test {
namespace {

using Kind = DesignVariable::Kind;

// The designs a search asks for, in their order: its course.
std::vector<Design> follow(const TestProblem& problem, const EvolutionOptions& options,
                           std::size_t budget) {
  FunctionEvaluations evaluations(problem.evaluate, budget);
  (void)run_generational(problem.space, options, evaluations);
  return list(evaluations);
}

TEST(Generations, TakeTheSameCourseWithTheSameSeedOnly) {
  for (const TestProblem& problem : {make_osy(), make_dtlz2(), make_beam()}) {
    const std::vector<Design> course = follow(problem, {.seed = 5}, 1000);
    EXPECT_EQ(course.size(), 1000u);
    EXPECT_EQ(course, follow(problem, {.seed = 5}, 1000));
    const std::vector<Design> other = follow(problem, {.seed = 6}, 1000);
    for (std::size_t i = 0; i < 1000; i += 100) EXPECT_NE(course[i], other[i]) << i;
  }
}

TEST(Generations, DoNotCareHowOutcomesArrive) {
  for (const TestProblem& problem : {make_osy(), make_dtlz2(), make_beam()}) {
    const std::vector<Design> course = follow(problem, {}, 1050);
    for (const std::uint64_t order : {1u, 2u, 3u}) {
      LateEvaluations late([&](std::size_t, const Design& x) { return problem.evaluate(x); }, 1050,
                           order);
      (void)run_generational(problem.space, {}, late);
      EXPECT_EQ(late.designs(), course);
      EXPECT_EQ(late.max_in_flight(), 100u);  // all of a generation
    }
  }
}

// A search that is cut short has taken the first part of the same course.
TEST(Generations, EndWithTheBudget) {
  const TestProblem problem = make_tnk();
  const std::vector<Design> course = follow(problem, {}, 2000);
  for (const std::size_t budget : {0u, 1u, 99u, 100u, 101u, 250u, 300u}) {
    FunctionEvaluations evaluations(problem.evaluate, budget);
    const Population population = run_generational(problem.space, {}, evaluations);
    EXPECT_EQ(list(evaluations), std::vector<Design>(course.begin(), course.begin() + budget));
    EXPECT_EQ(population.end, EvolutionEnd::budget);
    EXPECT_EQ(population.generations, (budget + 99) / 100);
    EXPECT_EQ(population.members.size(), std::min<std::size_t>(budget, 100));
    for (const Population::Member& member : population.members) {
      EXPECT_EQ(member.design, course.at(member.number - 1));
      EXPECT_EQ(member.outcome, problem.evaluate(member.design));
    }
    EXPECT_TRUE(std::ranges::is_sorted(population.members, {}, &Population::Member::number));
  }
}

// As when time runs out in the middle of a generation: no more is submitted than was announced.
TEST(Generations, HandInNoMoreThanIsLeft) {
  class Shrinking : public Evaluations {
   public:
    std::size_t submitted{0};

   private:
    [[nodiscard]] std::size_t do_left() override { return submitted < 200 ? 1000 : left_--; }
    std::size_t do_submit(const Design&) override { return ++submitted; }
    const Outcome& do_wait_for(std::size_t) override { return outcome_; }

    mutable std::size_t left_{30};  // decreases with every call
    Outcome outcome_{{1.0, 2.0}};
  } evaluations;
  (void)run_generational(make_tnk().space, {.generations = 3}, evaluations);
  EXPECT_EQ(evaluations.submitted, 230u);
}

TEST(Generations, EndAfterTheMost) {
  FunctionEvaluations evaluations(make_tnk().evaluate, 10000);
  const Population population =
      run_generational(make_tnk().space, {.population = 30, .generations = 7}, evaluations);
  EXPECT_EQ(population.end, EvolutionEnd::generations);
  EXPECT_EQ(population.generations, 7u);
  EXPECT_EQ(evaluations.designs().size(), 7u * 30u);
}

TEST(Generations, BeginWithTheDesignsGiven) {
  const TestProblem problem = make_zdt1();
  Design best(30, 0.0), other(30, 0.3);
  best[0] = 0.5;
  FunctionEvaluations evaluations(problem.evaluate, 200);
  const Population population = run_generational(
      problem.space, {.population = 50, .initial_designs = {other, best, best}}, evaluations);
  EXPECT_EQ(evaluations.designs()[0], other);
  EXPECT_EQ(evaluations.designs()[1], best);
  EXPECT_NE(evaluations.designs()[2], best);  // another design instead
  // It is on the front from the start.
  const auto is_best = [&](const auto& member) { return member.design == best; };
  EXPECT_TRUE(std::ranges::any_of(population.members, is_best));
  // All are evaluated, even if they are more than a population.
  FunctionEvaluations few(problem.evaluate, 4);
  EXPECT_EQ(
      run_generational(problem.space,
                       {.population = 2, .initial_designs = {other, best, Design(30, 0.1)}}, few)
          .members.size(),
      2u);
  EXPECT_EQ(few.designs()[2], Design(30, 0.1));
}

TEST(Generations, EvaluateNoDesignTwice) {
  const TestProblem line{"line", {{{"x"}}}, [](const Design& x) -> Outcome {
                           return {{x[0], 1.0 - x[0]}};
                         }};
  for (const TestProblem& problem : {line, make_zdt4(), make_beam()}) {
    const std::vector<Design> course = follow(problem, {}, 5000);
    EXPECT_EQ(std::set<Design>(course.begin(), course.end()).size(), 5000u);
  }
}

// Feasible designs have all variables below 0.2, and only they have objectives. One of 3000 random
// designs is feasible.
Outcome evaluate_corner(const Design& x) {
  double violation = 0.0;
  for (const double value : x) violation += std::max(0.0, value - 0.2);
  if (violation > 0.0) return {{}, violation};
  return {{x[0], 0.2 - x[0] + x[1]}, 0.0};
}

TEST(Generations, FindTheirWayFromInfeasibleDesigns) {
  const DesignSpace space{{{"a"}, {"b"}, {"c"}, {"d"}, {"e"}}};
  FunctionEvaluations evaluations(evaluate_corner, 3000);
  const Population population = run_generational(space, {}, evaluations);
  for (std::size_t i = 0; i < 100; ++i) EXPECT_FALSE(evaluations.outcomes()[i].is_feasible());
  for (const Population::Member& member : population.members) {
    ASSERT_TRUE(member.outcome.is_feasible());
    EXPECT_LT(member.outcome.objectives[0] + member.outcome.objectives[1], 0.21);
  }
}

TEST(Generations, KeepTheLeastViolationsIfNothingIsFeasible) {
  const DesignSpace space{{{"a"}, {"b"}}};
  FunctionEvaluations evaluations(
      [](const Design& x) -> Outcome {
        return {{}, 1.0 + x[0] + x[1]};
      },
      2000);
  const Population population = run_generational(space, {}, evaluations);
  EXPECT_EQ(population.end, EvolutionEnd::budget);
  std::vector<double> violations;
  for (const Outcome& outcome : evaluations.outcomes()) violations.push_back(outcome.violation);
  std::ranges::sort(violations);
  for (const Population::Member& member : population.members) {
    EXPECT_LE(member.outcome.violation, violations[99]);
  }
  EXPECT_LT(violations[0], 1.001);
}

TEST(Generations, MinimizeOneObjectiveOfOneVariable) {
  for (const EvolutionAlgorithm algorithm :
       {EvolutionAlgorithm::automatic, EvolutionAlgorithm::nsga2, EvolutionAlgorithm::nsga3}) {
    FunctionEvaluations evaluations(
        [](const Design& x) -> Outcome { return {{std::pow(x[0] - 0.3, 2)}}; }, 3000);
    const Population population = run_generational({{{"x", Kind::continuous, -10.0, 10.0}}},
                                                   {.algorithm = algorithm}, evaluations);
    const auto best = std::ranges::min_element(
        population.members, {}, [](const auto& member) { return member.outcome.objectives[0]; });
    // A population of 100 that halves its range in every generation would be within 1e-7.
    EXPECT_NEAR(best->design[0], 0.3, 1e-4);
  }
}

// A narrow valley oblique to all axes, along which only steps of all ten variables together
// descend. The median of five seeds.
double descend(double difference_probability) {
  DesignSpace space;
  for (int i = 0; i < 10; ++i) space.variables.push_back({"x", Kind::continuous, -5.0, 5.0});
  const auto valley = [](const Design& x) -> Outcome {
    double sum = 0.0, before = 1.0;
    for (const double value : x) {
      sum += 100.0 * std::pow(value - before, 2) + std::pow(value - 1.0, 2);
      before = value;
    }
    return {{sum}};
  };
  std::vector<double> least;
  for (const std::uint64_t seed : {1u, 2u, 3u, 4u, 5u}) {
    FunctionEvaluations evaluations(valley, 10000);
    EvolutionOptions options{.seed = seed};
    options.variation.difference_probability = difference_probability;
    (void)run_generational(space, options, evaluations);
    least.push_back(1e9);
    for (const Outcome& outcome : evaluations.outcomes()) {
      least.back() = std::min(least.back(), outcome.objectives[0]);
    }
  }
  std::ranges::sort(least);
  return least[2];
}

TEST(Generations, GoAlongNarrowValleysByDifferences) {
  EXPECT_LT(descend(0.2), 0.5 * descend(0.0));
}

// 12 designs, a population of 100: all are evaluated, once, and that is the end.
TEST(Generations, EndWhenASmallSpaceIsExhausted) {
  const DesignSpace space{{{"a", Kind::categorical, 0.0, 3.0}, {"b", Kind::categorical, 0.0, 2.0}}};
  FunctionEvaluations evaluations(
      [](const Design& x) -> Outcome {
        return {{x[0], -x[0] - x[1]}};
      },
      10000);
  const Population population = run_generational(space, {}, evaluations);
  EXPECT_EQ(population.end, EvolutionEnd::exhausted);
  EXPECT_EQ(population.members.size(), 12u);
  EXPECT_EQ(std::set<Design>(evaluations.designs().begin(), evaluations.designs().end()).size(),
            12u);
  EXPECT_EQ(evaluations.designs().size(), 12u);
  // Larger than the population: children, too, run out.
  FunctionEvaluations more(make_beam().evaluate, 100000);
  DesignSpace part = make_beam().space;
  part.variables[2].high = 3.0;
  EXPECT_EQ(run_generational(part, {.population = 10}, more).end, EvolutionEnd::exhausted);
  EXPECT_EQ(more.designs().size(), list_designs(part).size());
  // A single design, and nothing to choose.
  for (const DesignSpace& single : {DesignSpace{}, DesignSpace{{{"x", Kind::integer, 2.0, 2.0}}}}) {
    FunctionEvaluations one([](const Design&) -> Outcome { return {{1.0, 2.0}}; }, 10);
    EXPECT_EQ(run_generational(single, {}, one).members.size(), 1u);
    EXPECT_EQ(one.designs().size(), 1u);
  }
}

// A tenth of all designs evaluated, nearly all of the front found. At random it would be a tenth.
TEST(Generations, FindTheFrontOfAMixedSpace) {
  const TestProblem problem = make_beam();
  std::vector<Outcome> all;
  for (const Design& design : list_designs(problem.space)) all.push_back(problem.evaluate(design));
  const std::vector<int> ranks = rank_fronts(all);
  std::set<std::vector<double>> front;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (ranks[i] == 0) front.insert(all[i].objectives);
  }
  ASSERT_EQ(all.size(), 28800u);
  for (const std::uint64_t seed : {1u, 2u, 3u}) {
    FunctionEvaluations evaluations(problem.evaluate, 2880);
    (void)run_generational(problem.space, {.seed = seed}, evaluations);
    std::set<std::vector<double>> found;
    for (const Outcome& outcome : evaluations.outcomes()) {
      if (outcome.is_feasible() && front.contains(outcome.objectives)) {
        found.insert(outcome.objectives);
      }
    }
    EXPECT_GE(found.size(), front.size() * 95 / 100) << seed;
  }
}

// Powers of two change units without rounding errors, so that nothing at all may change.
TEST(Generations, DoNotDependOnUnits) {
  for (const TestProblem& problem : {make_osy(), make_dtlz2()}) {
    const auto scaled = [&](const Design& x) {
      Outcome outcome = problem.evaluate(x);
      double factor = 0x1p-30;
      for (double& objective : outcome.objectives) objective *= factor *= 0x1p20;
      return outcome;
    };
    FunctionEvaluations evaluations(scaled, 3000);
    (void)run_generational(problem.space, {}, evaluations);
    EXPECT_EQ(list(evaluations), follow(problem, {}, 3000)) << problem.name;
  }
}

TEST(Generations, EndWhenTheArchiveCeasesToGrow) {
  const TestProblem problem = make_zdt6();
  const auto run = [&](double min_gain) {
    FunctionEvaluations evaluations(problem.evaluate, 30000);
    return run_generational(problem.space, {.stagnation = {20, min_gain}}, evaluations);
  };
  const Population converged = run(1e-3);
  EXPECT_EQ(converged.end, EvolutionEnd::stagnation);
  EXPECT_EQ(converged.generations % 20, 0u);
  // Not before it is close to the front, where f1² + f2 = 1.
  for (const auto& member : converged.members) {
    const auto& f = member.outcome.objectives;
    EXPECT_LT(f[0] * f[0] + f[1], 1.05);
  }
  EXPECT_EQ(run(0.0).end, EvolutionEnd::budget);  // no gain is less than zero
  EXPECT_EQ(run(1.01).generations, 40u);          // no gain reaches the whole
  EXPECT_LT(run(1e-1).generations, run(1e-3).generations);
}

// Any population and any algorithm works: nothing else is promised here.
TEST(Generations, WorkWithAnyPopulation) {
  for (const TestProblem& problem : {make_tnk(), make_dtlz2()}) {
    for (const std::size_t population : {0u, 1u, 2u, 3u, 5u}) {
      for (const EvolutionAlgorithm algorithm :
           {EvolutionAlgorithm::nsga2, EvolutionAlgorithm::nsga3}) {
        FunctionEvaluations evaluations(problem.evaluate, 100);
        const Population result = run_generational(
            problem.space, {.population = population, .algorithm = algorithm}, evaluations);
        EXPECT_EQ(result.members.size(), std::max<std::size_t>(1, population));
        EXPECT_EQ(evaluations.designs().size(), 100u);
      }
    }
  }
}

}  // namespace
}  // namespace globaldyn::inside::test
