// Motors that warm up in a finite time and are within rated forces at any time of the cycle,
// against the temperatures of records.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

#include "globaldyn/criteria/path/heat_trace.h"
#include "globaldyn/cycle/planned_cycle.h"
#include "globaldyn/motion/heat_rounds.h"
#include "tests/support/machines.h"

namespace globaldyn::inside::test {
namespace {

// A cart of 2 kg there and back, with a long wait under brakes.
Machine make_warm_cart(double thermal_time, const std::string& steps) {
  const std::string time =
      std::isfinite(thermal_time) ? ", thermal_time: " + std::to_string(thermal_time) + " s" : "";
  return parse_machine(R"(globaldyn: 1
name: cart
gravity: [0, 0, 0]
bodies: {cart: {mass: 2 kg}}
joints: {X: {type: prismatic, a: {body: ground, axis: x}, b: {body: cart, axis: x}}}
drives: {F: {joint: X, limits: 200 N, rated: 5 N)" +
                           time + R"(}}
tool: cart
paths:
  out: {position: {line: {from: [0, 0], to: [0.5, 0]}}, prescribe: [x]}
cycles: {shift: {steps: [)" +
                           steps + "]}}\n",
                       "cart.yaml", ".");
}

constexpr const char* kSteps = "{path: out}, {path: out, reverse: true}, {dwell: 4 s, hold: brake}";

PlannedMotion plan_warm(const Machine& machine, const MotionWish& wish) {
  PlannedMotionOptions options;
  options.plan.wish = wish;
  return plan_cycle(machine, machine.cycles.front(), options);
}

// The longer a motor takes to warm up, the more a pause helps it; none is too hot, and all that are
// held back by it are as hot as they may be.
TEST(ThermalTimes, NoMotorIsEverTooHot) {
  const double kNever = std::numeric_limits<double>::infinity();
  double before = 100.0;
  for (const double tau : {0.6, 1.0, 3.0, 10.0, 100.0, kNever}) {
    SCOPED_TRACE(tau);
    const PlannedMotion motion = plan_warm(make_warm_cart(tau, kSteps), {.within_rated = true});
    ASSERT_EQ(motion.plan.status(), PlanStatus::optimal) << motion.plan.reason;
    ASSERT_EQ(motion.plan.wished->pause, 0.0);
    EXPECT_LT(motion.plan.time(), before);
    before = motion.plan.time();
    if (!std::isfinite(tau)) continue;
    const double hottest = find_hottest(motion.use.heat_trace, 0, tau);
    EXPECT_LE(hottest, 1.0 + 2e-3);
    EXPECT_GE(hottest, 1.0 - 2e-3);
  }
}

// As fast as the mean allows, if a motor hardly warms up in a cycle.
TEST(ThermalTimes, LongOnesAreTheMean) {
  const PlannedMotion mean = plan_warm(
      make_warm_cart(std::numeric_limits<double>::infinity(), kSteps), {.within_rated = true});
  const PlannedMotion slow = plan_warm(make_warm_cart(1e5, kSteps), {.within_rated = true});
  EXPECT_NEAR(slow.plan.time(), mean.plan.time(), 1e-4 * mean.plan.time());
}

// Also in a time that is given, and with a motion that is given.
TEST(ThermalTimes, HoldWithLossesAndLaws) {
  const Machine machine =
      make_warm_cart(1.0,
                     "{path: out, law: {time: 1.2 s, shape: poly5}}, {path: out, reverse: true}, "
                     "{dwell: 3 s, hold: brake}");
  const PlannedMotion motion = plan_warm(machine, {.within_rated = true});
  ASSERT_EQ(motion.plan.status(), PlanStatus::optimal) << motion.plan.reason;
  EXPECT_LE(find_hottest(motion.use.heat_trace, 0, 1.0), 1.0 + 2e-3);
  const double time = motion.plan.time() + 0.3;
  const PlannedMotion cool =
      plan_warm(machine, {.within_rated = true, .least_losses = true, .time = time});
  ASSERT_EQ(cool.plan.status(), PlanStatus::optimal) << cool.plan.reason;
  EXPECT_LT(cool.plan.wished->losses, motion.plan.wished->losses);
  EXPECT_LE(find_hottest(cool.use.heat_trace, 0, 1.0), 1.0 + 2e-3);
}

// A load that is held above the rated force for longer than the motor warms up in.
TEST(ThermalTimes, WhatNoPauseCoolsIsTold) {
  const Machine machine = parse_machine(R"(globaldyn: 1
name: hoist
gravity: [0, -9.81, 0]
bodies: {b: {mass: 10}}
joints: {Y: {type: prismatic, a: {body: ground, axis: y}, b: {body: b, axis: y}}}
drives: {F: {joint: Y, limits: 200 N, rated: 80 N, thermal_time: 0.5 s, max_speed: 0.1 m/s}}
tool: b
paths: {up: {position: {line: {from: [0, 0], to: [0, 1]}}, prescribe: [y]}}
)",
                                        "hoist.yaml", ".");
  PlannedMotionOptions options;
  options.plan.wish = {.within_rated = true};
  const PlannedMotion motion = plan_motion(machine, machine.paths.front(), options);
  EXPECT_EQ(motion.plan.status(), PlanStatus::gave_up);
  EXPECT_NE(motion.plan.reason.find("along which F is never hotter"), std::string::npos)
      << motion.plan.reason;
}

// Coarse until motors are cool; told to stay hot where nothing brings them nearer.
TEST(HeatRounds, EndWhereMotorsAreCoolOrNothingHelps) {
  using Next = HeatRounds::Next;
  HeatRounds cools(1e-6);
  EXPECT_TRUE(cools.is_coarse());
  EXPECT_EQ(cools.take(0.1, true), Next::again);
  EXPECT_EQ(cools.take(5e-4, true), Next::again);
  EXPECT_FALSE(cools.is_coarse());
  EXPECT_EQ(cools.take(5e-4, true), Next::again);
  EXPECT_EQ(cools.take(5e-5, true), Next::done);
  HeatRounds cold(1e-6);
  EXPECT_EQ(cold.take(-0.5, false), Next::again);
  EXPECT_EQ(cold.take(-0.5, false), Next::done);
  HeatRounds hot(1e-6);
  Next next = Next::again;
  int rounds = 0;
  for (; next == Next::again; ++rounds) next = hot.take(0.2, true);
  EXPECT_EQ(next, Next::stays_hot);
  EXPECT_LE(rounds, 10);
}

}  // namespace
}  // namespace globaldyn::inside::test
