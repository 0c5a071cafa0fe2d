// Drives behind gears with losses that share their work, in motions that are best as a whole.
#include <gtest/gtest.h>

#include <string>

#include "globaldyn/record/planned_motion.h"
#include "tests/support/machines.h"

namespace globaldyn::inside::test {
namespace {

// So many equal motors on a slide, each with its gear.
Machine make_geared_slide(int motors, double mass, const std::string& more = "") {
  std::string drives;
  for (int k = 1; k <= motors; ++k) {
    drives += "  F" + std::to_string(k) +
              ": {joint: X, limits: 40 N, rated: 9 N, loss_weight: 1 W/N^2, gear: {ratio: 1, "
              "efficiency: 0.8, efficiency_back: 0.6}, rotor_inertia: 0.3 kg" +
              more + "}\n";
  }
  return parse_machine("globaldyn: 1\nname: slide\ngravity: [0, 0, 0]\nbodies: {cart: {mass: " +
                           std::to_string(mass) + R"(}}
joints: {X: {type: prismatic, a: {body: ground, axis: x}, b: {body: cart, axis: x}}}
drives:
)" + drives + R"(tool: cart
paths:
  out: {position: {line: {from: [0, 0], to: [0.5, 0]}}, prescribe: [x], stops: [{at: 1, for: 0.2 s}]}
)",
                       "slide.yaml", ".");
}

PlannedMotion plan_first(const Machine& machine, const MotionWish& wish) {
  PlannedMotionOptions options;
  options.plan.wish = wish;
  return plan_motion(machine, machine.paths.front(), options);
}

// Each of three motors takes a third, by symmetry: as one motor on a third of the mass.
TEST(LossyGears, EqualMotorsShareEqually) {
  for (const MotionWish& wish :
       {MotionWish{.within_rated = true}, MotionWish{.least_losses = true, .time = 1.3}}) {
    const PlannedMotion alone = plan_first(make_geared_slide(1, 2.0), wish);
    const PlannedMotion three = plan_first(make_geared_slide(3, 6.0), wish);
    ASSERT_EQ(alone.plan.status(), PlanStatus::optimal) << alone.plan.reason;
    ASSERT_EQ(three.plan.status(), PlanStatus::optimal) << three.plan.reason;
    EXPECT_NEAR(three.plan.time(), alone.plan.time(), 1e-5 * alone.plan.time());
    for (Eigen::Index k = 0; k < 3; ++k) {
      EXPECT_NEAR(three.use.heat(k), alone.use.heat(0), 2e-3 * alone.use.heat(0));
      EXPECT_NEAR(three.use.peak_force(k), alone.use.peak_force(0), 0.02);
    }
  }
}

// What was planned is what is recorded, also of motors that are not alike: the weaker one is
// spared.
TEST(LossyGears, WhatIsPlannedIsRecorded) {
  Machine machine = make_geared_slide(2, 4.0);
  const auto weak = [](Drive& drive) { drive.limit.rated = 4.0; };
  weak(*machine.mechanism.drives.begin());
  const PlannedMotion motion = plan_first(machine, {.within_rated = true});
  ASSERT_EQ(motion.plan.status(), PlanStatus::optimal) << motion.plan.reason;
  EXPECT_NEAR(motion.use.heat(0), 1.0, 1e-3);
  EXPECT_NEAR(motion.use.heat(1), 1.0, 1e-3);
  EXPECT_NEAR(motion.plan.wished->losses, motion.plan.time() * (16.0 + 81.0),
              1e-3 * motion.plan.wished->losses);
}

// Of one motor a supply is its own power; of unlike ones it is used up, and no more.
TEST(LossyGears, SuppliesAreKept) {
  const Machine alone = make_geared_slide(1, 2.0);
  const double most = plan_first(alone, {}).use.peak_supply;
  Machine by_drive = alone, by_supply = alone;
  by_drive.mechanism.drives.begin()->limit.power = 0.5 * most;
  by_supply.supply = {.power = 0.5 * most, .back = 0.5 * most};
  const PlannedMotion one = plan_first(by_drive, {}), other = plan_first(by_supply, {});
  ASSERT_EQ(one.plan.status(), PlanStatus::optimal) << one.plan.reason;
  ASSERT_EQ(other.plan.status(), PlanStatus::optimal) << other.plan.reason;
  EXPECT_NEAR(other.plan.time(), one.plan.time(), 5e-5 * one.plan.time());

  Machine unlike = make_geared_slide(3, 6.0);
  Drive& first = *unlike.mechanism.drives.begin();
  first.efficiency = 0.6;
  first.limit.rated = 4.0;
  const double all = plan_first(unlike, {}).use.peak_supply;
  unlike.supply = {.power = 0.4 * all};
  for (const MotionWish& wish : {MotionWish{}, MotionWish{.within_rated = true}}) {
    const PlannedMotion motion = plan_first(unlike, wish);
    ASSERT_EQ(motion.plan.status(), PlanStatus::optimal) << motion.plan.reason;
    EXPECT_LE(motion.use.peak_supply, 0.4 * all * (1.0 + 1e-6));
    EXPECT_GE(motion.use.peak_supply, 0.4 * all * (1.0 - 1e-3) * !wish.within_rated);
  }
}

// More choices than are looked at are told.
TEST(LossyGears, SuppliesOfManyAreRefused) {
  Machine machine = make_geared_slide(7, 6.0);
  machine.supply = {.power = 10.0};
  const PlannedMotion motion = plan_first(machine, {});
  EXPECT_EQ(motion.plan.status(), PlanStatus::gave_up);
  EXPECT_NE(motion.plan.reason.find("more than six drives"), std::string::npos)
      << motion.plan.reason;
}

}  // namespace
}  // namespace globaldyn::inside::test
