// Losses of gears by the direction of power: slides against closed forms, and what metamorphic
// relations say of machines.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <string>

#include "core/base/constants.h"
#include "core/base/errors.h"
#include "globaldyn/limits/gear.h"
#include "globaldyn/machine/machine.h"
#include "globaldyn/record/motor_use.h"
#include "globaldyn/record/write_plan.h"
#include "globaldyn/simulation/machine_simulation.h"
#include "globaldyn/simulation/planned_forces.h"
#include "tests/support/machines.h"
#include "tests/support/small_machines.h"

namespace globaldyn::inside::test {
namespace {

// A slide on a screw, all at the slide: forces in N, the rotor's inertia as a mass.
struct GearedSlide {
  double mass, rotor, weight, coulomb, limit, efficiency, back, ratio, stroke;

  // What passes through the gear, upwards.
  [[nodiscard]] double calc_through(double acceleration, double direction) const {
    return mass * acceleration + weight + direction * coulomb;
  }

  [[nodiscard]] double calc_motor(double acceleration, double direction) const {
    const double g = direction * calc_through(acceleration, direction);
    return rotor * acceleration + direction * std::max(g / efficiency, g * back);
  }

  // The largest acceleration in the direction of the motion, and the largest against it.
  [[nodiscard]] double calc_gain(double direction) const {
    const double against = direction * weight + coulomb;
    const double driving = (limit - against / efficiency) / (rotor + mass / efficiency);
    const double driven = (limit - against * back) / (rotor + mass * back);
    return std::min(driving, rotor + mass * back > 0.0 ? driven : driving);
  }

  [[nodiscard]] double calc_loss(double direction) const {
    const double against = direction * weight + coulomb, slope = std::max(back, 0.0);
    return (limit + against * slope) / (rotor + mass * slope);
  }

  [[nodiscard]] double calc_time(double direction) const {
    return std::sqrt(2.0 * stroke * (1.0 / calc_gain(direction) + 1.0 / calc_loss(direction)));
  }

  [[nodiscard]] std::string write(const std::string& formula) const {
    return fmt::format(
        R"(globaldyn: 1
name: slide
gravity: [0, 0, -10 m/s^2]
bodies: {{carriage: {{mass: {:.17g} g}}}}
joints: {{P: {{type: prismatic, a: {{body: ground, axis: z}}, b: {{body: carriage, axis: z}}}}}}
drives: {{F: {{joint: P, gear: {{ratio: {:.17g} rad/m, efficiency: {:.17g}, efficiency_back: {:.17g}}},
  limits: {:.17g} N cm, rotor_inertia: {:.17g} kg cm^2, coulomb: {:.17g} N}}}}
tool: carriage
paths: {{stroke: {{joints: {{P: "{}"}}, p_max: 1}}}}
)",
        1e3 * mass, ratio, efficiency, back, 1e2 * limit / std::abs(ratio),
        1e4 * rotor / (ratio * ratio), coulomb, formula);
  }
};

GearedSlide draw_slide(std::mt19937& random) {
  const auto draw = [&](double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random);
  };
  GearedSlide slide{};
  slide.mass = draw(1.0, 20.0);
  slide.weight = 10.0 * slide.mass;
  slide.rotor = slide.mass * draw(0.2, 3.0);
  slide.coulomb = draw(0.0, 1.0) < 0.5 ? 0.0 : draw(0.0, 20.0);
  slide.efficiency = draw(0.35, 1.0);
  slide.back = draw(0.0, 1.0) < 0.5 ? 2.0 - 1.0 / slide.efficiency : draw(-0.5, 1.0);
  slide.limit = (slide.weight + slide.coulomb) * draw(1.2, 3.0) / slide.efficiency;
  slide.ratio = draw(50.0, 500.0) * (draw(0.0, 1.0) < 0.5 ? 1.0 : -1.0);
  slide.stroke = draw(0.1, 2.0);
  return slide;
}

void expect_forces(const GearedSlide& slide, const PlannedMotion& motion, double direction) {
  const double size = slide.limit;
  for (const MotionSample& sample : motion.record.samples) {
    if (sample.state.d1 == 0.0) continue;  // at both ends
    const double motor = slide.calc_motor(sample.accelerations(0), direction);
    EXPECT_NEAR(sample.forces(0), motor, 1e-9 * size);
    EXPECT_LE(std::abs(sample.forces(0)), slide.limit * (1.0 + 1e-6));
    EXPECT_NEAR(sample.forces(0) - sample.gear_losses(0),
                slide.rotor * sample.accelerations(0) +
                    slide.calc_through(sample.accelerations(0), direction),
                1e-9 * size);
  }
}

void expect_slide(const GearedSlide& slide, double direction) {
  const std::string formula = fmt::format("{:.17g}*p", direction * slide.stroke);
  const Machine machine = parse_machine(slide.write(formula), "slide.yaml", ".");
  PlannedMotionOptions options;
  options.plan.tolerance = 1e-9;
  const PlannedMotion motion = plan_motion(machine, machine.paths.front(), options);
  ASSERT_TRUE(motion.plan.has_motion()) << motion.plan.reason;
  EXPECT_NEAR(motion.plan.time(), slide.calc_time(direction), 1e-7 * motion.plan.time());
  expect_forces(slide, motion, direction);
  const MotorUse use = find_motor_use(machine, motion)[DriveId(0)];
  EXPECT_NEAR(use.peak_force, slide.limit / std::abs(slide.ratio), 1e-6 * use.peak_force);
  // What the motor puts in is lost in the gear and by friction, or lifts the weight.
  const double lifted = direction * slide.weight * slide.stroke;
  const double lost = use.energy - use.braking_energy - lifted - slide.coulomb * slide.stroke;
  EXPECT_GE(lost, -1e-3 * (use.energy + use.braking_energy));
}

TEST(Gear, SlidesAreAsFastAsByHand) {
  std::mt19937 random(3);
  for (int i = 0; i < 60; ++i) {
    const GearedSlide slide = draw_slide(random);
    for (const double direction : {1.0, -1.0}) {
      SCOPED_TRACE(slide.write("p"));
      expect_slide(slide, direction);
    }
  }
}

struct SharedMotor {
  double limit, rotor, efficiency;

  // The most that it passes on through its gear at an acceleration: where its rotor takes more than
  // its limit, the load drives it.
  [[nodiscard]] double pass_on(double acceleration) const {
    const double left = limit - rotor * acceleration;
    return left > 0.0 ? efficiency * left : left / (2.0 - 1.0 / efficiency);
  }
};

// By halving.
double find_gain(const SharedMotor (&motors)[2], double mass) {
  double low = 0.0, high = 1e4;
  for (int i = 0; i < 100; ++i) {
    const double a = 0.5 * (low + high);
    (motors[0].pass_on(a) + motors[1].pass_on(a) > mass * a ? low : high) = a;
  }
  return low;
}

// Two motors on one slide, each through a gear of its own: what passes through the gears adds up,
// at the same acceleration. Limits of each are kept at the best of all shares.
TEST(Gear, MotorsOfOneSlideShareTheirLoad) {
  std::mt19937 random(11);
  const auto draw = [&](double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random);
  };
  for (int i = 0; i < 20; ++i) {
    const double mass = draw(2.0, 10.0), stroke = draw(0.2, 1.0);
    SharedMotor motors[2];
    std::string drives;
    double driven = 0.0, driven_mass = mass;
    for (int k = 0; k < 2; ++k) {
      SharedMotor& one = motors[k];
      one = {draw(20.0, 100.0), draw(0.0, 4.0), draw(0.55, 0.99)};
      const double back = 2.0 - 1.0 / one.efficiency;
      drives += fmt::format(
          "  M{}: {{joint: P, gear: {{ratio: 1, efficiency: {:.17g}}}, limits: {:.17g} N, "
          "rotor_inertia: {:.17g} kg}}\n",
          k, one.efficiency, one.limit, one.rotor);
      driven += one.limit / back;
      driven_mass += one.rotor / back;
    }
    const Machine machine = parse_machine(fmt::format(R"(globaldyn: 1
name: slide
bodies: {{carriage: {{mass: {:.17g} kg}}}}
joints: {{P: {{type: prismatic, a: {{body: ground, axis: x}}, b: {{body: carriage, axis: x}}}}}}
drives:
{}tool: carriage
paths: {{stroke: {{joints: {{P: "{:.17g}*p"}}, p_max: 1}}}}
)",
                                                      mass, drives, stroke),
                                          "slide.yaml", ".");
    PlannedMotionOptions options;
    options.plan.tolerance = 1e-9;
    const PlannedMotion motion = plan_motion(machine, machine.paths.front(), options);
    ASSERT_TRUE(motion.plan.has_motion()) << motion.plan.reason;
    const double gain = find_gain(motors, mass), loss = driven / driven_mass;
    const double time = std::sqrt(2.0 * stroke * (1.0 / gain + 1.0 / loss));
    EXPECT_NEAR(motion.plan.time(), time, 1e-7 * time);
    for (const MotionSample& sample : motion.record.samples) {
      if (sample.state.t == 0.0 || sample.state.t >= motion.plan.time()) continue;
      double through = 0.0;
      for (int k = 0; k < 2; ++k) {
        EXPECT_LE(std::abs(sample.forces(k)), motors[k].limit * (1.0 + 2e-6));
        through += sample.transmitted(k);
      }
      EXPECT_NEAR(through, mass * sample.accelerations(0), 1e-9 * driven);
    }
  }
}

// A worm: the slide stays where it is without its motor, which has to help it down.
TEST(Gear, ALockedGearHoldsByItself) {
  const Machine machine = parse_machine(R"(globaldyn: 1
name: jack
gravity: [0, 0, -10 m/s^2]
bodies: {slide: {mass: 10 kg}}
joints: {Z: {type: prismatic, a: {body: ground, axis: z}, b: {body: slide, axis: z}}}
drives: {M: {joint: Z, gear: {ratio: 1, efficiency: 0.4}, limits: 400 N, max_speed: 0.2 m/s}}
tool: slide
paths:
  up: {joints: {Z: p}, p_max: 0.2, stops: [{at: 0.2, for: 1 s}]}
  down: {joints: {Z: 0.2 - p}, p_max: 0.2}
)",
                                        "jack.yaml", ".");
  const PlannedMotion up = plan_motion(machine, machine.paths[0]);
  ASSERT_TRUE(up.plan.has_motion()) << up.plan.reason;
  EXPECT_NEAR(up.record.samples.back().forces(0), 0.0, 1e-12);
  const PlannedMotion down = plan_motion(machine, machine.paths[1]);
  ASSERT_TRUE(down.plan.has_motion()) << down.plan.reason;
  // At constant speed up 100 N / 0.4, down 100 N times 2 - 1/0.4 = -0.5: 50 N downwards.
  const auto at_speed = [](const PlannedMotion& motion) {
    for (const MotionSample& sample : motion.record.samples) {
      if (std::abs(sample.accelerations(0)) < 1e-9 && sample.state.d1 > 0.0)
        return sample.forces(0);
    }
    return 0.0;
  };
  EXPECT_NEAR(at_speed(up), 250.0, 1e-9);
  EXPECT_NEAR(at_speed(down), -50.0, 1e-9);
}

// A gear that is worse than planned: what is left behind it moves rotor and slide, 1 kg and 3 kg.
TEST(Gear, WorseOnesLeaveLessThanPlanned) {
  const auto read = [](double efficiency) {
    return parse_machine(fmt::format(R"(globaldyn: 1
name: slide
bodies: {{carriage: {{mass: 3 kg}}}}
joints: {{P: {{type: prismatic, a: {{body: ground, axis: x}}, b: {{body: carriage, axis: x}}}}}}
drives: {{F: {{joint: P, limits: 100 N, rotor_inertia: 1 kg, gear: {{ratio: 1, efficiency: {}}}}}}}
tool: carriage
paths: {{stroke: {{joints: {{P: p}}, p_max: 0.4, law: {{time: 1 s, shape: trapezoid, ramp: 0.5 s}}}}}}
)",
                                     efficiency),
                         "slide.yaml", ".");
  };
  const Machine planned_for = read(0.9), real = read(0.8);
  const Path& path = planned_for.paths.front();
  const PlannedMotion motion = plan_motion(planned_for, path);
  StoredPlan stored{.path = path.name, .plan = motion.plan.plan, .stops = motion.plan.stops};
  PlannedForces planned(planned_for, path, stored);
  ReplayOptions options;
  options.real = &real;
  options.simulation.duration = 0.4;
  options.simulation.samples = 5;
  const MachineSimulation run = replay_plan(planned_for, path, planned, options);
  // 1.6 m/s² were planned: 4.8 N through the gear, of which 0.8/0.9 are left.
  const double acceleration = (1.0 * 1.6 + 0.8 / 0.9 * 3.0 * 1.6) / 4.0;
  for (const SimulationRow& row : run.rows) {
    EXPECT_NEAR(row.positions(0), 0.5 * acceleration * row.t * row.t, 1e-9);
  }
}

TEST(Gear, WrongEfficienciesAreTold) {
  const auto refuse = [](const std::string& gear, const std::string& limits,
                         const std::string& wrong) {
    try {
      (void)parse_machine(
          "globaldyn: 1\nname: s\nbodies: {b: {mass: 1 kg}}\njoints: {P: {type: prismatic, a: "
          "{body: ground, axis: x}, b: {body: b, axis: x}}}\ndrives: {F: {joint: P, limits: " +
              limits + ", gear: {ratio: 1, " + gear + "}}}\ntool: b\n",
          "s.yaml", ".");
      FAIL() << gear;
    } catch (const InputError& error) {
      EXPECT_NE(std::string(error.what()).find(wrong), std::string::npos) << error.what();
    }
  };
  refuse("efficiency: 1.2", "1 N", "efficiency above 1");
  refuse("efficiency: 0", "1 N", "efficiency");
  refuse("efficiency: 0.9, efficiency_back: 1.1", "1 N", "efficiency above 1");
  refuse("efficiency: 0.9, efficiency_back: 2 N", "1 N", "N");
  refuse("efficiency: 0.4", "[1 N, 2 N]", "locks itself");
}

}  // namespace
}  // namespace globaldyn::inside::test
