// Motors whose force over speed is a curve of points: slides at random against closed forms.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "core/base/constants.h"
#include "core/base/errors.h"
#include "globaldyn/limits/drive_limits.h"
#include "globaldyn/machine/machine.h"
#include "globaldyn/rating/path_criteria_table.h"
#include "globaldyn/record/motor_use.h"
#include "globaldyn/record/planned_motion.h"

namespace globaldyn::inside {
namespace {

// A slide of `mass` that goes `length` from rest to rest, pushed by force1 up to speed1, from there
// by a force that falls along a line to force2 at speed2, beyond which the motor does not go. It
// brakes by force1, as the flat piece holds at all speeds.
struct Slide {
  double mass, length, force1, speed1, force2, speed2;

  [[nodiscard]] double slope() const { return (force1 - force2) / (speed2 - speed1); }
  [[nodiscard]] double intercept() const { return force1 + slope() * speed1; }

  // From speed1 on, m v' = intercept - slope v.
  [[nodiscard]] double find_fall_time(double top) const {
    const double end = intercept() / slope();
    return -mass / slope() * std::log((end - top) / (end - speed1));
  }
  [[nodiscard]] double find_rise_length(double top) const {
    const double flat = std::min(top, speed1);
    double way = flat * flat * mass / (2.0 * force1);
    if (top > speed1) {
      way += (intercept() * find_fall_time(top) - mass * (top - speed1)) / slope();
    }
    return way;
  }
  [[nodiscard]] double find_rise_time(double top) const {
    return std::min(top, speed1) * mass / force1 + (top > speed1 ? find_fall_time(top) : 0.0);
  }
  [[nodiscard]] double find_length(double top) const {
    return find_rise_length(top) + top * top * mass / (2.0 * force1);
  }
  [[nodiscard]] double find_time() const {
    const double least = 1e-9 * speed2, most = (1.0 - 1e-12) * speed2;
    double low = least, high = most;
    if (find_length(high) > length) {
      for (int i = 0; i < 200; ++i) {
        const double middle = 0.5 * (low + high);
        (find_length(middle) < length ? low : high) = middle;
      }
    }
    const double rest = std::max(0.0, length - find_length(high));
    return find_rise_time(high) + high * mass / force1 + rest / high;
  }
};

// Through a screw, with the motor's figures in their own units.
std::string write_slide(const Slide& slide, double ratio) {
  const double rpm = 30.0 / kPi;
  return fmt::format(
      R"(globaldyn: 1
name: slide
bodies: {{car: {{mass: {} kg}}}}
joints: {{P: {{type: prismatic, a: {{body: ground, axis: x}}, b: {{body: car, axis: x}}}}}}
drives:
  M:
    joint: P
    gear: {{ratio: {} rad/m}}
    speed_curve: [[0 rpm, {} N cm], [{} rpm, {} N m], [{} rpm, {} N m]]
tool: car
paths: {{go: {{joints: {{P: {} mm*p}}, p_max: 1}}}}
)",
      slide.mass, ratio, 100.0 * slide.force1 / ratio, slide.speed1 * ratio * rpm,
      slide.force1 / ratio, slide.speed2 * ratio * rpm, slide.force2 / ratio,
      1000.0 * slide.length);
}

TEST(SpeedCurve, SlidesTakeTheTimeThatTheyShould) {
  std::mt19937 random(11);
  const auto draw = [&](double low, double high) {
    return std::exp(std::uniform_real_distribution<double>(std::log(low), std::log(high))(random));
  };
  int flat = 0, falling = 0, greatest = 0;
  for (int i = 0; i < 40; ++i) {
    Slide slide{};
    slide.mass = draw(0.1, 50.0);
    slide.force1 = draw(1.0, 1e3);
    slide.force2 = slide.force1 * draw(0.05, 0.9);
    slide.speed1 = draw(0.1, 5.0);
    slide.speed2 = slide.speed1 * draw(1.2, 4.0);
    slide.length = slide.find_length(0.999 * slide.speed2) * draw(0.02, 3.0);
    SCOPED_TRACE(write_slide(slide, 200.0));
    const Machine machine = parse_machine(write_slide(slide, 200.0), "slide.yaml", ".");
    const PlannedMotion motion = plan_motion(machine, machine.paths[0]);
    ASSERT_EQ(motion.plan.status(), PlanStatus::optimal) << motion.plan.reason;
    const double time = slide.find_time();
    EXPECT_NEAR(motion.plan.time(), time, 2e-6 * time);
    const double top = motion.use.peak_speed(0);
    (top < slide.speed1 ? flat : top < 0.9999 * slide.speed2 ? falling : greatest) += 1;
    for (const MotionSample& sample : motion.record.samples) {
      const double speed = std::abs(sample.rates(0)), force = sample.forces(0);
      const double most = std::min(slide.force1, slide.intercept() - slide.slope() * speed);
      EXPECT_LE(force, most + 1e-5 * slide.force1);
      EXPECT_GE(force, -slide.force1 * (1.0 + 1e-5));
    }
  }
  EXPECT_GT(flat, 3);
  EXPECT_GT(falling, 3);
  EXPECT_GT(greatest, 3);
}

// Two points make the line that the motor ends on; further points on it change nothing.
TEST(SpeedCurve, IsALineWithTwoPoints) {
  const auto read = [](const std::string& motor) {
    const std::string text =
        "globaldyn: 1\nname: slide\nbodies: {car: {mass: 2 kg}}\n"
        "joints: {P: {type: prismatic, a: {body: ground, axis: x}, b: {body: car, axis: x}}}\n"
        "drives: {M: {joint: P, limits: 9 N, " +
        motor + "}}\ntool: car\npaths: {go: {joints: {P: 1 m*p}, p_max: 1}}\n";
    return parse_machine(text, "slide.yaml", ".");
  };
  const Machine line = read("speed_line: {stall: 8 N, no_load_speed: 4 m/s}, max_speed: 4 m/s");
  for (const char* curve : {"speed_curve: [[0, 8 N], [4 m/s, 0 N]]",
                            "speed_curve: [[0, 8 N], [1 m/s, 6 N], [4 m/s, 0 N]]"}) {
    const Machine other = read(curve);
    const DriveLimit& limit = other.mechanism.drives.begin()->limit;
    EXPECT_EQ(limit.speed, 4.0);
    for (const double speed : {-3.0, 0.0, 0.5, 2.0}) {
      const Interval a = calc_force_range(limit, speed);
      const Interval b = calc_force_range(line.mechanism.drives.begin()->limit, speed);
      EXPECT_NEAR(a.low, b.low, 1e-12);
      EXPECT_NEAR(a.high, b.high, 1e-12);
    }
    EXPECT_NEAR(plan_path(other, other.paths[0]).time(), plan_path(line, line.paths[0]).time(),
                2e-6);
  }
  EXPECT_EQ(read("speed_curve: [[0, 8 N], [4 m/s, 0 N]], max_speed: 5 m/s")
                .mechanism.drives.begin()
                ->limit.speed,
            4.0);
  EXPECT_EQ(read("speed_curve: [[0, 8 N], [4 m/s, 0 N]], max_speed: 3 m/s")
                .mechanism.drives.begin()
                ->limit.speed,
            3.0);
}

TEST(SpeedCurve, RefusesWhatIsNone) {
  const auto refusal = [](const std::string& curve, const std::string& more = "") -> std::string {
    try {
      (void)parse_machine(
          "globaldyn: 1\nname: slide\nbodies: {car: {mass: 2 kg}}\n"
          "joints: {P: {type: prismatic, a: {body: ground, axis: x}, b: {body: car, axis: x}}}\n"
          "drives: {M: {joint: P, speed_curve: " +
              curve + more + "}}\n",
          "slide.yaml", ".");
    } catch (const InputError& error) {
      return error.what();
    }
    return "accepted";
  };
  const auto has = [](const std::string& message, const std::string& part) {
    EXPECT_NE(message.find(part), std::string::npos) << message;
  };
  has(refusal("[[0, 8 N], [1 m/s, 4 N], [2 m/s, 3 N]]"),
      "slide.yaml:5:48: the curve bends inwards");
  has(refusal("[[1 m/s, 8 N], [2 m/s, 4 N]]"), "does not begin at rest; expected 0");
  has(refusal("[[0, 8 N], [2 m/s, 4 N], [2 m/s, 3 N]]"), "a speed that does not rise");
  has(refusal("[[0, 8 N], [2 m/s, 9 N]]"), "a force that rises with speed");
  has(refusal("[[0, 8 N]]"), "1 points; expected 2 to 64");
  has(refusal("[[0, 8 N, 1], [2 m/s, 4 N]]"), "3 values");
  has(refusal("[[0, 8 N m], [2 m/s, 4 N]]"), "slide.yaml:5:");
  has(refusal("[[0, 8 N], [2 m/s, 4 N]]", ", speed_line: {stall: 8 N, no_load_speed: 4 m/s}"),
      "both 'speed_curve' and 'speed_line'");
}

// A lift at constant speed: the weight all the time, at a rated force between two points, at the
// last of them, or beyond it; and the power that the supply gives, or takes back.
TEST(SpeedCurve, HeatIsOfTheRatedForceAtThatSpeed) {
  struct Case {
    double speed, rated;
  };
  for (const auto& [speed, rated] :
       {Case{1.0, 87.5}, Case{2.0, 75.0}, Case{4.0, 50.0}, Case{6.0, 50.0}, Case{-2.0, 75.0}}) {
    const double way = speed > 0.0 ? 3.0 : -3.0;
    const Machine lift = parse_machine(fmt::format(R"(globaldyn: 1
name: lift
gravity: [0, 0, -10 m/s^2]
bodies: {{car: {{mass: 3 kg}}}}
joints: {{Z: {{type: prismatic, a: {{body: ground, axis: z}}, b: {{body: car, axis: z}}}}}}
drives:
  M:
    joint: Z
    gear: {{ratio: 100 rad/m}}
    limits: 9 N m
    rated: [[0, 100 N cm], [400 rad/s, 0.5 N m]]
tool: car
paths: {{go: {{joints: {{Z: {}*p}}, p_max: 1, law: {{speed: {} m/s, of: Z}}}}}}
)",
                                                   way, std::abs(speed)),
                                       "lift.yaml", ".");
    const PlannedMotion motion = plan_motion(lift, lift.paths[0]);
    const double weight = 30.0;
    EXPECT_NEAR(motion.use.heat(0), std::pow(weight / rated, 2), 1e-9);
    const MotorUse use = *find_motor_use(lift, motion).begin();
    EXPECT_NEAR(*use.thermal_share, std::pow(weight / rated, 2), 1e-9);
    EXPECT_NEAR(*use.rated_force, 1.0, 1e-12);
    EXPECT_NEAR(motion.use.peak_supply, std::max(0.0, weight * speed), 1e-6);
    EXPECT_NEAR(motion.use.peak_return, std::max(0.0, -weight * speed), 1e-6);
    const auto rated_of = calc_path_criteria(
        lift, {}, {"thermal_share_M", "peak_supply", "peak_return"}, {.sweep = {.threads = 1}});
    EXPECT_NEAR(rated_of[0].value, motion.use.heat(0), 1e-9);
    EXPECT_NEAR(rated_of[1].value, motion.use.peak_supply, 1e-6);
    EXPECT_NEAR(rated_of[2].value, motion.use.peak_return, 1e-6);
  }
}

}  // namespace
}  // namespace globaldyn::inside
