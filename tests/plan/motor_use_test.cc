// What a motion asks of motors, in front of their gears: against closed forms.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "core/base/constants.h"
#include "globaldyn/machine/machine.h"
#include "globaldyn/record/inertia_ratio.h"
#include "globaldyn/record/motor_use.h"
#include "tests/support/small_machines.h"

namespace globaldyn::inside {
namespace {

// A carriage of 3 kg, 1 m from rest to rest, driven by a rotary motor over a screw: full force
// forwards, then full force backwards.
PlannedMotion plan_slide(const std::string& drive, Machine* machine) {
  *machine = parse_machine(R"(globaldyn: 1
name: slide
bodies: {carriage: {mass: 3 kg, inertia: {diag: [1, 1, 1]}}}
joints: {P: {type: prismatic, a: {body: ground, axis: x}, b: {body: carriage, axis: x}}}
drives: {F: {joint: P, )" + drive +
                               R"(}}
tool: carriage
paths: {stroke: {joints: {P: p}, p_max: 1}}
)",
                           "slide.yaml", ".");
  PlannedMotionOptions options;
  options.plan.tolerance = 1e-6;
  return plan_motion(*machine, machine->paths.front(), options);
}

// As near as the plan's time is to the shortest.
constexpr double kTolerance = 1e-5;

void expect_near(double value, double expected) {
  EXPECT_NEAR(value, expected, kTolerance * expected);
}

TEST(MotorUse, IsInFrontOfTheGear) {
  Machine machine;
  const PlannedMotion motion = plan_slide(
      "gear: {ratio: -100 rad/m, efficiency: 0.8}, limits: 0.15 N m, rated: 0.3 N m", &machine);
  // 0.15 N m * 100/m = 15 N, of which 12 N drive the carriage: 4 m/s^2. Of the carriage's force as
  // it slows down three quarters (2 - 1/0.8) are left to the motor: 20 N, 20/3 m/s^2.
  const double gain = 4.0, loss = 20.0 / 3.0;
  const double speed = std::sqrt(2.0 / (1.0 / gain + 1.0 / loss));
  const double time = speed / gain + speed / loss;
  expect_near(motion.plan.time(), time);
  const IdVector<DriveId, MotorUse> uses = find_motor_use(machine, motion);
  ASSERT_EQ(uses.size(), 1u);
  const MotorUse& use = uses[DriveId(0)];
  EXPECT_TRUE(use.is_rotary);
  expect_near(use.peak_force, 0.15);
  expect_near(use.rms_force, 0.15);
  expect_near(use.peak_speed, 100.0 * speed);
  expect_near(use.rms_speed, 100.0 * speed / std::sqrt(3.0));
  expect_near(use.peak_power, 15.0 * speed);
  expect_near(use.energy, 0.5 * 3.0 * speed * speed / 0.8);
  expect_near(use.braking_energy, 0.5 * 3.0 * speed * speed * 0.75);
  ASSERT_TRUE(use.rated_force);
  EXPECT_DOUBLE_EQ(*use.rated_force, 0.3);
  expect_near(*use.thermal_share, 0.25);
}

TEST(MotorUse, RatedForcesLimitNothing) {
  Machine with, without;
  const PlannedMotion one = plan_slide("limits: 12 N, rated: 1 N", &with);
  const PlannedMotion other = plan_slide("limits: 12 N", &without);
  EXPECT_EQ(one.plan.time(), other.plan.time());
  EXPECT_FALSE(find_motor_use(without, other)[DriveId(0)].rated_force);
  EXPECT_FALSE(find_motor_use(without, other)[DriveId(0)].is_rotary);
  const std::string csv = to_csv(find_motor_use(without, other));
  EXPECT_NE(csv.find("\nF,N,"), std::string::npos) << csv;
  // As many cells in the row as in the header, two of them empty.
  const std::size_t end = csv.find('\n');
  EXPECT_EQ(std::count(csv.begin(), csv.begin() + static_cast<std::ptrdiff_t>(end), ','),
            std::count(csv.begin() + static_cast<std::ptrdiff_t>(end), csv.end(), ','));
  EXPECT_NE(csv.find(",,,m/s,"), std::string::npos) << csv;
}

// The carriage of 3 kg is 3e-4 kg m^2 at the motor, beside a rotor of 1e-4.
TEST(MotorUse, ComparesInertias) {
  Machine with, without;
  const PlannedMotion motion =
      plan_slide("gear: {ratio: 100 rad/m}, rotor_inertia: 1e-4 kg m^2, limits: 0.15 N m", &with);
  const auto ratio = find_motor_use(with, motion)[DriveId(0)].inertia_ratio;
  ASSERT_TRUE(ratio);
  EXPECT_NEAR(*ratio, 3.0, 1e-12);
  EXPECT_FALSE(
      find_motor_use(without, plan_slide("limits: 12 N", &without))[DriveId(0)].inertia_ratio);
}

// A table on a carriage, 1 kg each: the one's motor moves both, the other's only the table, whose
// rotor is reflected as 0.25 kg.
TEST(MotorUse, HoldsTheOtherDrives) {
  const Machine machine = parse_machine(test::write_x_y_table(R"(
drives:
  F: {joint: X, limits: 10 N, rotor_inertia: 0.5 kg}
  G: {joint: Y, limits: 10 N, rotor_inertia: 0.25 kg}
paths: {line: {position: {line: {from: [0, 0], to: [1, 1]}}}}
)"),
                                        "table.yaml", ".");
  const IdVector<DriveId, MotorUse> uses =
      find_motor_use(machine, plan_motion(machine, machine.paths.front()));
  EXPECT_NEAR(*uses[DriveId(0)].inertia_ratio, 2.0 / 0.5, 1e-12);
  EXPECT_NEAR(*uses[DriveId(1)].inertia_ratio, 1.0 / 0.25, 1e-12);
}

// A bent arm moved in x and y: with the elbow held, the shoulder's motor turns both links as one
// body about the shoulder; with the shoulder held, the elbow's turns the lower link. Neither is
// what a motor feels whose neighbour is free.
TEST(MotorUse, HoldsTheOtherDrivesOfABentArm) {
  const Machine machine = parse_machine(test::write_arm(R"(
drives:
  A: {joint: J1, limits: 300, rotor_inertia: 0.5}
  B: {joint: J2, limits: 100, rotor_inertia: 0.2}
paths: {dot: {position: {x: 0.5, y: 0.3 + 1e-6*p}, p_max: 1}}
)"),
                                        "arm.yaml", ".");
  // Elbow angle of a tip at (0.5, 0.3) with links of 0.5 and 0.4 m.
  const double c = (0.34 - 0.25 - 0.16) / (2.0 * 0.5 * 0.4);
  const double lower = 0.05 + 4.0 * 0.25 * 0.25;
  const double upper = 0.12 + 6.0 * 0.2 * 0.2 + lower + 4.0 * (0.25 + 2.0 * 0.5 * 0.25 * c);
  const auto ratios = find_inertia_ratios(machine, machine.paths.front(), 3);
  ASSERT_TRUE(ratios[DriveId(0)] && ratios[DriveId(1)]);
  EXPECT_NEAR(*ratios[DriveId(0)], upper / 0.5, 1e-4);  // the path is a micrometre long
  EXPECT_NEAR(*ratios[DriveId(1)], lower / 0.2, 1e-9);
}

// Two motors of one slide share its load by their limits; a third axis is none of theirs.
TEST(MotorUse, SharesTheLoadOfOneSlide) {
  const Machine machine = parse_machine(test::write_x_y_table(R"(
drives:
  F: {joint: X, limits: 10 N, rotor_inertia: 0.5 kg}
  H: {joint: X, limits: 20 N, rotor_inertia: 2 kg}
  G: {joint: Y, limits: 10 N, rotor_inertia: 0.25 kg}
paths: {line: {position: {line: {from: [0, 0], to: [1, 1]}}}}
)"),
                                        "table.yaml", ".");
  const auto ratios = find_inertia_ratios(machine, machine.paths.front());
  EXPECT_NEAR(*ratios[DriveId(0)], 2.0 / 3.0 / 0.5, 1e-9);
  EXPECT_NEAR(*ratios[DriveId(1)], 4.0 / 3.0 / 2.0, 1e-9);
  EXPECT_NEAR(*ratios[DriveId(2)], 1.0 / 0.25, 1e-9);
}

// Stretched out, the drives cannot move the tip along the arm: nothing can be said of them.
TEST(MotorUse, HasNoRatioAtADeadPoint) {
  const Machine machine =
      parse_machine(test::write_engine("drives: {F: {joint: S, limits: 100, rotor_inertia: 1}}\n"
                                       "paths: {turn: {joints: {A: p}, p_max: 2*pi}}\n"),
                    "engine.yaml", ".");
  EXPECT_FALSE(
      find_inertia_ratios(machine, machine.paths.front(), 61)[DriveId(0)]);  // p = 0 is one
}

TEST(MotorUse, AddsUpToTheUseOfAll) {
  const Machine machine =
      load_machine(std::string(GLOBALDYN_SOURCE_DIR) + "/machines/sliding_star/sliding_star.yaml");
  const PlannedMotion motion = plan_motion(machine, find_path(machine, "circle_a"));
  double energy = 0.0, braking = 0.0;
  for (const MotorUse& use : find_motor_use(machine, motion)) {
    energy += use.energy;
    braking += use.braking_energy;
  }
  EXPECT_NEAR(energy, motion.use.energy, 1e-12 * energy);
  EXPECT_NEAR(braking, motion.use.braking_energy, 1e-12 * braking);
}

}  // namespace
}  // namespace globaldyn::inside
