// Refined fronts: against fronts known in closed form, and what is promised for every front.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "globaldyn/sweep/sweep.h"
#include "optimize/pareto/domination.h"
#include "optimize/refinement/refine_front.h"
#include "optimize/search/function_evaluations.h"
#include "tests/optimize/courses.h"
#include "tests/optimize/front_cases.h"
#include "tests/optimize/shuffled_evaluations.h"

namespace globaldyn::inside {
namespace {

using test::kPlenty;

using Kind = DesignVariable::Kind;

// Area covered by points of two objectives, up to a reference point, by cells of a grid.
double calc_area(const std::vector<std::vector<double>>& points, double reference) {
  constexpr int kCells = 1000;
  int covered = 0;
  for (int i = 0; i < kCells; ++i) {
    for (int j = 0; j < kCells; ++j) {
      const double x = reference * (i + 0.5) / kCells, y = reference * (j + 0.5) / kCells;
      covered += std::ranges::any_of(points, [&](const auto& p) { return p[0] <= x && p[1] <= y; });
    }
  }
  return reference * reference * covered / kCells / kCells;
}

class Methods : public ::testing::TestWithParam<int> {
 protected:
  static FrontRefinementOptions options() {
    FrontRefinementOptions result;
    result.with_epsilon = (GetParam() & 1) != 0;
    result.with_chebyshev = (GetParam() & 2) != 0;
    return result;
  }
};

TEST_P(Methods, BringPointsToTheTrueFront) {
  for (const test::FrontCase& problem : test::make_front_cases()) {
    const std::vector<ProbedDesign> front = test::make_front(problem);
    ASSERT_GE(front.size(), 8u) << problem.name;
    FrontRefinementOptions enough = options();
    enough.budget = 400;
    FunctionEvaluations evaluations(problem.function, kPlenty);
    const FrontRefinement result = refine_front(problem.space, front, enough, evaluations);
    double before = 0.0, after = 0.0;
    for (std::size_t k = 0; k < front.size(); ++k) {
      const RefinedPoint& refined = result.points[k];
      before = std::max(before, problem.gap(front[k].outcome.objectives));
      after = std::max(after, problem.gap(refined.point.outcome.objectives));
      EXPECT_TRUE(refined.point.outcome.is_feasible());
      EXPECT_LE(refined.evaluations, enough.budget);
      EXPECT_NE(refined.end, SearchEnd::not_run);
      // No search finds anything better than the front; rounding errors of a few operations.
      EXPECT_GE(problem.gap(refined.point.outcome.objectives), -1e-12) << problem.name;
    }
    EXPECT_LE(after, problem.tolerance) << problem.name;
    EXPECT_GE(before, 5.0 * problem.tolerance) << problem.name;  // there was something to improve
    EXPECT_GT(result.hypervolume_after, result.hypervolume_before);
  }
}

// The data of each point are consistent: it dominates the one it replaces or is that one, its
// outcome is that of its design, its number that of its evaluation, its gains the differences.
TEST_P(Methods, ReplacePointsOnlyByWhatDominatesThem) {
  for (const test::FrontCase& problem : test::make_front_cases()) {
    const std::vector<ProbedDesign> front = test::make_front(problem);
    for (const std::size_t budget : {1u, 10u, 40u}) {
      FrontRefinementOptions few = options();
      few.budget = budget;
      FunctionEvaluations evaluations(problem.function, kPlenty);
      const FrontRefinement result = refine_front(problem.space, front, few, evaluations);
      std::size_t all = 0;
      for (std::size_t k = 0; k < front.size(); ++k) {
        const ProbedDesign& point = result.points[k].point;
        all += result.points[k].evaluations;
        // Known outcomes are not asked for.
        EXPECT_EQ(std::ranges::count(evaluations.designs(), front[k].design), 0);
        EXPECT_LE(result.points[k].evaluations, budget);
        EXPECT_EQ(point.outcome, problem.function(point.design));
        for (std::size_t i = 0; i < point.outcome.objectives.size(); ++i) {
          EXPECT_EQ(result.points[k].gains[i],
                    front[k].outcome.objectives[i] - point.outcome.objectives[i]);
          EXPECT_GE(result.points[k].gains[i], 0.0);
        }
        if (point.design == front[k].design) {
          EXPECT_EQ(point.number, front[k].number);
        } else {
          EXPECT_EQ(compare(point.outcome, front[k].outcome), Domination::first);
          EXPECT_EQ(evaluations.designs().at(point.number - 1), point.design);
        }
      }
      EXPECT_EQ(all, evaluations.designs().size());
      EXPECT_EQ(result.evaluations, all);
    }
  }
}

std::string name_method(const ::testing::TestParamInfo<int>& method) {
  const char* const names[] = {"", "Epsilon", "Chebyshev", "Both"};
  return names[method.param];
}

INSTANTIATE_TEST_SUITE_P(All, Methods, ::testing::Values(1, 2, 3), name_method);

// With one objective alone the other does not get worse, and does not get much better either.
TEST(RefineFront, MinimizesTheObjectivesChosen) {
  const test::FrontCase problem = test::make_parabolas_case();
  const std::vector<ProbedDesign> front = test::make_front(problem);
  for (const std::size_t objective : {0u, 1u}) {
    FrontRefinementOptions options;
    options.with_chebyshev = false;
    options.objectives = {objective};
    options.points = {4, 5};
    FunctionEvaluations evaluations(problem.function, kPlenty);
    const FrontRefinement result = refine_front(problem.space, front, options, evaluations);
    for (std::size_t k = 0; k < front.size(); ++k) {
      const std::vector<double>& gains = result.points[k].gains;
      if (k != 4 && k != 5) {  // not chosen
        EXPECT_EQ(result.points[k].point.design, front[k].design);
        EXPECT_EQ(result.points[k].end, SearchEnd::not_run);
        EXPECT_EQ(gains, (std::vector<double>{0.0, 0.0}));
        continue;
      }
      EXPECT_GT(gains[objective], 0.02);
      EXPECT_LT(gains[1 - objective], 0.2 * gains[objective]);
    }
  }
}

// Half of the budget belongs to the second objective.
TEST(RefineFront, SharesTheBudgetEvenly) {
  const test::FrontCase problem = test::make_parabolas_case();
  const std::vector<ProbedDesign> front{test::make_front(problem)[4]};
  const auto designs_with = [&](const std::vector<std::size_t>& objectives) {
    FrontRefinementOptions options;
    options.with_chebyshev = false;
    options.objectives = objectives;
    options.budget = 20;
    FunctionEvaluations evaluations(problem.function, kPlenty);
    (void)refine_front(problem.space, front, options, evaluations);
    return test::list(evaluations);
  };
  const std::vector<Design> one = designs_with({0}), both = designs_with({0, 1});
  ASSERT_EQ(one.size(), 20u);
  ASSERT_EQ(both.size(), 20u);
  for (std::size_t k = 0; k < 20; ++k) EXPECT_EQ(both[k] == one[k], k < 10) << k;
}

// With errors of 1e-3 in the objectives, like those of numerically computed criteria.
TEST(RefineFront, ComesNearTheFrontInSpiteOfErrors) {
  const test::FrontCase problem = test::make_parabolas_case();
  const auto with_errors = [&](const Design& x) {
    Outcome outcome = problem.function(x);
    double phase = 0.0;
    for (const double value : x) phase = 1e4 * (phase + value);
    for (double& objective : outcome.objectives) objective *= 1.0 + 1e-3 * std::sin(phase += 1e4);
    return outcome;
  };
  std::vector<ProbedDesign> front = test::make_front(problem);
  for (ProbedDesign& point : front) point.outcome = with_errors(point.design);
  FunctionEvaluations evaluations(with_errors, kPlenty);
  const FrontRefinement result = refine_front(problem.space, front, {}, evaluations);
  for (const RefinedPoint& refined : result.points) {
    // Errors of 1e-3 in both, and points that look equally good within these.
    EXPECT_LE(problem.gap(problem.function(refined.point.design).objectives), 5e-3);
  }
}

// Variables that are not continuous stay; logarithmic ones move like any other.
TEST(RefineFront, MovesContinuousVariablesOnly) {
  const DesignSpace space{{{"gear", Kind::integer, 1.0, 5.0},
                           {"length", Kind::continuous, 0.01, 100.0, true},
                           {"motor", Kind::categorical, 0.0, 2.0}}};
  const auto function = [](const Design& x) {
    const double off = std::log10(x[1]) - 0.5;
    return Outcome{{x[0] + off * off, 10.0 - x[0] + off * off + x[2]}, 0.0};
  };
  std::vector<ProbedDesign> front;
  for (const double gear : {1.0, 3.0, 4.0}) {
    const Design design{gear, 1.0, 1.0};
    front.push_back({front.size() + 1, design, function(design)});
  }
  FunctionEvaluations evaluations(function, kPlenty);
  const FrontRefinement result = refine_front(space, front, {}, evaluations);
  for (std::size_t k = 0; k < front.size(); ++k) {
    EXPECT_EQ(result.points[k].point.design[0], front[k].design[0]);
    EXPECT_EQ(result.points[k].point.design[2], 1.0);
    EXPECT_NEAR(std::log10(result.points[k].point.design[1]), 0.5, 4e-3);  // 1e-3 of 4 decades
  }
  // Without continuous variables there is nothing to do.
  const DesignSpace whole{{{"gear", Kind::integer, 1.0, 5.0}}};
  FunctionEvaluations none([](const Design& x) { return Outcome{{x[0]}, 0.0}; }, kPlenty);
  EXPECT_EQ(refine_front(whole, {{1, {3.0}, {{3.0}, 0.0}}}, {}, none).evaluations, 0u);
}

TEST(RefineFront, LeavesInfeasiblePointsAlone) {
  const test::FrontCase problem = test::make_tnk_case();
  std::vector<ProbedDesign> front = test::make_front(problem);
  const std::size_t feasible = front.size();
  front.insert(front.begin(), {100, {0.5, 0.5}, problem.function({0.5, 0.5})});
  front.push_back({101, {3.0, 3.0}, {{}, 1.0}});
  FunctionEvaluations evaluations(problem.function, kPlenty);
  const FrontRefinement result = refine_front(problem.space, front, {}, evaluations);
  ASSERT_EQ(result.points.size(), feasible + 2);
  for (const RefinedPoint* point : {&result.points.front(), &result.points.back()}) {
    EXPECT_GE(point->point.number, 100u);
    EXPECT_EQ(point->evaluations, 0u);
    EXPECT_EQ(point->end, SearchEnd::not_run);
  }
  // As if they were not there.
  FunctionEvaluations others(problem.function, kPlenty);
  const FrontRefinement same = refine_front(problem.space, test::make_front(problem), {}, others);
  EXPECT_EQ(test::list(others), test::list(evaluations));
  EXPECT_EQ(same.hypervolume_after, result.hypervolume_after);

  const FrontRefinement nothing =
      refine_front(problem.space, {front.front(), front.back()}, {}, others);
  EXPECT_EQ(nothing.evaluations, 0u);
  EXPECT_EQ(nothing.hypervolume_after, 0.0);
  EXPECT_TRUE(refine_front(problem.space, {}, {}, others).points.empty());
}

// Any gain, however small, is enough to continue; no gain at all is not.
TEST(RefineFront, EndsWhenNothingIsGained) {
  const test::FrontCase problem = test::make_bnh_case();
  const std::vector<ProbedDesign> front = test::make_front(problem);
  FrontRefinementOptions options;
  options.budget = 100000;
  std::size_t last = 0;
  for (const double min_gain : {1e-2, 1e-4, 0.0}) {
    options.min_gain = min_gain;
    FunctionEvaluations evaluations(problem.function, kPlenty);
    const FrontRefinement result = refine_front(problem.space, front, options, evaluations);
    EXPECT_GT(result.evaluations, last);
    EXPECT_LT(result.evaluations, 100000u);
    last = result.evaluations;
  }
}

// A single point has no ranges to measure by.
TEST(RefineFront, RefinesASinglePoint) {
  const test::FrontCase problem = test::make_parabolas_case();
  FunctionEvaluations evaluations(problem.function, kPlenty);
  const FrontRefinement result =
      refine_front(problem.space, {test::make_front(problem)[4]}, {}, evaluations);
  EXPECT_LE(problem.gap(result.points[0].point.outcome.objectives), problem.tolerance);
}

TEST(RefineFront, ReportsHypervolumes) {
  const test::FrontCase problem = test::make_parabolas_case();
  const std::vector<ProbedDesign> front = test::make_front(problem);
  FunctionEvaluations evaluations(problem.function, kPlenty);
  const FrontRefinement result = refine_front(problem.space, front, {}, evaluations);
  std::vector<double> low(2, 1e9), high(2, -1e9);
  for (const ProbedDesign& point : front) {
    for (std::size_t i = 0; i < 2; ++i) {
      low[i] = std::min(low[i], point.outcome.objectives[i]);
      high[i] = std::max(high[i], point.outcome.objectives[i]);
    }
  }
  // In ranges of the front, from 1 below its best to 0.1 above its worst values.
  std::vector<std::vector<double>> before, after;
  for (std::size_t k = 0; k < front.size(); ++k) {
    std::vector<double> first, second;
    for (std::size_t i = 0; i < 2; ++i) {
      const double range = high[i] - low[i];
      first.push_back(1.0 + (front[k].outcome.objectives[i] - low[i]) / range);
      second.push_back(1.0 + (result.points[k].point.outcome.objectives[i] - low[i]) / range);
    }
    before.push_back(first);
    after.push_back(second);
  }
  // The boundary of the covered area, at most 2 by 2.1 long, passes through 4000 cells of 2.1e-3;
  // half of each is uncertain.
  EXPECT_NEAR(result.hypervolume_before, calc_area(before, 2.1), 0.01);
  EXPECT_NEAR(result.hypervolume_after, calc_area(after, 2.1), 0.01);
  EXPECT_GT(result.hypervolume_after, result.hypervolume_before + 0.02);
}

// Units that differ by powers of 2 change nothing at all.
TEST(RefineFront, DoesNotDependOnUnits) {
  const test::FrontCase problem = test::make_bnh_case();
  const auto rescale = [](Outcome outcome) {
    outcome.objectives[0] *= 1024.0;
    outcome.objectives[1] /= 65536.0;
    return outcome;
  };
  std::vector<ProbedDesign> front = test::make_front(problem);
  FunctionEvaluations plain(problem.function, kPlenty);
  (void)refine_front(problem.space, front, {}, plain);
  for (ProbedDesign& point : front) point.outcome = rescale(point.outcome);
  FunctionEvaluations scaled([&](const Design& x) { return rescale(problem.function(x)); },
                             kPlenty);
  (void)refine_front(problem.space, front, {}, scaled);
  EXPECT_EQ(test::list(plain), test::list(scaled));
}

TEST(RefineFront, IsReproducibleHoweverDesignsAreEvaluated) {
  const test::FrontCase problem = test::make_tnk_case();
  const std::vector<ProbedDesign> front = test::make_front(problem);
  FrontRefinementOptions options;
  options.budget = 40;
  options.width = 3;
  FunctionEvaluations at_once(problem.function, kPlenty);
  const FrontRefinement result = refine_front(problem.space, front, options, at_once);
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    test::ShuffledEvaluations shuffled(problem.function, kPlenty, seed);
    const FrontRefinement same = refine_front(problem.space, front, options, shuffled);
    EXPECT_EQ(shuffled.designs(), test::list(at_once));
    EXPECT_EQ(shuffled.max_in_flight(), 3u);
    EXPECT_EQ(same.hypervolume_after, result.hypervolume_after);
    for (std::size_t k = 0; k < front.size(); ++k) {
      EXPECT_EQ(same.points[k].point.number, result.points[k].point.number);
    }
  }
  // Another width: other numbers, but each point takes the same course.
  options.width = 2;
  FunctionEvaluations narrow(problem.function, kPlenty);
  const FrontRefinement other = refine_front(problem.space, front, options, narrow);
  EXPECT_NE(test::list(narrow), test::list(at_once));
  for (std::size_t k = 0; k < front.size(); ++k) {
    EXPECT_EQ(other.points[k].point.design, result.points[k].point.design);
  }
}

TEST(RefineFront, CutShortKeepsWhatIsBest) {
  const test::FrontCase problem = test::make_parabolas_case();
  const std::vector<ProbedDesign> front = test::make_front(problem);
  FunctionEvaluations full(problem.function, kPlenty);
  (void)refine_front(problem.space, front, {}, full);
  const std::vector<Design> all = test::list(full);
  for (const std::size_t budget : {0u, 5u, 200u, 1200u}) {
    FunctionEvaluations cut(problem.function, budget);
    const FrontRefinement result = refine_front(problem.space, front, {}, cut);
    EXPECT_EQ(test::list(cut),
              std::vector<Design>(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(budget)));
    EXPECT_EQ(result.evaluations, budget);
    EXPECT_EQ(result.hypervolume_after > result.hypervolume_before, budget >= 200);
    for (std::size_t k = 0; k < front.size(); ++k) {
      EXPECT_NE(compare(result.points[k].point.outcome, front[k].outcome), Domination::second);
    }
    // 8 are refined at once; none of them ends with 200 designs, the first of them before 1200.
    EXPECT_EQ(result.points[7].evaluations > 0, budget > 5);
    EXPECT_EQ(result.points[8].evaluations > 0, budget == 1200);
    EXPECT_EQ(result.points[8].end == SearchEnd::not_run, budget < 1200);
  }
}

TEST(RefineFront, LetsInterruptionsOut) {
  const test::FrontCase problem = test::make_parabolas_case();
  int left = 100;
  FunctionEvaluations evaluations(
      [&](const Design& x) {
        if (--left == 0) throw Interrupted();
        return problem.function(x);
      },
      kPlenty);
  EXPECT_THROW((void)refine_front(problem.space, test::make_front(problem), {}, evaluations),
               Interrupted);
  EXPECT_EQ(left, 0);
}

}  // namespace
}  // namespace globaldyn::inside
