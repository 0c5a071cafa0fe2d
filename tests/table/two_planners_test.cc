// The two planners are independent: their bounds for the same problem must overlap.
#include <gtest/gtest.h>

#include <algorithm>

#include "globaldyn/plan/rows/table_field.h"
#include "tests/plan/random_system.h"
#include "tests/support/region_plan.h"

namespace globaldyn::inside::test {
namespace {

constexpr double kPMax = 2.0;
constexpr int kSegments = 60;

CoefficientTable tabulate(const RandomSystem& system) {
  CoefficientTable table;
  for (int i = 0; i <= kSegments; ++i) {
    const double p = kPMax * i / kSegments;
    table.p.push_back(p);
    const std::vector<LimitRow> rows = system.make_rows(p);
    table.rows = rows.size();
    for (const LimitRow& row : rows) {
      table.a.push_back(row.alpha);
      table.c.push_back(row.gamma);
      table.d.push_back(row.delta);
      table.low.push_back(row.low);
      table.high.push_back(row.high);
    }
  }
  return table;
}

TEST(TwoPlanners, BoundsOverlap) {
  int compared = 0, infeasible = 0;
  for (std::uint64_t seed = 0; seed < 24; ++seed) {
    SCOPED_TRACE(seed);
    const CoefficientTable table = tabulate(RandomSystem(seed));
    const Plan proven = plan_table(table, {.tolerance = 1e-4});
    TableField field(table);
    const Plan plan = make_plan(field, table.p, {.tolerance = 1e-4});
    ASSERT_EQ(proven.status == PlanStatus::infeasible, plan.status == PlanStatus::infeasible);
    if (plan.status == PlanStatus::infeasible) {
      ++infeasible;
      continue;
    }
    ++compared;
    EXPECT_EQ(proven.status, PlanStatus::optimal);
    EXPECT_TRUE(proven.is_proven);
    EXPECT_EQ(plan.status, PlanStatus::optimal);
    EXPECT_LE(proven.time_lower, plan.time);
    EXPECT_LE(plan.time_lower, proven.time);
  }
  EXPECT_GT(compared, 12);
  EXPECT_GT(infeasible, 1);
}

}  // namespace
}  // namespace globaldyn::inside::test
