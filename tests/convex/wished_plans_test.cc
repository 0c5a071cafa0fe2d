// Motions that are wished for, of machines: what was asked is what records and simulations say.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "globaldyn/cycle/planned_cycle.h"
#include "globaldyn/motion/survey_rows.h"
#include "globaldyn/rating/path_criteria_table.h"
#include "globaldyn/record/loss_curve.h"
#include "globaldyn/record/planned_motion.h"
#include "globaldyn/record/write_plan.h"
#include "tests/support/draw.h"

namespace globaldyn::inside::test {
namespace {

constexpr double kAsked = 1e-6;

Machine read(const std::string& text) {
  return parse_machine(text, "wish.yaml", ".");
}

// A slide with one to three motors behind gears of their own, in units of drawings.
struct RandomSlide {
  std::string text;
  double length{0.0};           // m
  double mass{0.0};             // kg, with rotors
  std::vector<double> rated;    // N at the slide
  std::vector<double> weights;  // W/N²
  std::vector<double> ratios;   // rad/m
};

RandomSlide make_random_slide(unsigned seed, int motors, const std::string& more = {}) {
  Draw draw(seed);
  RandomSlide slide;
  slide.length = draw.uniform(0.05, 2.0);
  const double mass = draw.uniform(0.5, 80.0);
  slide.mass = mass;
  std::string drives;
  for (int k = 0; k < motors; ++k) {
    const double lead = draw.uniform(2.0, 40.0);  // mm a turn
    const double ratio = 2.0 * std::numbers::pi / (1e-3 * lead) * (draw.chance(0.3) ? -1.0 : 1.0);
    const double torque = draw.uniform(5.0, 300.0);  // N cm
    const double rotor = draw.uniform(0.0, 5e-5);    // kg m²
    const double weight = draw.uniform(0.1, 20.0);   // W/(N m)²
    drives += fmt::format(
        "  M{}: {{joint: X, limits: 100 N m, rated: {} N cm, gear: {{ratio: {} rad/m}}, "
        "rotor_inertia: {} kg m^2, loss_weight: {} W/N^2/m^2{}}}\n",
        k, torque, ratio, rotor, weight, more);
    slide.mass += rotor * ratio * ratio;
    slide.rated.push_back(1e-2 * torque * std::abs(ratio));
    slide.weights.push_back(weight / (ratio * ratio));
    slide.ratios.push_back(std::abs(ratio));
  }
  slide.text = fmt::format(R"(globaldyn: 1
name: slide
bodies:
  b: {{mass: {} g}}
joints: {{X: {{type: prismatic, a: {{body: ground, axis: x}}, b: {{body: b, axis: x}}}}}}
drives:
{}paths:
  go: {{joints: {{X: {} cm*p}}, p_max: 1}}
)",
                           1e3 * mass, drives, 100.0 * slide.length);
  return slide;
}

PlannedMotion plan(const Machine& machine, const MotionWish& wish, double tolerance = kAsked) {
  PlannedMotionOptions options;
  options.plan.tolerance = tolerance;
  options.plan.wish = wish;
  return plan_motion(machine, machine.paths.front(), options);
}

TEST(WishedPlans, RandomSlidesUseUpWhatIsRated) {
  for (unsigned seed = 1; seed <= 40; ++seed) {
    const RandomSlide slide = make_random_slide(seed, 1 + static_cast<int>(seed % 3));
    SCOPED_TRACE(slide.text);
    const PlannedMotion motion = plan(read(slide.text), {.within_rated = true});
    ASSERT_EQ(motion.plan.status(), PlanStatus::optimal) << motion.plan.reason;
    double force = 0.0;
    for (const double one : slide.rated) force += one;
    const double time = std::sqrt(6.0 * slide.mass * slide.length / (std::sqrt(3.0) * force));
    EXPECT_NEAR(motion.plan.time(), time, kAsked * time);
    for (Eigen::Index k = 0; k < motion.use.heat.size(); ++k) {
      EXPECT_NEAR(motion.use.heat(k), 1.0, 1e-4);
    }
  }
}

// Motors share by the inverse of their weights: W = (sum 1/w)^-1 is that of one motor.
TEST(WishedPlans, RandomSlidesLoseLeast) {
  for (unsigned seed = 1; seed <= 40; ++seed) {
    const RandomSlide slide = make_random_slide(seed, 1 + static_cast<int>(seed % 3));
    SCOPED_TRACE(slide.text);
    const Machine machine = read(slide.text);
    double conductance = 0.0;
    for (const double weight : slide.weights) conductance += 1.0 / weight;
    const double fastest = plan_path(machine, machine.paths.front()).time();
    const double time = 3.0 * fastest;
    const PlannedMotion motion = plan(machine, {.least_losses = true, .time = time});
    ASSERT_EQ(motion.plan.status(), PlanStatus::optimal) << motion.plan.reason;
    const double losses =
        12.0 * std::pow(slide.mass * slide.length, 2) / std::pow(time, 3) / conductance;
    ASSERT_TRUE(motion.plan.wished);
    EXPECT_EQ(motion.plan.wished->losses_unit, "J");
    EXPECT_NEAR(motion.plan.wished->losses, losses, 1e-5 * losses);
    EXPECT_NEAR(motion.plan.time(), time, kAsked * time);
    double recorded = 0.0;
    for (std::size_t k = 0; k < slide.weights.size(); ++k) {
      recorded += slide.weights[k] * time * std::pow(motion.use.rms_force(static_cast<int>(k)), 2);
    }
    EXPECT_NEAR(recorded, losses, 1e-4 * losses);
  }
}

// The motor's jerk and the rate of its torque, at the slide.
TEST(WishedPlans, RandomSlidesHaveJerkAndRates) {
  for (unsigned seed = 1; seed <= 12; ++seed) {
    const bool is_rate = seed % 2 == 0;
    const double asked = is_rate ? 0.05 * seed : 1e3 * seed;
    const std::string more = fmt::format(", {}: {} {}", is_rate ? "rate" : "max_jerk", asked,
                                         is_rate ? "N m/s" : "rad/s^3");
    const RandomSlide slide = make_random_slide(seed, 1, more);
    SCOPED_TRACE(slide.text);
    const PlannedMotion motion = plan(read(slide.text), {}, 1e-5);
    ASSERT_EQ(motion.plan.status(), PlanStatus::optimal) << motion.plan.reason;
    const double ratio = slide.ratios.front();
    const double jerk = is_rate ? asked * ratio / slide.mass : asked / ratio;
    const double time = std::cbrt(32.0 * slide.length / jerk);
    EXPECT_NEAR(motion.plan.time(), time, 2e-5 * time);
    // Between samples of the record the force does not change faster.
    const std::vector<MotionSample>& samples = motion.record.samples;
    for (std::size_t i = 1; i < samples.size(); ++i) {
      const double change = (samples[i].forces(0) - samples[i - 1].forces(0)) /
                            (samples[i].state.t - samples[i - 1].state.t);
      EXPECT_LE(std::abs(change), slide.mass * jerk * 1.02);
    }
  }
}

// Blends are smooth by default: acceleration begins and ends there, and jerk is all that it needs.
TEST(WishedPlans, SmoothBlendsHaveJerk) {
  const std::string text = R"(globaldyn: 1
name: table
bodies: {slide: {mass: 3}, table: {mass: 2, frames: {tool: [0, 0]}}}
joints:
  X: {type: prismatic, a: {body: ground, axis: x}, b: {body: slide, axis: x}}
  Y: {type: prismatic, a: {body: slide, axis: y}, b: {body: table, axis: y}}
drives:
  F: {joint: X, limits: 40 N, max_jerk: 500 m/s^3}
  G: {joint: Y, limits: 60 N, max_jerk: 500 m/s^3}
tool: table.tool
paths: {corner: {position: {polyline: {points: [[0, 0], [0.3, 0], [0.3, 0.2]], blend: 20 mm}}}}
)";
  const PathPlan smooth = plan(read(text), {}, 1e-4).plan;
  ASSERT_EQ(smooth.status(), PlanStatus::optimal) << smooth.reason;

  EXPECT_GT(smooth.time(), smooth.wished->fastest);
  std::string sharp = text;
  sharp.replace(sharp.find("blend: 20 mm"), 12, "blend: 20 mm, shape: parabola");
  EXPECT_EQ(plan(read(sharp), {}, 1e-4).plan.status(), PlanStatus::infeasible);
}

// One motor, or two that share its work, within a supply: as within the power of the one; what is
// taken back is a matter of its own.
TEST(WishedPlans, SuppliesAreKept) {
  const auto plan_with = [](const std::string& base, const std::string& more) {
    return plan(read(base + more), {}, 3e-5);
  };
  const RandomSlide alone = make_random_slide(3, 1),
                    limited = make_random_slide(3, 1, ", power: 20 W");
  const PlannedMotion by_drive = plan(read(limited.text), {}, 1e-5);
  const PlannedMotion both = plan_with(alone.text, "supply: {power: 0.02 kW, back: 20 W}\n");
  ASSERT_EQ(both.plan.status(), PlanStatus::optimal) << both.plan.reason;
  EXPECT_NEAR(both.plan.time(), by_drive.plan.time(), 5e-5 * both.plan.time());
  EXPECT_NEAR(both.use.peak_supply, 20.0, 1e-3);
  EXPECT_NEAR(both.use.peak_return, 20.0, 1e-3);
  const PlannedMotion drawn = plan_with(alone.text, "supply: {power: 20 W}\n");
  ASSERT_EQ(drawn.plan.status(), PlanStatus::optimal) << drawn.plan.reason;
  EXPECT_NEAR(drawn.use.peak_supply, 20.0, 1e-3);
  EXPECT_GT(drawn.use.peak_return, 21.0);
  EXPECT_LT(drawn.plan.time(), both.plan.time() * (1.0 - 1e-3));
  const PlannedMotion shared =
      plan_with(make_random_slide(3, 2).text, "supply: {power: 20 W, back: 30 W}\n");
  ASSERT_EQ(shared.plan.status(), PlanStatus::optimal) << shared.plan.reason;
  EXPECT_NEAR(shared.use.peak_supply, 20.0, 1e-3);
  EXPECT_LE(shared.use.peak_return, 30.0 * (1.0 + 1e-6));
}

// Where a path turns back drives do at once: what is known of a part is of its own side, at its
// very end as well; and there and back takes twice as long as there.
TEST(WishedPlans, DrivesTurnRoundWherePathsDo) {
  const auto read_along = [](const std::string& points) {
    return read(R"(globaldyn: 1
name: slide
bodies: {b: {mass: 2}}
joints: {X: {type: prismatic, a: {body: ground, axis: x}, b: {body: b, axis: x}}}
drives: {F: {joint: X, limits: 40 N, power: 15 W}}
tool: b
paths: {l: {position: {polyline: {points: )" +
                points + R"(}}, prescribe: [x]}}
)");
  };
  const Machine both = read_along("[[0, 0], [0.5, 0], [0, 0]]");
  PathSurvey survey(both, both.paths.front());
  const SurveyRows rows(survey, both, both.paths.front(), {});
  FieldCourse course;
  for (std::size_t part = 0; part < rows.parts().size(); ++part) {
    const FieldPart& piece = rows.parts()[part];
    for (const double share : {0.0, 0.3, 0.999, 1.0}) {
      const double p = piece.begin + share * (piece.end - piece.begin);
      rows.write_course(part, p, course);
      EXPECT_NEAR(course.rates[0], piece.end <= 0.5 ? 1.0 : -1.0, 1e-8) << p;
    }
  }
  const PlannedMotion back = plan(both, {}, 1e-5);
  const PlannedMotion there = plan(read_along("[[0, 0], [0.5, 0]]"), {}, 1e-5);
  ASSERT_EQ(there.plan.status(), PlanStatus::optimal) << there.plan.reason;
  ASSERT_EQ(back.plan.status(), PlanStatus::optimal) << back.plan.reason;
  EXPECT_NEAR(back.plan.time(), 2.0 * there.plan.time(), 5e-5 * back.plan.time());
  EXPECT_NEAR(back.use.peak_power(0), 15.0, 1e-4);
}

// Forces that nothing limits are known as well where what all drives do counts: one that jumps up
// and down in a thousandth of the way.
TEST(WishedPlans, SuppliesKnowForcesWithoutLimits) {
  const PlannedMotion motion = plan(read(R"(globaldyn: 1
name: table
bodies: {a: {mass: 0.13}, b: {mass: 0.2}}
joints:
  X: {type: prismatic, a: {body: ground, axis: x}, b: {body: a, axis: x}}
  Y: {type: prismatic, a: {body: a, axis: y}, b: {body: b, axis: y}}
drives: {F: {joint: X}, G: {joint: Y, limits: 134 N}}
tool: b
supply: {power: 600 W}
paths: {l: {position: {x: 0.00002*atan(1000*(p-0.5)), y: 0.034*cos(6.2831853*p)}, p_max: 1, prescribe: [x, y]}}
)"),
                                    {}, 1e-4);
  ASSERT_EQ(motion.plan.status(), PlanStatus::optimal) << motion.plan.reason;
  EXPECT_LE(motion.use.peak_supply, 600.0 * (1.0 + 1e-6));
}

// What is least does not depend on how much it is: of a machine whose masses and forces are a
// million-millionth the same motion is the best.
TEST(WishedPlans, TinyMachinesMoveAsLargeOnes) {
  const auto plan_scaled = [](double scale) {
    const std::string text = fmt::format(R"(globaldyn: 1
name: slide
gravity: [0, -9.81, 0]
bodies: {{b: {{mass: {}}}}}
joints: {{Y: {{type: prismatic, a: {{body: ground, axis: y}}, b: {{body: b, axis: y}}}}}}
drives: {{F: {{joint: Y, limits: {} N, viscous: {} N s/m, loss_weight: {} W/N^2}}}}
tool: b
supply: {{recovers: 30 %}}
paths: {{l: {{position: {{line: {{from: [0, 0], to: [0, 0.4]}}}}, prescribe: [y]}}}}
)",
                                         2.0 * scale, 60.0 * scale, 3.0 * scale, 0.01 / scale);
    return plan(read(text), {.least_energy = true, .time = 0.6}, 1e-5);
  };
  const PlannedMotion large = plan_scaled(1.0), tiny = plan_scaled(1e-12);
  ASSERT_EQ(large.plan.status(), PlanStatus::optimal) << large.plan.reason;
  ASSERT_EQ(tiny.plan.status(), PlanStatus::optimal) << tiny.plan.reason;
  EXPECT_NEAR(tiny.plan.wished->energy, 1e-12 * large.plan.wished->energy,
              1e-4 * tiny.plan.wished->energy);
  EXPECT_NEAR(tiny.use.peak_speed(0), large.use.peak_speed(0), 1e-3 * large.use.peak_speed(0));
}

// How fast the tool's acceleration changes between samples of a record, at most.
double find_tool_jerk(const MotionRecord& record) {
  double most = 0.0;
  for (std::size_t i = 1; i < record.samples.size(); ++i) {
    const MotionSample &a = record.samples[i - 1], &b = record.samples[i];
    if (b.state.t <= a.state.t) continue;
    const Vector3d change = b.tool_acceleration.v - a.tool_acceleration.v;
    most = std::max(most, change.norm() / (b.state.t - a.state.t));
  }
  return most;
}

const char* const kGantry = R"(globaldyn: 1
name: gantry
gravity: [0, 0, -9.81]
bodies: {slide: {mass: 3}, beam: {mass: 2}, head: {mass: 1, frames: {tool: [0, 0, 0]}}}
joints:
  X: {type: prismatic, a: {body: ground, axis: x}, b: {body: slide, axis: x}}
  Y: {type: prismatic, a: {body: slide, axis: y}, b: {body: beam, axis: y}}
  Z: {type: prismatic, a: {body: beam, axis: z}, b: {body: head, axis: z}}
drives:
  F: {joint: X, limits: 40 N}
  G: {joint: Y, limits: 60 N}
  H: {joint: Z, limits: 60 N}
tool: head.tool
paths: {one: )";

// A jerk limit of the tool on a straight path, in whatever direction, is that of a point on a line;
// on a path in space its vector is as long as the limit, and no longer.
TEST(WishedPlans, ToolsHaveJerk) {
  for (const char* way : {"[0.3, 0, 0]", "[0.18, -0.24, 0]", "[0.1, 0.2, 0.2]"}) {
    const std::string text = std::string(kGantry) +
                             "{position: {line: {from: [0, 0, 0], to: " + way +
                             "}}, jerk_limit: 40000 mm/s^3}}\n";
    SCOPED_TRACE(text);
    const PlannedMotion motion = plan(read(text), {}, 1e-5);
    ASSERT_EQ(motion.plan.status(), PlanStatus::optimal) << motion.plan.reason;
    const double time = std::cbrt(32.0 * 0.3 / 40.0);
    EXPECT_NEAR(motion.plan.time(), time, 3e-5 * time);
  }
  const std::string screw =
      std::string(kGantry) + "{position: {x: 0.1*cos(p), y: 0.1*sin(p), z: 0.02*p}, p_max: 9, ";
  const PlannedMotion all = plan(read(screw + "jerk_limit: 300 m/s^3}}\n"), {}, 1e-4);
  ASSERT_EQ(all.plan.status(), PlanStatus::optimal) << all.plan.reason;
  EXPECT_NEAR(find_tool_jerk(all.record), 300.0, 3.0);
  // Over a part of the path only: faster than where it holds everywhere, slower than without.
  const PlannedMotion part = plan(
      read(screw + "jerk_limit: [{from: 2, to: 4, limit: 300 m/s^3}, {limit: 3000 m/s^3}]}}\n"), {},
      1e-4);
  ASSERT_EQ(part.plan.status(), PlanStatus::optimal) << part.plan.reason;
  EXPECT_LT(part.plan.time(), all.plan.time() * (1.0 - 1e-3));
  EXPECT_GT(part.plan.time(), part.plan.wished->fastest * (1.0 + 1e-3));
}

TEST(WishedPlans, PowerIsKept) {
  const std::string base = make_random_slide(3, 1).text;
  for (const double power : {20.0, 500.0}) {
    const RandomSlide slide = make_random_slide(3, 1, fmt::format(", power: {} W", power));
    const PlannedMotion motion = plan(read(slide.text), {}, 1e-4);
    ASSERT_EQ(motion.plan.status(), PlanStatus::optimal) << motion.plan.reason;
    EXPECT_LE(motion.use.peak_power(0), power * (1.0 + 1e-6));
    EXPECT_GE(motion.use.peak_power(0), power * (1.0 - 1e-3));
    EXPECT_LT(plan(read(base), {}).plan.time(), motion.plan.time());
  }
}

// In front of a gear that loses a tenth, and less when the load drives, the motor's rms is what it
// bears: as its record says, which takes the direction of power from the motion.
TEST(WishedPlans, GearsWithLosses) {
  for (const char* gear : {"efficiency: 0.7", "efficiency: 0.9, efficiency_back: 0.2"}) {
    for (const double drag : {0.0, 30.0}) {
      const std::string text = fmt::format(R"(globaldyn: 1
name: slide
bodies: {{b: {{mass: 4 kg}}}}
joints: {{X: {{type: prismatic, a: {{body: ground, axis: x}}, b: {{body: b, axis: x}}}}}}
drives: {{M: {{joint: X, limits: 1 kN, rated: 25 N, gear: {{ratio: 2, {}}}, rotor_inertia: 0.5 kg, coulomb: {} N}}}}
paths: {{go: {{joints: {{X: 0.7 m*p}}, p_max: 1}}}}
)",
                                           gear, drag);
      SCOPED_TRACE(text);
      const PlannedMotion motion = plan(read(text), {.within_rated = true});
      ASSERT_EQ(motion.plan.status(), PlanStatus::optimal) << motion.plan.reason;
      EXPECT_NEAR(motion.use.heat(0), 1.0, 1e-4);
      // Not better for being slower or faster: half as much again of the rated force is faster.
      std::string more = text;
      more.replace(more.find("rated: 25 N"), 11, "rated: 26 N");
      EXPECT_LT(plan(read(more), {.within_rated = true}).plan.time(), motion.plan.time());
    }
  }
}

// A curve over speed: what the motor bears at its highest speed, on the safe side, and told.
TEST(WishedPlans, RatedOverSpeedIsOnTheSafeSide) {
  RandomSlide slide = make_random_slide(7, 1);
  const std::size_t at = slide.text.find("rated: "), end = slide.text.find(", gear");
  slide.text.replace(at, end - at, "rated: [[0 rpm, 2 N m], [3000 rpm, 1 N m]]");
  const PlannedMotion motion = plan(read(slide.text), {.within_rated = true});
  ASSERT_EQ(motion.plan.status(), PlanStatus::optimal) << motion.plan.reason;
  EXPECT_LE(motion.use.heat(0), 1.0);
  EXPECT_GE(motion.use.heat(0), 0.25);
  ASSERT_FALSE(motion.plan.notes.empty());
  EXPECT_NE(motion.plan.notes.front().find("safe side"), std::string::npos);
}

Machine load(const std::string& name) {
  return load_machine(GLOBALDYN_SOURCE_DIR "/machines/" + name + "/" + name + ".yaml");
}

void rate_at(double share, Machine& machine) {
  for (Drive& drive : machine.mechanism.drives) {
    drive.limit.rated = share * std::max(std::abs(drive.limit.force.low), drive.limit.force.high);
  }
}

// Redundant machines, cables and friction: what the program thinks is what the record finds.
TEST(WishedPlans, MachinesStayWithinTheirLimits) {
  for (const auto& [name, path] : {std::pair{"sliding_star", "circle_a"},
                                   {"octapod_8ups", "circle"},
                                   {"cable_point8", "circle"},
                                   {"puma560", "circle"},
                                   {"corexy", "outline"},
                                   {"delta", "pick"}}) {
    SCOPED_TRACE(name);
    Machine machine = load(name);
    rate_at(0.5, machine);
    PlannedMotionOptions options;
    options.plan.tolerance = 1e-5;
    options.plan.wish.within_rated = true;
    const PlannedMotion motion = plan_motion(machine, find_path(machine, path), options);
    ASSERT_EQ(motion.plan.status(), PlanStatus::optimal) << motion.plan.reason;
    EXPECT_LE(motion.max_violation, 1e-6);
    EXPECT_LE(motion.use.heat.maxCoeff(), 1.0 + 1e-3);
    EXPECT_GE(motion.use.heat.maxCoeff(), 1.0 - 1e-3);
    EXPECT_GT(motion.plan.time(), motion.plan.wished->fastest);
  }
}

// A motion within what is rated is one in its time that loses no less than the best.
TEST(WishedPlans, WishesAgreeWithEachOther) {
  Machine machine = load("sliding_star");
  rate_at(0.5, machine);
  PlannedMotionOptions options;
  options.plan.wish.within_rated = true;
  const Path& path = find_path(machine, "circle_a");
  const PlannedMotion rated = plan_motion(machine, path, options);
  options.plan.wish = {.least_losses = true, .time = rated.plan.time()};
  const PlannedMotion least = plan_motion(machine, path, options);
  EXPECT_LE(least.plan.wished->losses, rated.plan.wished->losses * (1.0 + 1e-6));
  // Both at once, in more time: the losses are not less than without what is rated.
  options.plan.wish = {
      .within_rated = true, .least_losses = true, .time = 1.05 * rated.plan.time()};
  const PlannedMotion both = plan_motion(machine, path, options);
  options.plan.wish.within_rated = false;
  const PlannedMotion alone = plan_motion(machine, path, options);
  ASSERT_EQ(both.plan.status(), PlanStatus::optimal) << both.plan.reason;
  EXPECT_GE(both.plan.wished->losses, alone.plan.wished->losses * (1.0 - 1e-6));
  EXPECT_LE(both.use.heat.maxCoeff(), 1.0 + 1e-4);
}

// Two strokes and a dwell share the heat: mean of the square over all of it. Up there the weight is
// held by the motor, or by the brake.
TEST(WishedPlans, CyclesShareWhatIsRated) {
  constexpr double kMass = 3.0, kRated = 60.0, kStroke = 0.4, kGravity = 9.81;
  for (const bool is_braked : {false, true}) {
    const std::string text = fmt::format(R"(globaldyn: 1
name: hoist
gravity: [0, -9.81, 0]
bodies: {{b: {{mass: 3 kg}}}}
joints: {{Z: {{type: prismatic, a: {{body: ground, axis: y}}, b: {{body: b, axis: y}}}}}}
drives: {{M: {{joint: Z, limits: 1 kN, rated: 60 N}}}}
load_cases: {{full: {{}}}}
paths: {{up: {{joints: {{Z: 0.4 m*p}}, p_max: 1}}}}
cycles: {{c: {{steps: [{{path: up}}, {{dwell: 0.3 s, hold: {}}}, {{path: up, reverse: true}}]}}}}
)",
                                         is_braked ? "brake" : "motors");
    SCOPED_TRACE(text);
    const Machine machine = read(text);
    PlannedMotionOptions options;
    options.plan.wish.within_rated = true;
    const PlannedMotion motion = plan_cycle(machine, machine.cycles.front(), options);
    ASSERT_EQ(motion.plan.status(), PlanStatus::optimal) << motion.plan.reason;
    ASSERT_TRUE(motion.plan.wished);
    EXPECT_NEAR(motion.use.heat(0), 1.0, 1e-4);
    // 2 (12 m² L² / T³ + (m g)² T) + held = F² (2 T + w), both strokes alike.
    const double weight = kMass * kGravity, time = 0.5 * (motion.plan.time() - 0.3);
    const double held = is_braked ? 0.0 : weight * weight * 0.3;
    const double moved =
        12.0 * std::pow(kMass * kStroke, 2) / std::pow(time, 3) + weight * weight * time;
    EXPECT_NEAR(2.0 * moved + held, kRated * kRated * motion.plan.time(), 1e-4 * moved);
    options.plan.wish = {.least_losses = true, .time = 1.5 * motion.plan.time()};
    const PlannedMotion least = plan_cycle(machine, machine.cycles.front(), options);
    ASSERT_EQ(least.plan.status(), PlanStatus::optimal) << least.plan.reason;
    EXPECT_NEAR(least.plan.time(), options.plan.wish.time, 1e-5 * least.plan.time());
    options.plan.wish.time = 0.1;
    EXPECT_EQ(plan_cycle(machine, machine.cycles.front(), options).plan.status(),
              PlanStatus::infeasible);
  }
}

// Redundant drives, too: records of the legs share the work as the program did.
TEST(WishedPlans, CyclesOfRedundantDrives) {
  RandomSlide slide = make_random_slide(12, 3);
  slide.text += "cycles: {c: {steps: [{path: go}, {dwell: 0.1 s}, {path: go, reverse: true}]}}\n";
  const Machine machine = read(slide.text);
  PlannedMotionOptions options;
  options.plan.wish.within_rated = true;
  const PlannedMotion motion = plan_cycle(machine, machine.cycles.front(), options);
  ASSERT_EQ(motion.plan.status(), PlanStatus::optimal) << motion.plan.reason;
  double force = 0.0;
  for (const double one : slide.rated) force += one;
  const double time = 0.5 * (motion.plan.time() - 0.1);
  const double used = 24.0 * std::pow(slide.mass * slide.length, 2) / std::pow(time, 3);
  EXPECT_NEAR(used, force * force * motion.plan.time(), 1e-4 * used);
  for (Eigen::Index k = 0; k < 3; ++k) EXPECT_NEAR(motion.use.heat(k), 1.0, 1e-3);
}

// Among the criteria of studies.
TEST(WishedPlans, TimeWithinRatedIsACriterion) {
  const RandomSlide slide = make_random_slide(11, 2);
  const Machine machine = read(slide.text);
  const auto values = calc_path_criteria(machine, {}, {"time_within_rated", "time"});
  const double force = slide.rated[0] + slide.rated[1];
  const double time = std::sqrt(6.0 * slide.mass * slide.length / (std::sqrt(3.0) * force));
  EXPECT_NEAR(values[0].value, time, 1e-5 * time);
  EXPECT_LT(values[1].value, values[0].value);
  Machine unrated = machine;
  for (Drive& drive : unrated.mechanism.drives) drive.limit.rated = DriveLimit::kNone;
  EXPECT_THROW((void)calc_path_criteria(unrated, {}, {"time_within_rated"}), InputError);
}

TEST(WishedPlans, MoreTimeLosesLess) {
  Machine machine = load("puma560");
  PathAnalysis analysis(machine, find_path(machine, "circle"), {});
  const LossCurve curve = find_loss_curve(analysis, {}, 6);
  ASSERT_EQ(curve.points.size(), 6U) << curve.reason;
  for (std::size_t i = 1; i < curve.points.size(); ++i) {
    EXPECT_GT(curve.points[i].time, curve.points[i - 1].time);
    EXPECT_LT(curve.points[i].losses, curve.points[i - 1].losses);
  }
}

TEST(WishedPlans, LeastLossesAreACriterion) {
  const Machine machine = read(make_random_slide(5, 2).text);
  const double fastest = plan_path(machine, machine.paths.front()).time();
  PathCriteriaOptions options;
  options.time = 1.7 * fastest;
  const PathPlan least = plan(machine, {.least_losses = true, .time = options.time}).plan;
  ASSERT_TRUE(least.wished);
  const auto values = calc_path_criteria(machine, {}, {"losses_at"}, options);
  EXPECT_NEAR(values[0].value, least.wished->losses, 1e-4 * least.wished->losses);
  // In less than the least time there is none, and it is told why.
  options.time = 0.9 * fastest;
  const auto none = calc_path_criteria(machine, {}, {"losses_at"}, options);
  EXPECT_EQ(none[0].value, kInfinity);
  EXPECT_NE(none[0].reason.find("the fastest motion takes"), std::string::npos) << none[0].reason;
  EXPECT_THROW((void)calc_path_criteria(machine, {}, {"losses_at"}), InputError);
  Machine other = machine;
  other.mechanism.drives.begin()->limit.loss_weight = 0.0;
  EXPECT_THROW((void)calc_path_criteria(other, {}, {"losses_at"}, options), InputError);
}

TEST(WishedPlans, WhatCannotBeIsTold) {
  const Machine machine = read(make_random_slide(5, 1).text);
  const double fastest = plan_path(machine, machine.paths.front()).time();
  const PathPlan late = plan(machine, {.least_losses = true, .time = 0.9 * fastest}).plan;
  EXPECT_EQ(late.status(), PlanStatus::infeasible);
  EXPECT_NE(late.reason.find("the fastest motion takes"), std::string::npos) << late.reason;
  Machine unrated = machine;
  for (Drive& drive : unrated.mechanism.drives) drive.limit.rated = DriveLimit::kNone;
  EXPECT_THROW((void)plan(unrated, {.within_rated = true}), InputError);
  PlannedMotionOptions closed;
  closed.plan.closed = true;
  closed.plan.wish.within_rated = true;
  EXPECT_THROW((void)plan_motion(machine, machine.paths.front(), closed), InputError);
  // The curvature jumps between lines and arcs, and so do accelerations.
  Machine jumping = load("arm_2r");
  for (Drive& drive : jumping.mechanism.drives) drive.limit.jerk = 1e3;
  const PathPlan jump = plan_path(jumping, find_path(jumping, "place"));
  EXPECT_EQ(jump.status(), PlanStatus::infeasible);
  EXPECT_NE(jump.reason.find("curvature"), std::string::npos) << jump.reason;
}

}  // namespace
}  // namespace globaldyn::inside::test
