// Motions whose forces are to change little: a mass that goes the length 1 from rest to rest, by
// hand, and machines along their paths.
#include <gtest/gtest.h>

#include <cmath>

#include "globaldyn/convex/solve_motion.h"
#include "globaldyn/record/planned_motion.h"
#include "tests/convex/slide_field.h"
#include "tests/support/machines.h"

namespace globaldyn::inside::test {
namespace {

constexpr double kPushed = 3.0;  // kg
constexpr double kKnown = 1e-6;  // relative, of objectives

// Least time + worth_k times the changes of n_k, of forces in their unit.
MotionSolution solve_evenly(const SlideField& field, const VectorXd& worth, double unit = 1.0,
                            double tolerance = kKnown) {
  const Eigen::Index motors = worth.size();
  MotionAim aim{.forces = VectorXd::Constant(motors, unit), .costs = VectorXd::Zero(1 + motors)};
  aim.costs[0] = 1.0;
  aim.variation_costs = unit * worth;
  return solve_motion(field, {{.begin = 0.0, .end = 1.0}}, {}, aim,
                      [](double p) { return 0.2 * p * (1.0 - p); }, {.tolerance = tolerance});
}

// Changes 2 f of a force that goes from f to -f are worth c each: T = 2 sqrt(m / f), and f =
// (sqrt(m) / (2 c))^(2/3) where T + 2 c f is least.
TEST(TorqueVariation, OfAMassIsThatOfOneSwitch) {
  for (const double unit : {1.0, 7.0}) {
    for (const double worth : {0.5, 0.05, 0.005}) {
      const SlideField field(1, kPushed, 4.0, 1e4);
      const MotionSolution found = solve_evenly(field, VectorXd::Constant(1, worth), unit);
      ASSERT_EQ(found.status, MotionSolution::Status::solved);
      const double force = std::pow(std::sqrt(kPushed) / (2.0 * worth), 2.0 / 3.0);
      const double time = 2.0 * std::sqrt(kPushed / force);
      const double least = time + 2.0 * worth * force;
      EXPECT_NEAR(found.objective, least, kKnown * least);
      EXPECT_NEAR(unit * found.variations[0], 2.0 * force, 1e-3 * force);
      EXPECT_TRUE(found.is_global);
    }
  }
}

// Of two motors that push one mass that one changes whose changes cost less.
TEST(TorqueVariation, IsOfTheCheaperMotor) {
  const SlideField field(2, kPushed, 0.0, 1e4);
  // Nothing but rounding errors tells how they share what is pushed for.
  constexpr double kShared = 1e-5;
  const MotionSolution found = solve_evenly(field, Eigen::Vector2d(0.5, 0.2), 1.0, kShared);
  ASSERT_EQ(found.status, MotionSolution::Status::solved);
  const double force = std::pow(std::sqrt(kPushed) / (2.0 * 0.2), 2.0 / 3.0);
  const double least = 2.0 * std::sqrt(kPushed / force) + 2.0 * 0.2 * force;
  EXPECT_NEAR(found.objective, least, kShared * least);
  EXPECT_NEAR(found.variations[0], 0.0, 1e-4 * force);
}

PlannedMotion plan_evenly(const Machine& machine, double worth, double time = 0.0) {
  PlannedMotionOptions options;
  options.plan.report = false;
  options.plan.wish = {.least_losses = time > 0.0, .time = time, .variation_worth = worth};
  options.samples = 4001;
  return plan_motion(machine, machine.paths.front(), options);
}

// In shares of ranges.
double sum_variation(const Machine& machine, const VectorXd& variation) {
  double sum = 0.0;
  for (const DriveId k : machine.mechanism.drives.ids()) {
    const Interval force = machine.mechanism.drives[k].limit.force;
    sum += variation(row_of(k)) / (force.high - force.low);
  }
  return sum;
}

class VariationOf : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Machines, VariationOf, testing::Values("sliding_star", "puma560"));

// Where two worths lead to two motions, each of them is the better one for its own worth, and what
// the plan tells of changes is what its samples show.
TEST_P(VariationOf, FallsAsItsWorthRises) {
  const Machine machine = load(GetParam());
  double worth_before = 0.0, time_before = 0.0, changes_before = 0.0;
  for (const double worth : {2e-3, 1e-2, 4e-2}) {
    SCOPED_TRACE(worth);
    const PlannedMotion motion = plan_evenly(machine, worth);
    ASSERT_EQ(motion.plan.status(), PlanStatus::optimal) << motion.plan.reason;
    EXPECT_LE(motion.max_violation, 1e-6);
    const VectorXd& told = motion.plan.wished->variation;
    VectorXd shown = VectorXd::Zero(told.size());
    const auto& samples = motion.record.samples;
    // Of the first and the last the machine rests.
    for (std::size_t i = 2; i + 1 < samples.size(); ++i) {
      shown += (samples[i].forces - samples[i - 1].forces).cwiseAbs();
    }
    const double changes = sum_variation(machine, told), time = motion.plan.time();
    EXPECT_NEAR(sum_variation(machine, shown), changes, 5e-3 * changes);
    if (worth_before > 0.0) {
      const double saved = changes_before - changes, lost = time - time_before;
      EXPECT_GE(saved, 0.0);
      EXPECT_GE(lost, worth_before * saved * (1.0 - 1e-3) - 1e-5 * time);
      EXPECT_LE(lost, worth * saved * (1.0 + 1e-3) + 1e-5 * time);
    }
    worth_before = worth;
    time_before = time;
    changes_before = changes;
  }
}

// In a time that is given, beside losses.
TEST_P(VariationOf, IsWeighedAgainstLosses) {
  const Machine machine = load(GetParam());
  const PlannedMotion cool = plan_evenly(machine, 1e-6, 0.6), even = plan_evenly(machine, 0.3, 0.6);
  ASSERT_EQ(cool.plan.status(), PlanStatus::optimal) << cool.plan.reason;
  ASSERT_EQ(even.plan.status(), PlanStatus::optimal) << even.plan.reason;
  const double saved = sum_variation(machine, cool.plan.wished->variation) -
                       sum_variation(machine, even.plan.wished->variation);
  const double lost = even.plan.wished->losses - cool.plan.wished->losses;
  EXPECT_GT(saved, 0.01);
  EXPECT_GT(lost, 0.0);
  EXPECT_LE(lost, 0.3 * saved);
}

}  // namespace
}  // namespace globaldyn::inside::test
