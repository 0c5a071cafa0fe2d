// What a plan may cost: the work allowed, the memory allowed, and growth with the path.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/rows/long_field.h"

namespace globaldyn::inside::test {
namespace {

constexpr std::size_t kParts = 12;

class Budgets : public testing::TestWithParam<double> {
 protected:
  [[nodiscard]] Plan plan(const PlanOptions& options) const {
    FunctionField field = make_long_field(kParts, GetParam());
    return plan_rows(field, options);
  }
  // The bounds it gives hold.
  void expect_bounds_about(const Plan& plan, const Plan& known) const {
    EXPECT_LE(plan.time_lower, known.time);
    if (plan.segments.empty()) return;
    EXPECT_LE(known.time_lower, plan.time);
    double time = 0.0;
    for (const SegmentMotion& segment : plan.segments) time += segment.time_to(segment.length);
    EXPECT_NEAR(time, plan.time, 1e-12 * time);
    EXPECT_EQ(plan.p.size(), plan.segments.size() + 1);
    EXPECT_EQ(plan.p.front(), 0.0);
    EXPECT_EQ(plan.p.back(), static_cast<double>(kParts));
  }
};

INSTANTIATE_TEST_SUITE_P(Viscous, Budgets, testing::Values(0.0, 0.3));

TEST_P(Budgets, WorkIsCountedAlikeEachTime) {
  const PlanOptions options = make_long_options(kParts, 1e-5);
  const Plan first = plan(options), second = plan(options);
  EXPECT_EQ(first.status, PlanStatus::optimal);
  EXPECT_GT(first.work, 0u);
  EXPECT_EQ(first.work, second.work);
  EXPECT_EQ(first.looks, second.looks);
  EXPECT_EQ(first.bytes, second.bytes);
  EXPECT_EQ(first.time, second.time);
  EXPECT_EQ(first.time_lower, second.time_lower);
}

TEST_P(Budgets, WorkSpentEndsItWithBounds) {
  // So that all of it is for bounds: at finer tolerances much goes into what drives feel.
  const PlanOptions all = make_long_options(kParts, 2e-5);
  const Plan known = plan(all);
  ASSERT_EQ(known.status, PlanStatus::optimal);
  int motions = 0;
  double lower = 0.0;
  for (const std::size_t share : {64u, 16u, 4u, 2u}) {
    const std::size_t work = known.work / share;
    SCOPED_TRACE(work);
    PlanOptions options = all;
    options.work = work;
    const Plan cut = plan(options);
    EXPECT_EQ(cut.status, PlanStatus::gave_up);
    // It stops after the round in which the work was used up: no round costs more than all of them.
    EXPECT_GT(cut.work, work);
    EXPECT_LT(cut.work, known.work);
    expect_bounds_about(cut, known);
    EXPECT_GE(cut.time_lower, lower);
    lower = cut.time_lower;
    motions += cut.segments.empty() ? 0 : 1;
    EXPECT_EQ(plan(options).work, cut.work);
  }
  EXPECT_GE(motions, 2);
  // Exactly enough is enough.
  PlanOptions enough = all;
  enough.work = known.work;
  const Plan again = plan(enough);
  EXPECT_EQ(again.status, PlanStatus::optimal);
  EXPECT_EQ(again.time, known.time);
}

TEST_P(Budgets, MemorySpentEndsItWithBounds) {
  const PlanOptions all = make_long_options(kParts, 1e-5);
  const Plan known = plan(all);
  ASSERT_EQ(known.status, PlanStatus::optimal);
  for (const double share : {0.1, 0.2, 0.4, 0.8}) {
    SCOPED_TRACE(share);
    PlanOptions options = all;
    options.memory = static_cast<std::size_t>(share * static_cast<double>(known.bytes));
    const Plan cut = plan(options);
    EXPECT_EQ(cut.status, PlanStatus::gave_up);
    EXPECT_LE(cut.bytes, options.memory);
    EXPECT_LT(cut.segments.size(), known.segments.size());
    expect_bounds_about(cut, known);
  }
  PlanOptions enough = all;
  enough.memory = known.bytes;
  EXPECT_EQ(plan(enough).time, known.time);
}

// Not even the first grid fits.
TEST_P(Budgets, PathsTooLongForTheMemoryAreGivenUp) {
  constexpr std::size_t kLong = 4000;
  for (const std::size_t memory : {1'000'000u, 4'000'000u}) {
    PlanOptions options = make_long_options(kLong, 1e-3);
    options.memory = memory;
    FunctionField field = make_long_field(kLong, GetParam());
    const Plan plan = plan_rows(field, options);
    EXPECT_EQ(plan.status, PlanStatus::gave_up);
    EXPECT_TRUE(plan.segments.empty());
  }
}

// Eight times the path takes eight times the work, memory and nodes.
TEST_P(Budgets, CostGrowsAsThePath) {
  const auto run = [&](std::size_t parts) {
    FunctionField field = make_long_field(parts, GetParam());
    return plan_rows(field, make_long_options(parts, 1e-4));
  };
  const Plan shorter = run(64), longer = run(512);
  ASSERT_EQ(shorter.status, PlanStatus::optimal);
  ASSERT_EQ(longer.status, PlanStatus::optimal);
  constexpr double kTimes = 8.0, kRoom = 1.3;
  const auto expect_alike = [&](auto before, auto after, const char* what) {
    const double ratio = static_cast<double>(after) / static_cast<double>(before);
    EXPECT_GT(ratio, kTimes / kRoom) << what;
    EXPECT_LT(ratio, kTimes * kRoom) << what;
  };
  expect_alike(shorter.work, longer.work, "work");
  expect_alike(shorter.looks, longer.looks, "looks");
  expect_alike(shorter.bytes, longer.bytes, "bytes");
  expect_alike(shorter.segments.size(), longer.segments.size(), "segments");
  EXPECT_NEAR(longer.time, kTimes * shorter.time, 0.05 * longer.time);
}

}  // namespace
}  // namespace globaldyn::inside::test
