// How close evolution comes to known fronts with 25 000 evaluations: at least as close as the
// public libraries pagmo 2.18 and pymoo 0.6, whose figures are required.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <vector>

#include "optimize/evolution/nsga.h"
#include "optimize/pareto/hypervolume.h"
#include "optimize/search/function_evaluations.h"
#include "tests/optimize/test_problems.h"

namespace globaldyn::inside::test {
namespace {

// The median of 11 seeds of the hypervolume of the last population of 100, without an archive.
struct Requirement {
  TestProblem (*make)();
  double median;
  bool is_share;  // of the true hypervolume
};

class Baseline : public ::testing::TestWithParam<Requirement> {};

double measure(const TestProblem& problem, std::uint64_t seed) {
  FunctionEvaluations evaluations(problem.evaluate, 25000);
  const Population population = run_generational(problem.space, {.seed = seed}, evaluations);
  EXPECT_EQ(population.members.size(), 100u);
  EXPECT_EQ(evaluations.designs().size(), 25000u);
  Points points(problem.reference.size());
  for (const Population::Member& member : population.members) {
    if (member.outcome.is_feasible()) points.add(member.outcome.objectives);
  }
  return calc_hypervolume(points, problem.reference);
}

TEST_P(Baseline, IsReached) {
  const TestProblem problem = GetParam().make();
  const double unit = GetParam().is_share ? problem.true_hypervolume : 1.0;
  std::vector<double> volumes;
  for (std::uint64_t seed = 1; seed <= 11; ++seed) {
    volumes.push_back(measure(problem, seed) / unit);
  }
  std::ranges::sort(volumes);
  std::printf("%-10s median %.5f of 11 (%.5f … %.5f), required %.4f, true %.5f\n",
              problem.name.c_str(), volumes[5], volumes.front(), volumes.back(), GetParam().median,
              problem.true_hypervolume / unit);
  EXPECT_GE(volumes[5], GetParam().median);
  // No set of points covers more than the whole front, whose volume is accurate to 1e-5.
  EXPECT_LE(volumes.back(), (1.0 + 1e-5) * problem.true_hypervolume / unit);
}

// Unconstrained: the better figure of both libraries. (DTLZ2: pymoo's NSGA-III with 91 directions;
// as many as there are here for a population of 100.)
INSTANTIATE_TEST_SUITE_P(Unconstrained, Baseline,
                         ::testing::Values(Requirement{make_zdt1, 0.8695, false},
                                           Requirement{make_zdt2, 0.5362, false},
                                           Requirement{make_zdt3, 1.3275, false},
                                           Requirement{make_zdt4, 0.8669, false},
                                           Requirement{make_zdt6, 0.4960, false},
                                           Requirement{make_dtlz2, 0.7444, false}));

// Constrained: the same. pagmo's NSGA-II, adapted to feasibility first, reaches 0.9946, 0.9902,
// 0.9786 and 0.9897 of these fronts. No 100 points of the last one cover more than 0.9934, by
// dynamic programming over 2500 points of it.
INSTANTIATE_TEST_SUITE_P(Constrained, Baseline,
                         ::testing::Values(Requirement{make_bnh, 0.995, true},
                                           Requirement{make_tnk, 0.992, true},
                                           Requirement{make_osy, 0.992, true},
                                           Requirement{make_srn, 0.991, true}));

// The part of the front that the libraries' figure for SRN refers to: pagmo's NSGA-II reaches
// 0.9946 here. The other pieces of the front also cover a little, so more than 1 would be possible.
TEST(BaselineOfSrn, IsReachedInsideTheConstraints) {
  const TestProblem problem = make_srn_inside();
  std::vector<double> shares;
  for (std::uint64_t seed = 1; seed <= 11; ++seed) {
    shares.push_back(measure(problem, seed) / problem.true_hypervolume);
  }
  std::ranges::sort(shares);
  std::printf("%-10s median %.5f of 11, required 0.995\n", problem.name.c_str(), shares[5]);
  EXPECT_GE(shares[5], 0.995);
}

}  // namespace
}  // namespace globaldyn::inside::test
