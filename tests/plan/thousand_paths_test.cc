// A thousand random paths of random systems with two to six axes, all with zero-inertia points.
// Oracle for those that cannot be passed: one linear program over a whole grid, solved by GLPK.
#include <glpk.h>
#include <gtest/gtest.h>

#include "tests/plan/random_system.h"

namespace globaldyn::inside::test {
namespace {

constexpr double kPMax = 2.0;
constexpr int kPerShard = 100;

// Whether any motion with constant d2 on each of many segments keeps the limits at all their ends:
// rows in x at the nodes, d2 = (x_next - x) / (2 h). Such a motion violates limits between nodes
// slightly, so that limits are tightened by 1e-3 here: what this finds is indeed a feasible motion.
bool is_passable(const RandomSystem& system) {
  constexpr int kSegments = 240;
  constexpr double kTighter = 1e-3;
  const double h = kPMax / kSegments;
  glp_prob* program = glp_create_prob();
  glp_add_cols(program, kSegments + 1);
  for (int i = 0; i <= kSegments; ++i) {
    const bool is_end = i == 0 || i == kSegments;
    glp_set_col_bnds(program, i + 1, is_end ? GLP_FX : GLP_LO, 0.0, 0.0);
  }
  for (int segment = 0; segment < kSegments; ++segment) {
    for (int end = 0; end < 2; ++end) {
      for (const LimitRow& row : system.make_rows(h * (segment + end))) {
        const int columns[] = {0, segment + 1, segment + 2};
        double values[] = {0.0, -row.delta / (2.0 * h), row.delta / (2.0 * h)};
        values[1 + end] += row.alpha;
        const int number = glp_add_rows(program, 1);
        const double slack = kTighter * row.high;
        glp_set_row_bnds(program, number, GLP_DB, row.low + slack - row.gamma,
                         row.high - slack - row.gamma);
        glp_set_mat_row(program, number, 2, columns, values);
      }
    }
  }
  glp_smcp options;
  glp_init_smcp(&options);
  options.msg_lev = GLP_MSG_OFF;
  options.presolve = GLP_ON;
  const int code = glp_simplex(program, &options);
  const bool found = code == 0 && glp_get_status(program) == GLP_OPT;
  glp_delete_prob(program);
  return found;
}

// At ten points per segment.
double find_violation(const Plan& plan, const RandomSystem& system) {
  double worst = 0.0;
  for (std::size_t i = 0; i < plan.segments.size(); ++i) {
    const SegmentMotion& segment = plan.segments[i];
    for (int k = 0; k <= 10; ++k) {
      const double s = segment.length * k / 10.0;
      for (const LimitRow& row : system.make_rows(plan.p[i] + s)) {
        const double n = row.alpha * segment.x_at(s) + row.gamma + row.delta * segment.d2_at(s);
        worst = std::max(worst, std::abs(n) / row.high - 1.0);
      }
    }
  }
  return worst;
}

class ThousandPaths : public testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Shards, ThousandPaths, testing::Range(0, 10));

TEST_P(ThousandPaths, AreSolvedOrRightlyCalledInfeasible) {
  int solved = 0, infeasible = 0;
  for (int i = 0; i < kPerShard; ++i) {
    const std::uint64_t seed = 1000 + static_cast<std::uint64_t>(kPerShard * GetParam() + i);
    SCOPED_TRACE(seed);
    const RandomSystem system(seed);
    const Plan plan =
        make_plan(make_source(system), {0.0, kPMax}, {.tolerance = 1e-3, .explain = false});
    if (plan.status == PlanStatus::infeasible) {
      ++infeasible;
      EXPECT_FALSE(is_passable(system));
      EXPECT_TRUE(plan.obstacle);
      continue;
    }
    ++solved;
    EXPECT_EQ(plan.status, PlanStatus::optimal);
    EXPECT_LE(plan.time_lower, plan.time);
    EXPECT_LE(plan.time - plan.time_lower, 1e-3 * plan.time);
    EXPECT_LE(find_violation(plan, system), 1e-6);
    EXPECT_EQ(plan.x.front(), 0.0);
    EXPECT_EQ(plan.x.back(), 0.0);
  }
  // Neither answer is given by default.
  EXPECT_GE(solved, 50);
  EXPECT_GE(infeasible, 5);
}

}  // namespace
}  // namespace globaldyn::inside::test
