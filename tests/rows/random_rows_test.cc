// Plans of the rows of random systems at many tolerances: their bounds enclose the same time, their
// limits are kept for the rows themselves, and another planner finds the same.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "tests/rows/function_field.h"

namespace globaldyn::inside::test {
namespace {

constexpr std::size_t kLooks = 5000;
// Motions keep the quadratics through the rows, with their error at quarters of segments as margin;
// and rounding errors of x, close to rest a difference of equals.
constexpr double kExcess = 1e-9;

struct Bounds {
  double least{0.0};
  double most{kInfinity};
};

// Plans at each of the tolerances; all have the same outcome, with nested bounds.
PlanStatus expect_consistent(RowField& field, std::span<const double> tolerances) {
  Bounds bounds;
  std::optional<PlanStatus> status;
  for (const double tolerance : tolerances) {
    SCOPED_TRACE(testing::Message() << "tolerance " << tolerance);
    const Plan plan = plan_to_rest(field, tolerance);
    EXPECT_TRUE(plan.status == PlanStatus::optimal || plan.status == PlanStatus::infeasible)
        << static_cast<int>(plan.status);
    EXPECT_EQ(plan.status, status.value_or(plan.status));
    status = plan.status;
    if (plan.status != PlanStatus::optimal) continue;
    EXPECT_LE(plan.time - plan.time_lower, tolerance * plan.time);
    EXPECT_LE(find_excess(field, plan, kLooks), kExcess);
    double sum = 0.0;
    for (const SegmentMotion& motion : plan.segments) sum += motion.time_to(motion.length);
    // A sum of up to some thousands of segments.
    EXPECT_NEAR(sum, plan.time, 1e-12 * plan.time);
    bounds.least = std::max(bounds.least, plan.time_lower);
    bounds.most = std::min(bounds.most, plan.time);
  }
  EXPECT_LE(bounds.least, bounds.most);
  return status.value_or(PlanStatus::gave_up);
}

// Speed and place are those of one motion: x without steps, starting and ending at rest.
void expect_continuous(const Plan& plan) {
  double fastest = 0.0;
  for (const SegmentMotion& motion : plan.segments) fastest = std::max(fastest, motion.x_begin);
  for (std::size_t i = 0; i < plan.segments.size(); ++i) {
    const SegmentMotion& motion = plan.segments[i];
    ASSERT_NEAR(motion.length, plan.p[i + 1] - plan.p[i], 1e-15 * kPathEnd);
    const double next = i + 1 < plan.segments.size() ? plan.segments[i + 1].x_begin : 0.0;
    // A few rounding errors of what the motion has gained and lost along the path.
    ASSERT_NEAR(motion.x_at(motion.length), next, 1e-12 * fastest) << plan.p[i + 1];
  }
  EXPECT_EQ(plan.segments.front().x_begin, 0.0);
}

constexpr std::array<double, 4> kFourTolerances{1e-2, 1e-3, 1e-5, 1e-7};

TEST(RandomRows, HaveTheSameOutcomeAtAllTolerances) {
  int infeasible = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE(seed);
    const RandomSystem system(seed);
    FunctionField field = make_field(system);
    infeasible += expect_consistent(field, kFourTolerances) == PlanStatus::infeasible ? 1 : 0;
  }
  // Both outcomes occur.
  EXPECT_GT(infeasible, 2);
  EXPECT_LT(infeasible, 20);
}

TEST(RandomRows, AreOneMotion) {
  for (const std::uint64_t seed : {0u, 1u, 2u, 4u, 9u}) {
    SCOPED_TRACE(seed);
    const RandomSystem system(seed);
    for (const double tolerance : {1e-2, 1e-6}) {
      const Plan plan = plan_to_rest(make_field(system), tolerance);
      ASSERT_EQ(plan.status, PlanStatus::optimal);
      expect_continuous(plan);
    }
  }
}

// Little work: each segment is processed some thirty times in all.
TEST(RandomRows, TakeBoundedWork) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE(seed);
    const RandomSystem system(seed);
    const Plan plan = plan_to_rest(make_field(system), 1e-5);
    EXPECT_LE(plan.work, 400000u);  // 40 000 is usual, of up to 12 sides
  }
}

void expect_agreement(std::uint64_t seed, double viscous) {
  SCOPED_TRACE(seed);
  constexpr double kOther = 1e-4;
  const RandomSystem system(seed);
  const Plan plan = plan_to_rest(make_field(system, viscous), 1e-5);
  // The other planner, of the regions of the same rows, bounds the same time by its own estimate.
  FunctionField field = make_field(system, viscous);
  const Plan other = make_plan(field, {0.0, kPathEnd}, {.tolerance = kOther, .explain = false});
  if (other.status == PlanStatus::infeasible) {
    EXPECT_EQ(plan.status, PlanStatus::infeasible);
    return;
  }
  ASSERT_EQ(other.status, PlanStatus::optimal);
  ASSERT_EQ(plan.status, PlanStatus::optimal);
  EXPECT_LE(plan.time_lower, other.time);
  EXPECT_LE(other.time_lower, plan.time);
}

TEST(RandomRows, AgreeWithTheGeneralPlanner) {
  for (std::uint64_t seed = 0; seed < 24; ++seed) expect_agreement(seed, 0.0);
}

TEST(ViscousRows, AgreeWithTheGeneralPlanner) {
  for (std::uint64_t seed = 0; seed < 16; ++seed) expect_agreement(seed, 0.3);
}

TEST(ViscousRows, HaveTheSameOutcomeAtAllTolerances) {
  constexpr std::array<double, 3> kSome{1e-2, 1e-3, 1e-5};
  int infeasible = 0;
  for (const double viscous : {0.01, 0.3, -0.3}) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      SCOPED_TRACE(testing::Message() << seed << " with " << viscous);
      const RandomSystem system(seed);
      FunctionField field = make_field(system, viscous);
      const PlanStatus status = expect_consistent(field, kSome);
      infeasible += status == PlanStatus::infeasible ? 1 : 0;
    }
  }
  EXPECT_GT(infeasible, 2);
  EXPECT_LT(infeasible, 20);
}

// Motions that must creep, far below what the barrier allows: plan_regions() finds them as well.
TEST(ViscousRows, FindMotionsThatCreep) {
  const std::array<std::pair<std::uint64_t, double>, 3> cases{{{20, 3.0}, {92, 0.3}, {252, 0.3}}};
  for (const auto& [seed, viscous] : cases) expect_agreement(seed, viscous);
}

// Friction that takes force in the direction of travel has a cost: a motion within the limits with
// friction everywhere, d > 0, is slower.
TEST(ViscousRows, FrictionTakesTime) {
  const auto plan = [](double viscous) {
    FunctionField field{{{0.0, 1.0}}, 1, viscous == 0.0, [=](std::size_t, double, RowsAt& at) {
                          at.b[0] = viscous;
                          at.d[0] = 1.0;
                          at.low[0] = -1.0;
                          at.high[0] = 1.0;
                        }};
    return plan_to_rest(field, 1e-5);
  };
  const Plan without = plan(0.0), little = plan(0.1), much = plan(1.0);
  // It slows acceleration and helps braking: the total loss is of second order.
  EXPECT_NEAR(without.time, 2.0, 1e-4);
  EXPECT_GT(little.time_lower, without.time);
  EXPECT_GT(much.time_lower, little.time);
}

}  // namespace
}  // namespace globaldyn::inside::test
