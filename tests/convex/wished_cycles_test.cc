// Cycles that are best as a whole at a period that is given, with motions that are given, and what
// more of what holds them back would save.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <string>

#include "globaldyn/cycle/cycle_losses.h"
#include "globaldyn/cycle/planned_cycle.h"
#include "globaldyn/rating/path_criteria_table.h"
#include "tests/support/machines.h"

namespace globaldyn::inside::test {
namespace {

// A slide of 2 kg along 0.5 m and back.
Machine make_shuttle(const std::string& cycle, const std::string& drive = "") {
  return parse_machine(R"(globaldyn: 1
name: shuttle
gravity: [0, 0, 0]
bodies: {cart: {mass: 2 kg}}
joints: {X: {type: prismatic, a: {body: ground, axis: x}, b: {body: cart, axis: x}}}
drives: {F: {joint: X, limits: 100 N, rated: 4 N, loss_weight: 3 W/N^2)" +
                           drive + R"(}}
tool: cart
paths:
  out: {position: {line: {from: [0, 0], to: [0.5, 0]}}, prescribe: [x]}
cycles:
  shift: )" + cycle + "\n",
                       "shuttle.yaml", ".");
}

PlannedMotion plan_shift(const Machine& machine, const MotionWish& wish) {
  PlannedMotionOptions options;
  options.plan.wish = wish;
  return plan_cycle(machine, machine.cycles.front(), options);
}

constexpr double kCarried = 2.0, kStroke = 0.5, kLossWeight = 3.0, kBorne = 4.0;

// Integral of n² of the motion that loses least in a time.
double calc_least_squares(double time) {
  return 12.0 * std::pow(kCarried * kStroke, 2) / std::pow(time, 3);
}

TEST(WishedCycles, LoseLeastInTheirPeriod) {
  const Machine machine = make_shuttle(
      "{steps: [{path: out}, {dwell: 0.3 s, hold: brake}, {path: out, reverse: true}, "
      "{dwell: 0.2 s, hold: brake}], period: 2.5 s}");
  const double losses = 2.0 * kLossWeight * calc_least_squares(1.0);
  for (const MotionWish& wish : {MotionWish{.least_losses = true}, MotionWish{.within_rated = true},
                                 MotionWish{.least_losses = true, .time = 2.5}}) {
    const PlannedMotion motion = plan_shift(machine, wish);
    ASSERT_EQ(motion.plan.status(), PlanStatus::optimal) << motion.plan.reason;
    EXPECT_NEAR(motion.plan.time(), 2.5, 1e-9);
    EXPECT_NEAR(motion.plan.wished->losses, losses, 1e-5 * losses);
    EXPECT_NEAR(motion.use.rms_force(0), std::sqrt(losses / kLossWeight / 2.5), 1e-4);
    for (std::size_t i : {0U, 2U}) {
      EXPECT_NEAR(motion.steps[i].end - motion.steps[i].begin, 1.0, 1e-3);
    }
  }
  EXPECT_THROW((void)plan_shift(machine, {.least_losses = true, .time = 3.0}), InputError);
}

TEST(WishedCycles, APeriodThatIsTooShortHasNone) {
  const Machine machine =
      make_shuttle("{steps: [{path: out}, {path: out, reverse: true}], period: 0.1 s}");
  const PlannedMotion motion = plan_shift(machine, {.least_losses = true});
  EXPECT_EQ(motion.plan.status(), PlanStatus::infeasible);
  EXPECT_NE(motion.plan.reason.find("0.1 s"), std::string::npos) << motion.plan.reason;
  // Enough for the motors' peaks, not for what they bear for ever.
  const Machine hot =
      make_shuttle("{steps: [{path: out}, {path: out, reverse: true}], period: 0.8 s}");
  EXPECT_FALSE(plan_shift(hot, {.within_rated = true}).plan.has_motion());
}

// Of a motion that is given: by the polynomial of degree 5, 120/7 L²/T³ of accelerations squared.
TEST(WishedCycles, MotionsThatAreGivenHeatAsWell) {
  const Machine machine = make_shuttle(
      "{steps: [{path: out, law: {time: 0.8 s, shape: poly5}}, {path: out, reverse: true}]}");
  const PlannedMotion motion = plan_shift(machine, {.within_rated = true});
  ASSERT_EQ(motion.plan.status(), PlanStatus::optimal) << motion.plan.reason;
  const double given = 120.0 / 7.0 * std::pow(kCarried * kStroke, 2) / std::pow(0.8, 3);
  double low = 0.1, high = 10.0;
  while (high - low > 1e-12) {
    const double middle = 0.5 * (low + high);
    const double heat = given + calc_least_squares(middle);
    (heat > kBorne * kBorne * (0.8 + middle) ? low : high) = middle;
  }
  EXPECT_NEAR(motion.plan.time(), 0.8 + low, 1e-5);
  EXPECT_NEAR(motion.use.rms_force(0), kBorne, 1e-3);
  EXPECT_NEAR(motion.plan.wished->losses, kLossWeight * kBorne * kBorne * (0.8 + low), 2e-3);
  const PlannedMotion slow = plan_shift(machine, {.least_losses = true, .time = 2.8});
  ASSERT_EQ(slow.plan.status(), PlanStatus::optimal) << slow.plan.reason;
  EXPECT_NEAR(slow.plan.wished->losses, kLossWeight * (given + calc_least_squares(2.0)), 2e-3);
}

TEST(WishedCycles, NothingIsBestOfWhatIsAllGiven) {
  const Machine machine = make_shuttle(
      "{steps: [{path: out, law: {time: 0.8 s, shape: poly5}}, {dwell: 1 s}], repeat: false}");
  EXPECT_THROW((void)plan_shift(machine, {.within_rated = true}), InputError);
}

TEST(WishedCycles, MoreTimeLosesLess) {
  const Machine machine =
      make_shuttle("{steps: [{path: out}, {dwell: 1 s, hold: brake}, {path: out, reverse: true}]}");
  const LossCurve curve = find_loss_curve(machine, machine.cycles.front(), {}, 5);
  ASSERT_EQ(curve.points.size(), 5U) << curve.reason;
  const LossPoint& last = curve.points.back();
  const double least = 2.0 * kLossWeight * calc_least_squares(0.5 * (last.time - 1.0));
  EXPECT_NEAR(last.losses, least, 1e-4 * least);
  for (std::size_t i = 1; i < 5; ++i) EXPECT_LT(curve.points[i].losses, curve.points[i - 1].losses);
}

TEST(WishedCycles, AreCriteria) {
  const Machine machine =
      make_shuttle("{steps: [{path: out}, {path: out, reverse: true}], period: 4 s}");
  const auto values = calc_path_criteria(machine, {"shift"}, {"time_within_rated", "losses_at"});
  // 24 (m L)² / t³ = rated² 2 t.
  const double time = 2.0 * std::pow(12.0 * std::pow(kCarried * kStroke / kBorne, 2), 0.25);
  EXPECT_NEAR(values[0].value, time, 1e-5 * time) << values[0].reason;
  const double losses = 2.0 * kLossWeight * calc_least_squares(2.0);
  EXPECT_NEAR(values[1].value, losses, 1e-5 * losses) << values[1].reason;
}

// By how much less the time is, per unit, of what `change` makes larger by a share.
double find_saving(const Machine& machine, const PathPlanOptions& options, double size,
                   const std::function<void(Machine&, double factor)>& change) {
  constexpr double kShare = 0.03;
  const auto time = [&](double factor) {
    Machine other = machine;
    change(other, factor);
    const PathPlan plan = plan_path(other, other.paths.front(), options);
    return plan.time() + plan.wished->pause;
  };
  return (time(1.0 - kShare) - time(1.0 + kShare)) / (2.0 * kShare * size);
}

TEST(Prices, OfRatedForcesAreWhatMoreOfThemSaves) {
  const Machine machine = load("sliding_star");
  Machine rated = machine;
  double force = 300.0;
  for (Drive& drive : rated.mechanism.drives) drive.limit.rated = (force += 20.0);
  const PathPlanOptions options{.tolerance = 1e-7, .wish = {.within_rated = true}};
  const PathPlan plan = plan_path(rated, rated.paths.front(), options);
  ASSERT_EQ(plan.status(), PlanStatus::optimal) << plan.reason;
  double sum = 0.0;
  for (const DriveId k : rated.mechanism.drives.ids()) {
    const double size = rated.mechanism.drives[k].limit.rated;
    const double saved = find_saving(rated, options, size, [&](Machine& other, double factor) {
      other.mechanism.drives[k].limit.rated *= factor;
    });
    const double price = plan.wished->prices.rated(row_of(k));
    EXPECT_NEAR(price, saved, 0.02 * saved + 1e-9);
    sum += price * size;
  }
  EXPECT_GT(sum, 0.1 * plan.time());
}

TEST(Prices, OfPowerAreWhatMoreOfItSaves) {
  Machine machine = load("sliding_star");
  for (Drive& drive : machine.mechanism.drives) drive.limit.power = 900.0;
  const PathPlanOptions options;
  const PathPlan plan = plan_path(machine, machine.paths.front(), options);
  ASSERT_EQ(plan.status(), PlanStatus::optimal) << plan.reason;
  const double saved = find_saving(machine, options, 900.0, [](Machine& other, double factor) {
    for (Drive& drive : other.mechanism.drives) drive.limit.power *= factor;
  });
  EXPECT_GT(saved, 0.0);
  EXPECT_NEAR(plan.wished->prices.power.sum(), saved, 0.03 * saved);
}

TEST(Prices, OfTheSupplyAreWhatMoreOfItSaves) {
  Machine machine = load("sliding_star");
  machine.supply.power = 2000.0;
  const PathPlanOptions options;
  const PathPlan plan = plan_path(machine, machine.paths.front(), options);
  ASSERT_EQ(plan.status(), PlanStatus::optimal) << plan.reason;
  const double saved = find_saving(machine, options, 2000.0, [](Machine& other, double factor) {
    other.supply.power *= factor;
  });
  EXPECT_GT(saved, 0.0);
  EXPECT_NEAR(plan.wished->prices.supply, saved, 0.03 * saved);
  const auto values =
      calc_path_criteria(machine, {machine.paths.front().name}, {"price_of_supply"}, {});
  EXPECT_NEAR(values[0].value, saved, 0.03 * saved);
}

// Losses of 12 (m L)² w / T³ fall by 36 (m L)² w / T⁴ a second.
TEST(Prices, OfTimeAreWhatMoreOfItSaves) {
  const Machine machine = make_shuttle("{steps: [{path: out}], repeat: false}");
  const PathPlan plan =
      plan_path(machine, machine.paths.front(), {.wish = {.least_losses = true, .time = 1.5}});
  ASSERT_EQ(plan.status(), PlanStatus::optimal) << plan.reason;
  const double price = 3.0 * kLossWeight * calc_least_squares(1.5) / 1.5;
  EXPECT_NEAR(plan.wished->prices.time, price, 1e-4 * price);
}

}  // namespace
}  // namespace globaldyn::inside::test
