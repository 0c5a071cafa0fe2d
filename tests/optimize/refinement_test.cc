// Local and global searches by NLopt for one objective, and what they are made of.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <thread>
#include <vector>

#include "optimize/refinement/minimize.h"
#include "optimize/refinement/refine_front.h"
#include "optimize/search/function_evaluations.h"
#include "tests/optimize/courses.h"
#include "tests/optimize/shuffled_evaluations.h"

namespace globaldyn::inside {
namespace {

using test::kPlenty;

using Kind = DesignVariable::Kind;

DesignSpace make_box(std::size_t size, double low, double high) {
  DesignSpace space;
  space.variables.resize(size, {"x", Kind::continuous, low, high});
  return space;
}

// ---- Scalar searches

const std::vector<SearchAlgorithm> kAlgorithms{
    SearchAlgorithm::cobyla,      SearchAlgorithm::bobyqa,   SearchAlgorithm::sbplx,
    SearchAlgorithm::nelder_mead, SearchAlgorithm::direct_l, SearchAlgorithm::crs2,
    SearchAlgorithm::isres};

bool is_random(SearchAlgorithm algorithm) {
  return algorithm == SearchAlgorithm::crs2 || algorithm == SearchAlgorithm::isres;
}

ScalarProblem make_problem(std::size_t size) {
  return {std::vector<double>(size, 0.0), std::vector<double>(size, 1.0),
          std::vector<double>(size, 0.8), std::vector<double>(size, 0.1),
          std::vector<double>(size, 1e-4)};
}

// All points a search evaluates, in order.
std::vector<std::vector<double>> trace(SearchAlgorithm algorithm, std::uint64_t seed) {
  std::vector<std::vector<double>> points;
  const SearchEnd end = search_scalar(
      algorithm, make_problem(2), seed, kPlenty,
      [&](std::span<const double> x, std::span<double> values) {
        points.emplace_back(x.begin(), x.end());
        values[0] = std::pow(x[0] - 0.3, 2) + 2.0 * std::pow(x[1] - 0.6, 2) + 0.5 * x[0] * x[1];
        return points.size() < 300;
      });
  EXPECT_TRUE(end == SearchEnd::converged || points.size() == 300);
  return points;
}

TEST(ScalarSearch, FindsTheMinimumOfASmoothFunction) {
  // Where the gradient is 0: 2 (x - 0.3) + y/2 = 0, 4 (y - 0.6) + x/2 = 0.
  const double x = (0.6 - 0.3) / (2.0 - 1.0 / 16.0), y = 0.6 - x / 8.0;
  for (const SearchAlgorithm algorithm : kAlgorithms) {
    double nearest = 1.0;
    for (const std::vector<double>& point : trace(algorithm, 1)) {
      for (const double share : point) EXPECT_TRUE(share >= 0.0 && share <= 1.0);
      nearest = std::min(nearest, std::hypot(point[0] - x, point[1] - y));
    }
    // Local ones end with steps of 1e-4; global ones have had 300 evaluations for 300² such places.
    const bool is_local = algorithm < SearchAlgorithm::direct_l;
    EXPECT_LT(nearest, is_local ? 1e-3 : 0.05) << static_cast<int>(algorithm);
  }
}

// NLopt keeps its random state by thread: searches side by side do not disturb each other.
TEST(ScalarSearch, IsReproducibleOnAnyThread) {
  for (const SearchAlgorithm algorithm : kAlgorithms) {
    const auto alone = trace(algorithm, 1);
    std::vector<std::vector<std::vector<double>>> traces(4);
    std::vector<std::thread> threads;
    for (std::size_t k = 0; k < 4; ++k) {
      threads.emplace_back([&, k] { traces[k] = trace(algorithm, k % 2 + 1); });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(traces[0], alone);
    EXPECT_EQ(traces[2], alone);
    EXPECT_EQ(traces[1], traces[3]);
    EXPECT_EQ(traces[1] != alone, is_random(algorithm)) << static_cast<int>(algorithm);
  }
}

TEST(ScalarSearch, StopsWhenToldToAndLooksOnceAtEachPoint) {
  for (const SearchAlgorithm algorithm : kAlgorithms) {
    std::size_t calls = 0;
    std::vector<double> last;
    ScalarProblem problem = make_problem(3);
    problem.constraints = knows_constraints(algorithm) ? 2 : 0;
    const auto function = [&](std::span<const double> x, std::span<double> values) {
      const std::vector<double> point(x.begin(), x.end());
      EXPECT_NE(point, last);
      last = point;
      values[0] = x[0] + x[1];
      for (std::size_t k = 1; k < values.size(); ++k) values[k] = 0.5 - x[k];
      return ++calls < 10;
    };
    EXPECT_EQ(search_scalar(algorithm, problem, 1, kPlenty, function), SearchEnd::stopped);
    EXPECT_EQ(calls, 10u);
    calls = 0;
    EXPECT_EQ(search_scalar(algorithm, problem, 1, 4, function), SearchEnd::stalled);
    EXPECT_LE(calls, 4u);
  }
}

// COBYLA divides 0 by 0 when a constant function leaves it nothing to do except shrink its steps.
TEST(ScalarSearch, ShowsNoPointsThatAreNotNumbers) {
  ScalarProblem problem = make_problem(2);
  problem.last_steps = {1e-300, 1e-300};
  const auto constant = [](std::span<const double> x, std::span<double> values) {
    EXPECT_TRUE(std::isfinite(x[0]) && std::isfinite(x[1]));
    values[0] = 2.0;
    return true;
  };
  EXPECT_EQ(search_scalar(SearchAlgorithm::cobyla, problem, 1, kPlenty, constant),
            SearchEnd::failed);
}

TEST(ScalarSearch, LetsExceptionsOut) {
  for (const SearchAlgorithm algorithm : kAlgorithms) {
    int calls = 0;
    const auto function = [&](std::span<const double> x, std::span<double> values) {
      if (++calls == 7) throw std::out_of_range("seven");
      values[0] = x[0] * x[0];
      return true;
    };
    EXPECT_THROW((void)search_scalar(algorithm, make_problem(2), 1, kPlenty, function),
                 std::out_of_range);
    EXPECT_EQ(calls, 7);
  }
}

// ---- Designs around one

TEST(DesignProbe, MovesFreeVariablesOnlyAndRemembers) {
  const DesignSpace space{{{"a", Kind::continuous, 10.0, 20.0},
                           {"teeth", Kind::integer, 1.0, 9.0},
                           {"b", Kind::continuous, 1.0, 100.0, true},
                           {"fixed", Kind::continuous, 3.0, 3.0},
                           {"motor", Kind::categorical, 0.0, 4.0}}};
  const Design base{13.7, 4.0, 7.1, 3.0, 2.0};
  std::vector<Design> asked;
  const Outcome outcome{{1.0}, 0.0};
  const Ask ask = [&](const Design& design) {
    asked.push_back(design);
    return Answer{asked.size(), &outcome};
  };
  DesignProbe probe(space, base, 3, ask);
  EXPECT_EQ(probe.dimension(), 2u);
  const std::vector<double> shares = probe.shares_of(base);
  ASSERT_TRUE(probe.look(shares));
  EXPECT_EQ(asked[0], base);  // to the last digit
  ASSERT_TRUE(probe.look(std::vector{0.5, 0.5}));
  EXPECT_EQ(asked[1], (Design{15.0, 4.0, 10.0, 3.0, 2.0}));
  ASSERT_TRUE(probe.look(std::vector{0.5 + 1e-14, 0.5}));  // round-off
  EXPECT_EQ(asked.size(), 2u);
  ASSERT_TRUE(probe.look(std::vector{0.5 + 1e-9, 0.5}));  // another design
  EXPECT_EQ(asked.size(), 3u);
  EXPECT_FALSE(probe.look(std::vector{0.0, 1.0}));  // beyond the budget
  EXPECT_EQ(asked.size(), 3u);
  EXPECT_EQ(probe.left(), 0u);
  ASSERT_EQ(probe.known().size(), 3u);
  EXPECT_EQ(probe.known()[1].number, 2u);
}

// ---- One objective

// A linear objective over a ball: the minimum is where the constraint is active.
constexpr double kRadius = 0.3;
const DesignSpace kBall = make_box(3, 0.0, 1.0);

Outcome calc_ball(const Design& x) {
  double sum = 10.0, square = 0.0;
  for (const double value : x) {
    sum += value;
    square += (value - 0.5) * (value - 0.5);
  }
  return {{sum}, std::max(0.0, std::sqrt(square) / kRadius - 1.0)};
}

const double kBallMinimum = 10.0 + 1.5 - std::sqrt(3.0) * kRadius;

TEST(Minimize, FindsWhereAConstraintBinds) {
  FunctionEvaluations evaluations(calc_ball, kPlenty);
  // From inside, from the boundary, from outside.
  const std::vector<Minimum> minima =
      minimize(kBall, {{0.5, 0.5, 0.5}, {0.8, 0.5, 0.5}, {1.0, 1.0, 0.0}}, {}, evaluations);
  ASSERT_EQ(minima.size(), 3u);
  std::size_t all = 0;
  for (const Minimum& minimum : minima) {
    EXPECT_EQ(minimum.end, SearchEnd::converged);
    EXPECT_TRUE(minimum.best.outcome.is_feasible());
    EXPECT_EQ(minimum.best.outcome, calc_ball(minimum.best.design));
    EXPECT_EQ(evaluations.designs().at(minimum.best.number - 1), minimum.best.design);
    EXPECT_GE(minimum.best.outcome.objectives[0], kBallMinimum);
    // Steps of 1e-3 in three variables of slope 1.
    EXPECT_LT(minimum.best.outcome.objectives[0], kBallMinimum + 3e-3);
    all += minimum.evaluations;
  }
  EXPECT_EQ(all, evaluations.designs().size());
}

TEST(Minimize, GloballyAndWithoutConstraintsToo) {
  // Two valleys; the deeper one at (0.8, 0.7) is the farther one.
  const auto valleys = [](const Design& x) {
    const double near = std::pow(x[0] - 0.2, 2) + std::pow(x[1] - 0.2, 2);
    const double far = std::pow(x[0] - 0.8, 2) + std::pow(x[1] - 0.7, 2);
    return Outcome{{std::min(near, far - 0.05)}, 0.0};
  };
  for (const SearchAlgorithm algorithm : kAlgorithms) {
    const bool is_global = algorithm >= SearchAlgorithm::direct_l;
    MinimizationOptions options;
    options.algorithm = algorithm;
    options.budget = is_global ? 600 : 200;
    FunctionEvaluations evaluations(valleys, kPlenty);
    const Minimum minimum = minimize(make_box(2, 0.0, 1.0), {{0.25, 0.1}}, options, evaluations)[0];
    // Steps of 1e-3 give values within 1e-5 or so; global searches have had few evaluations.
    EXPECT_NEAR(minimum.best.outcome.objectives[0], is_global ? -0.05 : 0.0,
                is_global ? 2e-3 : 1e-5)
        << static_cast<int>(algorithm);
    EXPECT_LE(minimum.evaluations, options.budget);
  }
}

TEST(Minimize, FindsMinimaOnTheBordersOfTheSpace) {
  const DesignSpace space{{{"a", Kind::continuous, -2.0, 5.0},
                           {"b", Kind::continuous, 1.0, 1000.0, true},
                           {"teeth", Kind::integer, 1.0, 9.0}}};
  FunctionEvaluations evaluations(
      [](const Design& x) {
        return Outcome{{x[0] - std::log(x[1]) + x[2]}, 0.0};
      },
      kPlenty);
  for (const SearchAlgorithm algorithm : {SearchAlgorithm::cobyla, SearchAlgorithm::bobyqa,
                                          SearchAlgorithm::sbplx, SearchAlgorithm::nelder_mead}) {
    MinimizationOptions options;
    options.algorithm = algorithm;
    for (const Minimum& minimum :
         minimize(space, {{1.0, 30.0, 4.0}, {-2.0, 1000.0, 4.0}, {5.0, 1.0, 4.0}}, options,
                  evaluations)) {
      EXPECT_NEAR(minimum.best.design[0], -2.0, 7e-3);   // 1e-3 of the range
      EXPECT_NEAR(minimum.best.design[1], 1000.0, 7.0);  // 1e-3 of its logarithm
      EXPECT_EQ(minimum.best.design[2], 4.0);            // as in the start
    }
  }
  for (const Design& design : evaluations.designs()) {
    EXPECT_TRUE(design[0] >= -2.0 && design[0] <= 5.0 && design[1] >= 1.0 && design[1] <= 1000.0);
  }
}

// A machine that cannot move where x_0 + x_1 > 1: no time there, and ever longer ones towards it.
TEST(Minimize, FindsItsWayOutOfWhereThereIsNoObjective) {
  const auto machine = [](const Design& x) {
    const double reserve = 1.0 - x[0] - x[1];
    if (reserve <= 0.0) return Outcome{{}, 1e-6 - reserve};
    return Outcome{{1.0 / reserve + 8.0 * std::pow(x[0] - 0.4, 2) - 6.0 * x[1]}, 0.0};
  };
  // The minimum by brute force.
  double least = 1e9;
  for (double a = 0.0; a < 1.0; a += 1e-3) {
    for (double b = 0.0; a + b < 0.999; b += 1e-3) {
      least = std::min(least, machine({a, b}).objectives[0]);
    }
  }
  for (const SearchAlgorithm algorithm : kAlgorithms) {
    MinimizationOptions options;
    options.algorithm = algorithm;
    options.budget = 400;
    FunctionEvaluations evaluations(machine, kPlenty);
    for (const Minimum& minimum :
         minimize(make_box(2, 0.0, 1.0), {{0.9, 0.8}, {0.3, 0.3}}, options, evaluations)) {
      ASSERT_TRUE(minimum.best.outcome.is_feasible());
      EXPECT_NEAR(minimum.best.outcome.objectives[0], least, 0.02) << static_cast<int>(algorithm);
    }
  }
}

// In a corner a population collapses to one point, where it would continue for ever.
TEST(Minimize, EndsWhenASearchLooksAtNothingNew) {
  MinimizationOptions options;
  options.algorithm = SearchAlgorithm::crs2;
  options.budget = 2000;
  FunctionEvaluations evaluations(
      [](const Design& x) {
        return Outcome{{x[0] + x[1]}, 0.0};
      },
      kPlenty);
  const Minimum minimum = minimize(make_box(2, 0.0, 1.0), {{0.9, 0.8}}, options, evaluations)[0];
  EXPECT_EQ(minimum.end, SearchEnd::stalled);
  EXPECT_LT(minimum.evaluations, 2000u);
  EXPECT_EQ(minimum.best.design, (Design{0.0, 0.0}));
}

// In other units of the objective and the variables the course is the same.
TEST(Minimize, DoesNotDependOnUnits) {
  FunctionEvaluations metres(calc_ball, kPlenty), millimetres(
                                                      [](Design x) {
                                                        for (double& value : x) value /= 1024.0;
                                                        Outcome outcome = calc_ball(x);
                                                        outcome.objectives[0] *= 1048576.0;
                                                        return outcome;
                                                      },
                                                      kPlenty);
  const Design start{0.5, 0.625, 0.75};
  const Minimum first = minimize(kBall, {start}, {}, metres)[0];
  const Minimum second =
      minimize(make_box(3, 0.0, 1024.0), {{512.0, 640.0, 768.0}}, {}, millimetres)[0];
  EXPECT_EQ(first.evaluations, second.evaluations);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(1024.0 * first.best.design[i], second.best.design[i]);
  }
}

TEST(Minimize, OfNothingToChooseLooksOnce) {
  const DesignSpace space{{{"teeth", Kind::integer, 1.0, 9.0}}};
  FunctionEvaluations evaluations([](const Design& x) { return Outcome{{x[0]}, 0.0}; }, kPlenty);
  const Minimum minimum = minimize(space, {{5.0}}, {}, evaluations)[0];
  EXPECT_EQ(minimum.best.design, (Design{5.0}));
  EXPECT_EQ(minimum.best.outcome.objectives, (std::vector<double>{5.0}));
  EXPECT_EQ(minimum.evaluations, 1u);
  EXPECT_EQ(minimum.end, SearchEnd::converged);
}

TEST(Minimize, IsReproducibleHoweverDesignsAreEvaluated) {
  for (const SearchAlgorithm algorithm : kAlgorithms) {
    MinimizationOptions options;
    options.algorithm = algorithm;
    options.budget = 60;
    options.width = 3;
    const std::vector<Design> starts(5, {0.5, 0.6, 0.7});
    FunctionEvaluations at_once(calc_ball, kPlenty);
    const auto minima = minimize(kBall, starts, options, at_once);
    test::ShuffledEvaluations shuffled(calc_ball, kPlenty, 3);
    const auto same = minimize(kBall, starts, options, shuffled);
    EXPECT_EQ(shuffled.designs(), test::list(at_once));
    for (std::size_t i = 0; i < 5; ++i) {
      EXPECT_EQ(minima[i].best.number, same[i].best.number);
      EXPECT_EQ(minima[i].end, same[i].end);
    }
    // Random searches differ for each start, even if starts are equal, and for each seed.
    EXPECT_EQ(minima[0].best.design != minima[1].best.design, is_random(algorithm));
    options.seed = 2;
    FunctionEvaluations other(calc_ball, kPlenty);
    (void)minimize(kBall, starts, options, other);
    EXPECT_EQ(test::list(other) != test::list(at_once), is_random(algorithm));
  }
}

TEST(Minimize, EndsWithTheBudgetOrTheEvaluations) {
  MinimizationOptions options;
  options.budget = 7;
  FunctionEvaluations evaluations(calc_ball, kPlenty);
  for (const Minimum& minimum :
       minimize(kBall, {{0.5, 0.5, 0.5}, {0.6, 0.5, 0.5}}, options, evaluations)) {
    EXPECT_EQ(minimum.evaluations, 7u);
    EXPECT_EQ(minimum.end, SearchEnd::stopped);
  }
  FunctionEvaluations few(calc_ball, 9);
  options.width = 2;
  const std::vector<Design> starts(3, {0.5, 0.5, 0.5});
  const std::vector<Minimum> minima = minimize(kBall, starts, options, few);
  EXPECT_EQ(few.designs().size(), 9u);
  EXPECT_EQ(minima[0].evaluations, 5u);
  EXPECT_EQ(minima[1].evaluations, 4u);
  EXPECT_GT(minima[1].best.number, 0u);
  EXPECT_EQ(minima[2].end, SearchEnd::not_run);
  EXPECT_EQ(minima[2].best.design, starts[2]);
  EXPECT_EQ(minima[2].best.number, 0u);
}

}  // namespace
}  // namespace globaldyn::inside
