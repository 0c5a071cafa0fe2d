// Plans of machines generated from seeds. Oracle: what must hold for any plan, and the same problem
// with another tolerance, which may change how close the bounds are but not the answer.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <string>
#include <vector>

#include "globaldyn/machine/machine.h"
#include "globaldyn/motion/path_analysis.h"
#include "globaldyn/motion/plan_path.h"
#include "globaldyn/motion/survey_field.h"
#include "globaldyn/plan/rows/row_plan.h"
#include "tests/support/random_machine.h"

namespace globaldyn::inside::test {
namespace {

constexpr double kLoose = 1e-2, kTight = 1e-4;

// The place of the cause that prevents a plan, as far as the outcome says.
double find_place(const PathPlan& plan) {
  if (plan.failure.status != SampleStatus::ok) return plan.failure.p;
  return plan.plan.obstacle ? plan.plan.obstacle->p : 0.0;
}

void expect_sound(const PathPlan& plan, double tolerance) {
  EXPECT_TRUE(std::isfinite(plan.time()));
  EXPECT_TRUE(std::isfinite(plan.time_lower()));
  EXPECT_TRUE(plan.has_motion() || !plan.reason.empty());
  if (plan.status() != PlanStatus::optimal) return;
  EXPECT_LE(plan.time_lower(), plan.time());
  // The gap is of the motion's time, without stops; its parts are rounded.
  EXPECT_LE(plan.time() - plan.time_lower(), tolerance * plan.time() * (1.0 + 1e-9));
}

// Two plans of one path: both have a motion whose bounds have a time in common, or both fail alike.
void expect_agreement(const PathPlan& loose, const PathPlan& tight, double p_max) {
  // A missing answer contradicts nothing.
  if (tight.status() == PlanStatus::gave_up && !tight.has_motion()) return;
  const bool is_open = loose.has_motion() && tight.status() == PlanStatus::gave_up;
  if (!is_open) {
    ASSERT_STREQ(to_string(loose.status()), to_string(tight.status()))
        << loose.reason << " / " << tight.reason;
  }
  if (loose.has_motion()) {
    constexpr double kRounding = 1e-9;
    EXPECT_LE(tight.time_lower(), loose.time() * (1.0 + kRounding));
    EXPECT_LE(loose.time_lower(), tight.time() * (1.0 + kRounding));
    return;
  }
  // Places are found to 1e-7 of the path, under limits known to the error asked for.
  EXPECT_NEAR(find_place(loose), find_place(tight), 2e-5 * p_max)
      << loose.reason << " / " << tight.reason;
}

TEST(RandomMachines, CanBeReadAndAreOfAllKinds) {
  std::set<std::string> kinds;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(seed);
    const RandomMachine random = make_random_machine(seed);
    kinds.insert(random.kind);
    EXPECT_NO_THROW({
      const Machine machine = parse_machine(random.text, "random.yaml", ".");
      EXPECT_EQ(machine.paths.size(), 1U);
    }) << random.text;
  }
  EXPECT_EQ(kinds.size(), 7U);
}

TEST(RandomMachines, AreTheSameForASeed) {
  EXPECT_EQ(make_random_machine(7).text, make_random_machine(7).text);
  EXPECT_NE(make_random_machine(7).text, make_random_machine(8).text);
}

class RandomMachinePlans : public testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Shards, RandomMachinePlans, testing::Range(0, 4));

TEST_P(RandomMachinePlans, AnswerAlikeAtTwoTolerances) {
  constexpr int kPerShard = 15;
  // Gives up in some tenths of a second what would take longer.
  constexpr std::size_t kWork = 200'000;
  // These are optimal at the loose tolerance and inaccurate at the tight one: 123 starts at a dead
  // point next to which friction steps, 149 is left to plan_regions(), as a drive loses
  // control of the motion. To be removed once this is fixed.
  static const std::set<std::uint64_t> kOpen = {123, 149};
  int answered = 0;
  for (int i = 0; i < kPerShard; ++i) {
    const std::uint64_t seed = 100 + static_cast<std::uint64_t>(kPerShard * GetParam() + i);
    if (kOpen.contains(seed)) continue;
    const RandomMachine random = make_random_machine(seed);
    SCOPED_TRACE(testing::Message() << "seed " << seed << ":\n" << random.text);
    const Machine machine = parse_machine(random.text, "random.yaml", ".");
    const Path& path = machine.paths.front();
    std::array<PathPlan, 2> plans;
    for (std::size_t k = 0; k < 2; ++k) {
      PathPlanOptions options;
      options.tolerance = k == 0 ? kLoose : kTight;
      options.explain = false;
      options.report = false;
      options.work = kWork;
      try {
        plans[k] = plan_path(machine, path, options);
      } catch (const std::exception& error) {
        ADD_FAILURE() << error.what();
        continue;
      }
      expect_sound(plans[k], options.tolerance);
    }
    expect_agreement(plans[0], plans[1], path.p_max);
    if (plans[0].status() != PlanStatus::gave_up) ++answered;
  }
  // Giving up everywhere would be consistent, too.
  EXPECT_GE(answered, kPerShard / 2);
}

PathPlan plan_random(std::uint64_t seed) {
  const Machine machine = parse_machine(make_random_machine(seed).text, "random.yaml", ".");
  PathPlanOptions options;
  options.tolerance = 1e-3;
  options.report = false;
  return plan_path(machine, machine.paths.front(), options);
}

// Next to standstills hardly anything limits d1: motions found there must not be lost when segments
// are divided.
TEST(PlansOfRandomMachines, AreNotLostBesideStandstills) {
  for (const std::uint64_t seed : {88U, 118U, 183U, 585U, 1215U, 2003U}) {
    SCOPED_TRACE(seed);
    const PathPlan plan = plan_random(seed);
    EXPECT_EQ(plan.status(), PlanStatus::optimal);
    expect_sound(plan, 1e-3);
  }
}

// Limits that nearly vanish are lost in the errors of a first survey: rows have no answer there.
// Regions have one.
TEST(PlansOfRandomMachines, AreAnsweredWhereRowsLeaveThemOpen) {
  constexpr std::uint64_t kSeed = 222;
  const Machine machine = parse_machine(make_random_machine(kSeed).text, "random.yaml", ".");
  const Path& path = machine.paths.front();
  PathPlanOptions options;
  options.tolerance = 1e-3;
  options.report = false;
  PathSurvey survey(machine, path, make_survey_options(path, options));
  SurveyField rows(survey, 0.0, 2e-8);
  const Plan by_rows = plan_rows(
      rows, {.tolerance = options.tolerance, .gates = {{0.0, 0.0, 0.0}, {path.p_max, 0.0, 0.0}}});
  EXPECT_NE(by_rows.status, PlanStatus::optimal);
  const PathPlan plan = plan_random(kSeed);
  EXPECT_EQ(plan.status(), PlanStatus::optimal);
  expect_sound(plan, options.tolerance);
}

// The work allowed for obstacles suffices to tell which limits are missing.
TEST(PlansOfRandomMachines, NameTheLimitsMissing) {
  for (const std::uint64_t seed : {664U, 1286U}) {
    SCOPED_TRACE(seed);
    const PathPlan plan = plan_random(seed);
    EXPECT_EQ(plan.status(), PlanStatus::infeasible);
    ASSERT_TRUE(plan.plan.obstacle.has_value());
    EXPECT_FALSE(plan.plan.obstacle->limits.empty());
  }
}

}  // namespace
}  // namespace globaldyn::inside::test
