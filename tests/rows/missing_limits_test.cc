// Which limits are missing where there is no motion, also if a limit is zero and has no size of its
// own. Oracle: arithmetic.
#include "globaldyn/plan/missing_limits.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "core/base/constants.h"
#include "core/base/nth.h"
#include "globaldyn/machine/machine.h"
#include "globaldyn/motion/plan_path.h"

namespace globaldyn::inside::test {
namespace {

constexpr double kSizeOfA = 2.0, kNeeded = 0.5;  // in the limits' unit

// A motion needs `kNeeded` more of either of two rows, the second of which has no size.
Widening ask_for_either() {
  const std::vector<HeldLimit> both{{0, LimitSide::max}, {1, LimitSide::max}};
  return {.all = both,
          .near = both,
          .sizes = {kSizeOfA, 0.0},
          .precision = 1e-6,
          .is_passable =
              [](std::span<const WiderLimit> wider) {
                return std::any_of(wider.begin(), wider.end(),
                                   [](const WiderLimit& one) { return one.by >= kNeeded; });
              },
          .is_spent = [] { return false; },
          .add_margin = {}};
}

LimitLabels label_two() {
  return std::make_shared<std::vector<LimitLabel>>(2);
}

TEST(MissingLimits, OfALimitOfZeroAreMeasuredByTheOthers) {
  const std::vector<MissingLimit> missing = find_missing_limits(ask_for_either(), label_two());
  ASSERT_EQ(missing.size(), 2u);
  for (const MissingLimit& one : missing) {
    EXPECT_TRUE(one.alone);
    // As precise as was asked for.
    EXPECT_NEAR(one.missing, kNeeded, 1e-6 * kNeeded);
  }
}

TEST(MissingLimits, AreWidenedForAMarginByTheSizesOfTheSearch) {
  Widening asked = ask_for_either();
  std::vector<std::vector<double>> given;
  asked.add_margin = [&](const std::vector<HeldLimit>& limits, double share,
                         const std::vector<double>& sizes) {
    given.push_back(sizes);
    // What the share means in the limit's unit is what the search found.
    EXPECT_NEAR(widen_by(limits, share, sizes).front().by, kNeeded, 1e-6 * kNeeded);
    return share;
  };
  EXPECT_EQ(find_missing_limits(std::move(asked), label_two()).size(), 2u);
  EXPECT_EQ(given, (std::vector<std::vector<double>>(2, {kSizeOfA, kSizeOfA})));
}

// A motion needs limits of size 1 to be wider by a share in a range: one alone will do.
std::vector<double> list_missing(const Interval& needed) {
  const std::vector<HeldLimit> one{{0, LimitSide::max}};
  Widening asked{.all = one,
                 .near = one,
                 .sizes = {1.0},
                 .precision = 1e-6,
                 .is_passable =
                     [&](std::span<const WiderLimit> wider) {
                       return !wider.empty() && wider.front().by >= needed.low &&
                              wider.front().by <= needed.high;
                     },
                 .is_spent = [] { return false; },
                 .add_margin = {}};
  std::vector<double> missing;
  for (const MissingLimit& limit :
       find_missing_limits(std::move(asked), std::make_shared<std::vector<LimitLabel>>(1))) {
    missing.push_back(limit.missing);
  }
  return missing;
}

// Limits ten thousand times as wide are others, and not wider ones.
TEST(MissingLimits, AreNotTenThousandTimesAsWide) {
  EXPECT_EQ(list_missing({0.7e4, kInfinity}).size(), 1u);
  EXPECT_TRUE(list_missing({1.4e4, kInfinity}).empty());
}

// Less than a billionth is no widening.
TEST(MissingLimits, AreMoreThanRoundingErrors) {
  const std::vector<double> missing = list_missing({1e-14, kInfinity});
  ASSERT_EQ(missing.size(), 1u);
  EXPECT_NEAR(missing.front(), 1e-9, 1e-14);
}

// Where limits too wide are as bad, sixteen times what is surely not enough is asked about.
TEST(MissingLimits, AreFoundWhereMuchWiderLimitsHideThem) {
  EXPECT_EQ(list_missing({1.5e-8, 1.7e-8}).size(), 1u);
  EXPECT_TRUE(list_missing({3.1e-8, 3.3e-8}).empty());
}

// What all together need is asked to a twentieth before each is tried: of a range of two that is
// its sixteenth part.
TEST(MissingLimits, AreSoughtTogetherOnlyRoughly) {
  Widening asked = ask_for_either();
  std::vector<bool> together;
  const auto is_passable = asked.is_passable;
  asked.is_passable = [&](std::span<const WiderLimit> wider) {
    const bool is_enough = is_passable(wider);
    if (wider.size() == 2) together.push_back(is_enough);
    return is_enough;
  };
  EXPECT_EQ(find_missing_limits(std::move(asked), label_two()).size(), 2u);
  // After ten thousand times the limits, and the doublings that end with the first that is enough.
  const auto first = std::find(together.begin() + 1, together.end(), true);
  EXPECT_EQ(together.end() - first - 1, 4);
}

// Two drives on one slide, held back by 5 N: A is 4 N short, and so is B, which can do nothing yet.
constexpr const char* kTwoOnASlide = R"(globaldyn: 1
name: two_on_a_slide
gravity: [-5, 0, 0]
bodies:
  s: {mass: 1, inertia: {plate: 0.01}}
joints:
  P: {type: prismatic, a: {body: ground, axis: x}, b: {body: s, axis: x}}
drives:
  A: {joint: P, limits: [-1 N, 1 N]}
  B: {joint: P, limits: [0 N, 0 N]}
tool: s
paths:
  l: {position: {x: p}, p_max: 1}
)";

// With limits widened by the margin there is a plan, found at the first of the margins tried, a
// few millionths: without any plan the margin would be 8e-4.
TEST(MissingLimits, OfADriveThatCanDoNothingAreAsExactAsOthers) {
  constexpr double kShort = 4.0, kMargin = 2e-4;
  const Machine machine = parse_machine(kTwoOnASlide, "two_on_a_slide.yaml", ".");
  const PathPlan plan = plan_path(machine, machine.paths.front());
  ASSERT_EQ(plan.status(), PlanStatus::infeasible) << plan.reason;
  ASSERT_TRUE(plan.plan.obstacle);
  ASSERT_EQ(plan.plan.obstacle->limits.size(), 2u);
  for (const MissingLimit& one : plan.plan.obstacle->limits) {
    EXPECT_TRUE(one.alone);
    EXPECT_EQ(one.limit.limit, "max");
    EXPECT_NEAR(one.missing, kShort, kMargin * kShort) << one.limit.name;
  }
}

}  // namespace
}  // namespace globaldyn::inside::test
