// What searches see of outcomes: merits of one objective, and scalar problems of several.
#include "optimize/refinement/merit.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <vector>

#include "optimize/random/random_stream.h"
#include "optimize/refinement/front_problem.h"

namespace globaldyn::inside {
namespace {

TEST(Merits, GrowWithTheObjectiveAndStayFinite) {
  const MeritScale scale{100.0, 20.0};
  EXPECT_EQ(calc_merit(100.0, scale), 0.0);
  EXPECT_EQ(calc_merit(140.0, scale), 2.0);
  EXPECT_EQ(calc_merit(-300.0, scale), -20.0);
  double last = -1e300;
  for (double objective = 0.0; objective < 1e9; objective = 1.5 * objective + 1.0) {
    EXPECT_GT(calc_merit(objective, scale), last);
    last = calc_merit(objective, scale);
  }
  EXPECT_LE(calc_merit(1e300, scale), kMeritKnee + 1.0);
  EXPECT_LE(calc_merit(std::numeric_limits<double>::max(), {0.0, 1e-300}), kMeritKnee + 1.0);
  // No step, and no kink, where growth slows down.
  const double knee = scale.zero + kMeritKnee * scale.unit;
  constexpr double kSmall = 1e-6;
  EXPECT_NEAR(calc_merit(knee + kSmall * scale.unit, scale), kMeritKnee + kSmall, 2e-12);
}

TEST(Merits, OfMissingObjectivesAreWorseThanAnyAndGrowWithTheViolation) {
  const Outcome slow{{1e30, 2.0}, 0.0}, stuck{{}, 1e-9}, worse{{}, 2.0}, worst{{}, 1e300};
  const MeritScale scale;
  for (const std::size_t objective : {0u, 1u}) {
    EXPECT_LE(calc_merit(slow, objective, scale), calc_merit(stuck, objective, scale));
    EXPECT_LT(calc_merit(stuck, objective, scale), calc_merit(worse, objective, scale));
    EXPECT_LT(calc_merit(worse, objective, scale), calc_merit(worst, objective, scale));
    EXPECT_LE(calc_merit(worst, objective, scale), kMeritKnee + 2.0);
  }
  // From an unbounded time to no time at all there is no step.
  EXPECT_NEAR(calc_merit(slow, 0, scale), calc_merit(stuck, 0, scale), 1e-8);
  const Outcome infeasible{{-5.0, 0.0}, 0.1};
  EXPECT_EQ(calc_merit(infeasible, 0, scale), -5.0);
  EXPECT_GT(calc_feasible_merit(infeasible, 0, scale), calc_feasible_merit(slow, 0, scale));
  EXPECT_GT(calc_feasible_merit({{-9.0, 0.0}, 0.2}, 0, scale),
            calc_feasible_merit(infeasible, 0, scale));
}

TEST(FrontProblem, ScalesRunOverTheFront) {
  const Points objectives(3, {1.0, -4.0, 0.0, 3.0, -4.0, 0.0});
  const std::vector<MeritScale> scales = make_front_scales(objectives);
  EXPECT_EQ(calc_merit(1.0, scales[0]), 0.0);
  EXPECT_EQ(calc_merit(3.0, scales[0]), 1.0);
  EXPECT_EQ(calc_merit(0.0, scales[1]), 1.0);  // its own size
  EXPECT_EQ(calc_merit(1.0, scales[2]), 1.0);
  EXPECT_TRUE(make_front_scales(Points(2)).empty());
}

TEST(FrontProblem, ConstraintsHoldWhereThePointIsDominated) {
  const std::vector<MeritScale> scales{{0.0, 2.0}, {1.0, 4.0}, {0.0, 1.0}};
  const Outcome point{{1.0, 3.0, 0.0}, 0.0};  // scaled 0.5, 0.5, 0
  const FrontProblem epsilon = FrontProblem::make_epsilon(scales, point, 1);
  const FrontProblem chebyshev = FrontProblem::make_chebyshev(scales, point);
  ASSERT_EQ(epsilon.constraints(), 3u);  // violation and two objectives
  ASSERT_EQ(chebyshev.constraints(), 4u);
  const std::vector<double> at_point{1.0};
  RandomStream random(3);
  std::vector<double> first(4), second(5);
  for (int k = 0; k < 1000; ++k) {
    Outcome outcome = point;
    for (double& objective : outcome.objectives) objective += 0.2 * (random.uniform() - 0.5);
    if (random.below(4) == 0) outcome.violation = 0.1 * random.uniform();
    epsilon.calc(outcome, {}, first);
    chebyshev.calc(outcome, at_point, second);
    const bool others_hold = outcome.objectives[0] <= 1.0 && outcome.objectives[2] <= 0.0;
    const bool is_feasible = outcome.is_feasible();
    EXPECT_EQ(std::max({first[1], first[2], first[3]}) <= 0.0, is_feasible && others_hold);
    EXPECT_EQ(*std::max_element(second.begin() + 1, second.end()) <= 1e-15,
              is_feasible && others_hold && outcome.objectives[1] <= 3.0);
  }
  chebyshev.calc(point, at_point, second);
  for (std::size_t k = 2; k < 5; ++k) EXPECT_NEAR(second[k], 0.0, 1e-15);  // active at the point
}

TEST(FrontProblem, RatesWhatDominatesAsLess) {
  const std::vector<MeritScale> scales{{0.0, 2.0}, {1.0, 4.0}};
  const Outcome point{{1.0, 3.0}, 0.0};
  for (const FrontProblem& problem :
       {FrontProblem::make_epsilon(scales, point, 0), FrontProblem::make_epsilon(scales, point, 1),
        FrontProblem::make_chebyshev(scales, point)}) {
    EXPECT_LT(problem.rate({{0.9, 3.0}, 0.0}), problem.rate(point));
    EXPECT_LT(problem.rate({{1.0, 2.9}, 0.0}), problem.rate(point));
    EXPECT_LT(problem.rate({{0.9, 2.8}, 0.0}), problem.rate({{0.9, 2.9}, 0.0}));
  }
  // Chebyshev prefers gains in both to a larger one in one.
  const FrontProblem chebyshev = FrontProblem::make_chebyshev(scales, point);
  EXPECT_LT(chebyshev.rate({{0.9, 2.8}, 0.0}), chebyshev.rate({{0.5, 3.0}, 0.0}));
  // Without objectives everything to be minimised is large, the more so the worse the outcome.
  std::vector<double> stuck(4), worse(4);
  const std::vector<double> at_point{1.0};
  chebyshev.calc({{}, 0.1}, at_point, stuck);
  chebyshev.calc({{}, 5.0}, at_point, worse);
  for (std::size_t k = 1; k < 4; ++k) {
    EXPECT_GT(stuck[k], 0.0);
    EXPECT_GT(worse[k], stuck[k]);
  }
}

}  // namespace
}  // namespace globaldyn::inside
