// Bounds on what of drives' forces reaches the machine, and on their preload: several motors of one
// slide against closed forms.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "core/base/constants.h"
#include "core/base/errors.h"
#include "globaldyn/machine/machine.h"
#include "globaldyn/record/planned_motion.h"

namespace globaldyn::inside {
namespace {

struct Motor {
  double rotor{0.0};  // kg
  Interval force, transmitted{-kInfinity, kInfinity}, preload{-kInfinity, kInfinity};
};

std::string spell(const Interval& range) {
  const auto end = [](double value) {
    return std::isfinite(value) ? fmt::format("{} mN", 1e3 * value) : std::string("none");
  };
  return fmt::format("[{}, {}]", end(range.low), end(range.high));
}

std::string write_slide(double mass, double length, const std::vector<Motor>& motors) {
  std::string text = fmt::format(R"(globaldyn: 1
name: slide
bodies: {{car: {{mass: {} kg}}}}
joints: {{P: {{type: prismatic, a: {{body: ground, axis: x}}, b: {{body: car, axis: x}}}}}}
tool: car
paths: {{go: {{joints: {{P: {} m*p}}, p_max: 1}}}}
drives:
)",
                                 mass, length);
  for (std::size_t k = 0; k < motors.size(); ++k) {
    const Motor& motor = motors[k];
    text += fmt::format(
        "  M{}: {{joint: P, rotor_inertia: {} kg, limits: {}, transmitted: {}, preload: {}}}\n", k,
        motor.rotor, spell(motor.force), spell(motor.transmitted), spell(motor.preload));
  }
  return text;
}

// All of them together accelerate car and rotors, and each exerts an equal part of that plus its
// preload, as all act on one coordinate.
double calc_total(double mass, const std::vector<Motor>& motors) {
  for (const Motor& motor : motors) mass += motor.rotor;
  return mass;
}

bool is_possible(double mass, const std::vector<Motor>& motors, double acceleration) {
  const double total = calc_total(mass, motors) * acceleration;
  const double share = total / static_cast<double>(motors.size());
  double least = 0.0, most = 0.0;
  for (const Motor& motor : motors) {
    const double rotor = motor.rotor * acceleration;
    const double low =
        std::max({motor.force.low, motor.transmitted.low + rotor, motor.preload.low + share});
    const double high =
        std::min({motor.force.high, motor.transmitted.high + rotor, motor.preload.high + share});
    if (low > high) return false;
    least += low;
    most += high;
  }
  return least <= total && total <= most;
}

// The accelerations that are possible are an interval about 0.
double find_most(double mass, const std::vector<Motor>& motors, double sign) {
  double low = 0.0, high = sign * 1e6;
  for (int i = 0; i < 200; ++i) {
    const double middle = 0.5 * (low + high);
    (is_possible(mass, motors, middle) ? low : high) = middle;
  }
  return std::abs(low);
}

TEST(PreloadBounds, ASlideOfSeveralMotorsIsAsFastAsTheyAllow) {
  std::mt19937 random(5);
  const auto draw = [&](double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random);
  };
  int planned = 0, bounded = 0;
  for (int i = 0; i < 120; ++i) {
    const double mass = draw(0.5, 20.0), length = draw(0.05, 2.0);
    std::vector<Motor> motors(2 + random() % 3);
    std::vector<Motor> free = motors;
    for (std::size_t k = 0; k < motors.size(); ++k) {
      Motor& motor = motors[k];
      motor.force = {-draw(5.0, 50.0), draw(5.0, 50.0)};
      if (random() % 2 == 0) motor.rotor = draw(0.0, 2.0);
      free[k] = motor;
      const double middle = draw(-5.0, 5.0);
      if (random() % 2 == 0) motor.transmitted = {middle - draw(0.0, 10.0), kInfinity};
      if (random() % 3 == 0) motor.preload = {middle - draw(0.0, 5.0), middle + draw(0.0, 20.0)};
    }
    if (!is_possible(mass, motors, 0.0)) continue;
    const double rise = find_most(mass, motors, 1.0), fall = find_most(mass, motors, -1.0);
    if (rise < 1e-3 || fall < 1e-3) continue;
    const std::string text = write_slide(mass, length, motors);
    SCOPED_TRACE(text);
    const Machine machine = parse_machine(text, "slide.yaml", ".");
    const PlannedMotion motion = plan_motion(machine, machine.paths[0]);
    ASSERT_EQ(motion.plan.status(), PlanStatus::optimal) << motion.plan.reason;
    const double time = std::sqrt(2.0 * length * (1.0 / rise + 1.0 / fall));
    EXPECT_NEAR(motion.plan.time(), time, 2e-6 * time);
    ++planned;
    if (rise < 0.99 * find_most(mass, free, 1.0)) ++bounded;
    for (const MotionSample& sample : motion.record.samples) {
      const double share = sample.forces.mean();
      for (std::size_t k = 0; k < motors.size(); ++k) {
        const auto at = static_cast<Eigen::Index>(k);
        const double slack = 1e-4;  // of some 10 N
        EXPECT_GE(sample.transmitted(at), motors[k].transmitted.low - slack);
        EXPECT_GE(sample.forces(at) - share, motors[k].preload.low - slack);
        EXPECT_LE(sample.forces(at) - share, motors[k].preload.high + slack);
      }
    }
  }
  EXPECT_GT(planned, 40);
  EXPECT_GT(bounded, 20);
}

// Two motors that never reverse: the one pulls, the other holds against it.
TEST(PreloadBounds, NoForceReverses) {
  const std::vector<Motor> motors{{.force = {-20.0, 20.0}, .transmitted = {5.0, kInfinity}},
                                  {.force = {-20.0, 20.0}, .transmitted = {-kInfinity, -5.0}}};
  const Machine machine = parse_machine(write_slide(3.0, 1.0, motors), "slide.yaml", ".");
  const PlannedMotion motion = plan_motion(machine, machine.paths[0]);
  EXPECT_NEAR(motion.plan.time(), 2.0 * std::sqrt(3.0 / 15.0), 2e-6);
  bool is_named = false;
  for (const Stretch& stretch : motion.plan.stretches) {
    for (const ActiveLimit& one : stretch.active) is_named |= one.limit == "transmitted";
  }
  EXPECT_TRUE(is_named);
}

TEST(PreloadBounds, AreOfTheDrivesKind) {
  const auto refusal = [](const std::string& key) -> std::string {
    std::string text = write_slide(3.0, 1.0, {{.force = {-20.0, 20.0}}});
    text.replace(text.find("limits:"), 7, key + ", limits:");
    text.erase(text.find(", transmitted: [none"));
    try {
      (void)parse_machine(text + "}\n", "slide.yaml", ".");
    } catch (const InputError& error) {
      return error.what();
    }
    return "accepted";
  };
  EXPECT_EQ(refusal("transmitted: [1 N, none], preload: 3 N"), "accepted");
  EXPECT_NE(refusal("transmitted: [1 N m, none]").find("slide.yaml:8:"), std::string::npos);
  EXPECT_NE(refusal("preload: [3 N, 1 N]").find("slide.yaml:8:"), std::string::npos);
}

}  // namespace
}  // namespace globaldyn::inside
