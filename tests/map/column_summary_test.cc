// What a column of a map is in short: numbers by hand.
#include "globaldyn/maps/column_summary.h"

#include <gtest/gtest.h>

#include "core/base/constants.h"
#include "globaldyn/criteria/registry/registry.h"

namespace globaldyn::inside::test {
namespace {

// Of a pattern that does not fit at the last pose.
WorkspaceMap make_column(const char* criterion, const std::vector<double>& values) {
  WorkspaceMap map;
  map.status.assign(values.size(), SampleStatus::ok);
  map.pattern_fits.push_back(std::vector<unsigned char>(values.size(), 1));
  map.pattern_fits[0].back() = 0;
  MapColumn column;
  column.plan.criterion = find_criterion(criterion);
  column.plan.pattern = 0;
  column.values = values;
  map.columns.push_back(column);
  return map;
}

TEST(ColumnSummary, CountsPosesWithoutANumber) {
  WorkspaceMap map = make_column(
      "d2max", {3.0, -kInfinity, 5.0, kInfinity, 10.0, -kInfinity, kNaN, 100.0, -kInfinity});
  map.status[7] = SampleStatus::unreachable;
  const ColumnSummary summary = summarize(map, map.columns[0]);
  EXPECT_EQ(summary.counted, 3u);
  EXPECT_EQ(summary.never, 3u);
  EXPECT_EQ(summary.unlimited, 1u);
  EXPECT_EQ(summary.min, 3.0);
  EXPECT_EQ(summary.mean, 6.0);
  EXPECT_EQ(summary.max, 10.0);
}

// The best end of the scale depends on the criterion.
TEST(ColumnSummary, WhereSmallerIsBetterMinusInfinityIsUnlimited) {
  const WorkspaceMap map = make_column("d2min", {-3.0, -kInfinity, kInfinity, kInfinity, 0.0});
  const ColumnSummary summary = summarize(map, map.columns[0]);
  EXPECT_EQ(summary.unlimited, 1u);
  EXPECT_EQ(summary.never, 2u);
  EXPECT_EQ(summary.mean, -3.0);
}

TEST(ColumnSummary, WithoutAnyNumberThereIsNoMean) {
  const WorkspaceMap map = make_column("d2max", {-kInfinity, -kInfinity, 1.0});
  const ColumnSummary summary = summarize(map, map.columns[0]);
  EXPECT_EQ(summary.counted, 0u);
  EXPECT_TRUE(std::isnan(summary.min) && std::isnan(summary.mean) && std::isnan(summary.max));
}

}  // namespace
}  // namespace globaldyn::inside::test
