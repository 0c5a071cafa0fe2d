// The two planners are independent: their bounds for the same problem must overlap.
#include <gtest/gtest.h>

#include <algorithm>

#include "globaldyn/plan/regions/planner.h"
#include "globaldyn/plan/rows/table_field.h"
#include "tests/plan/random_system.h"

namespace globaldyn::test {
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

// The table's interpolant anywhere.
LimitSource interpolate(const CoefficientTable& table) {
  return [&table](std::span<const double> p, std::span<LimitsAt> limits) {
    for (std::size_t j = 0; j < p.size(); ++j) {
      const auto after = std::upper_bound(table.p.begin(), table.p.end(), p[j]);
      const std::size_t i = std::min(table.segment_count() - 1,
                                     static_cast<std::size_t>(after - table.p.begin()) - 1);
      const double share = (p[j] - table.p[i]) / (table.p[i + 1] - table.p[i]);
      limits[j].before.rows.clear();
      for (std::size_t k = 0; k < table.rows; ++k) {
        const auto mix = [&](const std::vector<double>& values) {
          return std::lerp(values[i * table.rows + k], values[(i + 1) * table.rows + k], share);
        };
        limits[j].before.rows.push_back({mix(table.a), 0.0, mix(table.c), mix(table.d), VectorXd(),
                                         mix(table.low), mix(table.high)});
      }
    }
  };
}

TEST(TwoPlanners, BoundsOverlap) {
  int compared = 0, infeasible = 0;
  for (std::uint64_t seed = 0; seed < 24; ++seed) {
    SCOPED_TRACE(seed);
    const CoefficientTable table = tabulate(RandomSystem(seed));
    const RowPlan proven = plan_table(table, {.tolerance = 1e-4});
    const Plan plan = make_plan(interpolate(table), table.p, {.tolerance = 1e-4});
    ASSERT_EQ(proven.status == RowPlanStatus::infeasible, plan.status == PlanStatus::infeasible);
    if (plan.status == PlanStatus::infeasible) {
      ++infeasible;
      continue;
    }
    ++compared;
    EXPECT_EQ(proven.status, RowPlanStatus::optimal);
    EXPECT_TRUE(proven.is_proven);
    EXPECT_EQ(plan.status, PlanStatus::optimal);
    EXPECT_LE(proven.time_lower, plan.time);
    EXPECT_LE(plan.time_lower, proven.time);
  }
  EXPECT_GT(compared, 12);
  EXPECT_GT(infeasible, 1);
}

}  // namespace
}  // namespace globaldyn::test
