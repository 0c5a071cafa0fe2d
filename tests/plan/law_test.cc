// Motions that are given by laws: shapes against published figures, forces against closed forms.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <functional>
#include <numbers>
#include <random>
#include <string>

#include "core/base/errors.h"
#include "globaldyn/cycle/planned_cycle.h"
#include "globaldyn/machine/machine.h"
#include "globaldyn/path/motion_law.h"
#include "globaldyn/rating/path_criteria_table.h"
#include "globaldyn/record/write_plan.h"
#include "globaldyn/simulation/machine_simulation.h"
#include "globaldyn/simulation/planned_forces.h"
#include "tests/support/machines.h"

namespace globaldyn::inside::test {
namespace {

using Shape = MotionLaw::Shape;

MotionLaw make_law(Shape shape, double time = 1.0, double ramp = 1.0 / 3.0) {
  return {.shape = shape, .time = time, .ramp = shape == Shape::trapezoid ? ramp : 0.0};
}

std::vector<Shape> list_shapes() {
  std::vector<Shape> shapes;
  for (std::size_t i = 0; i < list_law_shapes().size(); ++i) {
    shapes.push_back(static_cast<Shape>(i));
  }
  return shapes;
}

// Largest speeds and accelerations of a stroke of 1 in a time of 1, as VDI 2143 part 1 and books on
// cams list them.
TEST(MotionLaw, HasPublishedPeaks) {
  const auto expect = [](Shape shape, double speed, double acceleration, double digits) {
    const MotionLaw law = make_law(shape);
    double most_speed = 0.0, most_acceleration = 0.0;
    constexpr int kPlaces = 20000;
    for (int i = 0; i <= kPlaces; ++i) {
      const TimedValue at = law.at(1.0 * i / kPlaces);
      most_speed = std::max(most_speed, at.rate);
      most_acceleration = std::max(most_acceleration, at.change);
    }
    EXPECT_NEAR(most_speed, speed, digits) << to_string(shape);
    EXPECT_NEAR(most_acceleration, acceleration, digits) << to_string(shape);
  };
  expect(Shape::poly5, 1.875, 5.7735, 1e-4);
  expect(Shape::poly7, 2.1875, 7.5132, 1e-4);
  expect(Shape::cycloid, 2.0, 6.2832, 1e-4);
  expect(Shape::harmonic, 1.5708, 4.9348, 1e-4);
  expect(Shape::modified_sine, 1.7596, 5.5280, 1e-4);
  expect(Shape::modified_trapezoid, 2.0, 4.8881, 1e-4);
  expect(Shape::trapezoid, 1.5, 4.5, 1e-12);
}

TEST(MotionLaw, RatesAreDerivatives) {
  std::mt19937 random(5);
  for (const Shape shape : list_shapes()) {
    const MotionLaw law = make_law(shape, 1.0, 0.2);
    EXPECT_EQ(law.at(0.0).value, 0.0);
    EXPECT_EQ(law.at(1.0).value, 1.0);
    EXPECT_NEAR(law.at(0.0).rate, 0.0, 1e-15);
    EXPECT_NEAR(law.at(1.0).rate, 0.0, 1e-15);
    for (int i = 0; i < 300; ++i) {
      const double u = std::uniform_real_distribution<double>(0.0, 1.0)(random);
      const double step = 1e-6;
      const std::vector<double> breaks = law.list_breaks();
      const auto is_near = [&](double at) { return std::abs(at - u) < 2.0 * step; };
      if (std::any_of(breaks.begin(), breaks.end(), is_near) || u < step || u > 1.0 - step)
        continue;
      const TimedValue low = law.at(u - step), here = law.at(u), high = law.at(u + step);
      // Third derivatives are at most some hundreds.
      EXPECT_NEAR((high.value - low.value) / (2.0 * step), here.rate, 1e-8)
          << to_string(shape) << u;
      EXPECT_NEAR((high.rate - low.rate) / (2.0 * step), here.change, 1e-7)
          << to_string(shape) << u;
      EXPECT_NEAR(law.find_u(here.value), u, 1e-12 / std::max(1e-4, here.rate));
    }
    for (const double u : law.list_breaks()) {
      const TimedValue before = law.at(u - 1e-12), behind = law.at(u + 1e-12);
      EXPECT_NEAR(before.rate, behind.rate, 1e-10);
      if (shape == Shape::trapezoid) continue;
      EXPECT_NEAR(before.change, behind.change, 1e-9);
    }
  }
}

constexpr double kMass = 4.0, kWeight = 40.0;

std::string write_lift(const std::string& paths, double limit, const std::string& more = "") {
  return fmt::format(R"(globaldyn: 1
name: lift
gravity: [0, 0, -10 m/s^2]
bodies: {{slide: {{mass: 4 kg}}}}
joints: {{Z: {{type: prismatic, a: {{body: ground, axis: z}}, b: {{body: slide, axis: z}}}}}}
drives: {{F: {{joint: Z, limits: {:.17g} N}}}}
tool: slide
{}paths:
{})",
                     limit, more, paths);
}

Machine read(const std::string& text) {
  return parse_machine(text, "lift.yaml", ".");
}

double find_peak(Shape shape, double ramp) {
  const MotionLaw law = make_law(shape, 1.0, ramp);
  double most = 0.0;
  constexpr int kPlaces = 400000;
  for (int i = 0; i <= kPlaces; ++i) most = std::max(most, law.at(1.0 * i / kPlaces).change);
  return most;
}

// Random laws of a lift: its forces, what they exceed, and the least time of the law.
TEST(GivenMotions, OfALiftAreAsByHand) {
  std::mt19937 random(7);
  const auto draw = [&](double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random);
  };
  for (int round = 0; round < 4; ++round) {
    for (const Shape shape : list_shapes()) {
      const double time = draw(0.3, 2.0), stroke = draw(0.1, 1.5), limit = draw(50.0, 120.0);
      const double ramp = draw(0.05, 0.5);
      const MotionLaw law = make_law(shape, time, ramp);
      const std::string more =
          shape == Shape::trapezoid ? fmt::format(", ramp: {:.17g} ms", 1e3 * ramp * time) : "";
      const Machine machine =
          read(write_lift(fmt::format("  up: {{joints: {{Z: \"{:.17g}*p\"}}, p_max: 2, law: "
                                      "{{time: {:.17g} ms, shape: {}{}}}}}\n",
                                      0.5 * stroke, 1e3 * time, to_string(shape), more),
                          limit));
      const PlannedMotion motion = plan_motion(machine, machine.paths.front());
      SCOPED_TRACE(fmt::format("{} {} s {} m {} N", to_string(shape), time, stroke, limit));
      ASSERT_TRUE(motion.plan.has_motion()) << motion.plan.reason;
      EXPECT_NEAR(motion.plan.time(), time, 1e-12);
      double square = 0.0;
      for (const MotionSample& sample : motion.record.samples) {
        const TimedValue at = law.at(sample.state.t / time);
        EXPECT_NEAR(sample.positions(0), stroke * at.value, 1e-9 * stroke);
        // Where accelerations jump, on whichever side the rounded time is.
        const double force = kWeight + kMass * stroke * at.change / (time * time);
        square += force * force;
        if (shape == Shape::trapezoid) continue;
        EXPECT_NEAR(sample.forces(0), force, 1e-6 * limit);
      }
      const double peak = kMass * stroke * find_peak(shape, ramp) / (time * time);
      EXPECT_NEAR(motion.use.peak_force(0), kWeight + peak, 1e-6 * (kWeight + peak));
      const double excess = kWeight + peak - limit;
      ASSERT_TRUE(motion.plan.given);
      EXPECT_EQ(motion.plan.status(), excess > 0.0 ? PlanStatus::exceeded : PlanStatus::given);
      if (excess > 0.0) {
        ASSERT_FALSE(motion.plan.given->exceeded.empty());
        const ExceededLimit& first = motion.plan.given->exceeded.front();
        EXPECT_EQ(first.limit.name, "F");
        EXPECT_EQ(first.limit.limit, "max");
        EXPECT_NEAR(first.by, excess, 1e-4 * limit);
      } else {
        EXPECT_TRUE(motion.plan.given->exceeded.empty());
      }
      // Of the same law in a time T: weight + peak (time/T)² = limit.
      const double least = time * std::sqrt(peak / (limit - kWeight));
      EXPECT_NEAR(motion.plan.given->least_time, least, 1e-7 * least);
      const auto values = calc_path_criteria(machine, {}, {"least_time", "time", "rms_force"});
      EXPECT_NEAR(values[0].value, least, 1e-7 * least);
      EXPECT_NEAR(values[1].value, time, 1e-12);
      EXPECT_EQ(values[2].reason.empty(), excess <= 0.0) << values[2].reason;
      const double mean = square / static_cast<double>(motion.record.samples.size());
      EXPECT_NEAR(values[2].value, std::sqrt(mean), 5e-3 * std::sqrt(mean));
    }
  }
}

TEST(GivenMotions, AreWithinWhatNoTimeHelps) {
  const Machine machine = read(write_lift(
      "  up: {joints: {Z: p}, p_max: 1, law: {time: 1 s, shape: poly5}}\n", 0.9 * kWeight));
  const PlannedMotion motion = plan_motion(machine, machine.paths.front());
  EXPECT_EQ(motion.plan.status(), PlanStatus::exceeded);
  EXPECT_TRUE(std::isinf(motion.plan.given->least_time));
}

// A table in two directions of which one has no drive: what moves or bears something needs one,
// what rests does not; and by which share a speed is too large.
TEST(GivenMotions, NeedDrivesWhereForcesAre) {
  const auto plan = [](const std::string& drives, const std::string& path,
                       const std::string& gravity = "0") {
    const Machine machine = parse_machine(fmt::format(R"(globaldyn: 1
name: table
gravity: [0, {}, 0]
bodies: {{carriage: {{mass: 1 kg}}, table: {{mass: 1 kg}}}}
joints:
  X: {{type: prismatic, a: {{body: ground, axis: x}}, b: {{body: carriage, axis: x}}}}
  Y: {{type: prismatic, a: {{body: carriage, axis: y}}, b: {{body: table, axis: y}}}}
drives: {}
paths: {{go: {{joints: {}, p_max: 1, law: {{time: 1 s, shape: poly5}}}}}}
)",
                                                      gravity, drives, path),
                                          "table.yaml", ".");
    return plan_motion(machine, machine.paths.front());
  };
  const std::string both = "{FX: {joint: X, limits: 99 N}, FY: {joint: Y, limits: 99 N}}";
  const std::string one = "{FX: {joint: X, limits: 99 N}}";
  EXPECT_EQ(plan(both, "{X: p, Y: p^2}").plan.status(), PlanStatus::given);
  const PlannedMotion none = plan(one, "{X: p, Y: p^2}");
  EXPECT_EQ(none.plan.status(), PlanStatus::infeasible);
  EXPECT_FALSE(none.plan.has_motion());
  EXPECT_EQ(none.plan.reason,
            "no drive moves Y: the machine has too few drives to follow this path");
  EXPECT_EQ(plan(one, "{X: p, Y: 0}").plan.status(), PlanStatus::given);
  EXPECT_EQ(plan(one, "{X: p, Y: 0}", "-9.81").plan.status(), PlanStatus::infeasible);
  // poly5 is as fast as 1.875 m/s.
  const PlannedMotion fast =
      plan("{FX: {joint: X, max_speed: 1.5 m/s}, FY: {joint: Y}}", "{X: p, Y: 0}");
  EXPECT_EQ(fast.plan.status(), PlanStatus::exceeded);
  EXPECT_NEAR(fast.max_violation, 0.25, 1e-6);
}

// Loads stay where they are on the path, as formulas and as tables.
TEST(GivenMotions, MeetLoadsWhereTheyAre) {
  const std::string folder = testing::TempDir();
  std::ofstream(folder + "law_test_loads.csv") << "p,fz\n0,0\n0.7,-20\n2,-5\n";
  const auto in_table = [](double p) {
    return p < 0.7 ? 20.0 * p / 0.7 : 20.0 - 15.0 * (p - 0.7) / 1.3;
  };
  const auto expect = [&](const std::string& load, const std::function<double(double)>& force) {
    const std::string path =
        "  up: {joints: {Z: 0.5*p}, p_max: 2, law: {time: 2.6 s, shape: modified_sine}}\n";
    const Machine machine = parse_machine(write_lift(path, 500.0, load), "lift.yaml", folder);
    const PlannedMotion motion = plan_motion(machine, machine.paths.front());
    const MotionLaw law = make_law(Shape::modified_sine, 2.6);
    for (const MotionSample& sample : motion.record.samples) {
      const TimedValue at = law.at(sample.state.t / 2.6);
      const double inertia = kMass * at.change / (2.6 * 2.6);
      EXPECT_NEAR(sample.forces(0), kWeight + inertia + force(2.0 * at.value), 1e-6 * 500.0);
    }
  };
  expect("loads: {tool_wrench: {force: [0, 0, -30*p^2]}}\n", [](double p) { return 30.0 * p * p; });
  // Has no value where p would be the time, to 2.6 s; nor goes the table as far.
  expect("loads: {tool_wrench: {force: [0, 0, -10*sqrt(2.5 - p)]}}\n",
         [](double p) { return 10.0 * std::sqrt(2.5 - p); });
  expect("loads: {tool_wrench: {csv: {file: law_test_loads.csv}}}\n", in_table);
}

MachineSimulation replay(const Machine& machine, const PlannedMotion& motion) {
  StoredPlan stored{.path = motion.plan.path, .plan = motion.plan.plan, .stops = motion.plan.stops};
  PlannedForces planned(machine, machine.paths.front(), stored);
  ReplayOptions options;
  options.simulation.duration = planned.duration();
  return replay_plan(machine, machine.paths.front(), planned, options);
}

TEST(GivenMotions, AreFollowedBySimulation) {
  for (const char* law : {"{time: 0.4 s, shape: modified_trapezoid}", "{speed: 120 rpm, of: J1}"}) {
    const Machine machine = parse_machine(fmt::format(R"(globaldyn: 1
name: arm
bodies:
  upper: {{mass: 6, com: [0.2, 0], inertia: {{rod: 0.12}}}}
joints: {{J1: {{type: revolute, a: ground, b: upper}}}}
drives: {{A: {{joint: J1, limits: 300, rotor_inertia: 0.5}}}}
tool: {{body: upper, at: [0.3, 0]}}
loads: {{tool_wrench: {{force: [5*p, 0, 0]}}}}
paths: {{swing: {{joints: {{J1: p + 0.1*sin(3*p)}}, p_max: 2, law: {}}}}}
)",
                                                      law),
                                          "arm.yaml", ".");
    const PlannedMotion motion = plan_motion(machine, machine.paths.front());
    ASSERT_TRUE(motion.plan.has_motion()) << motion.plan.reason;
    const MachineSimulation run = replay(machine, motion);
    EXPECT_LE(run.tracking_error, 1e-5) << law;  // errors of steps of 1e-6 add up
  }
}

TEST(GivenMotions, KeepASpeed) {
  const std::string head = R"(globaldyn: 1
name: table
bodies:
  carriage: {mass: 1 kg, inertia: {diag: [1, 1, 1]}}
  table: {mass: 1 kg, inertia: {diag: [1, 1, 1]}}
joints:
  X: {type: prismatic, a: {body: ground, axis: x}, b: {body: carriage, axis: x}}
  Y: {type: prismatic, a: {body: carriage, axis: y}, b: {body: table, axis: y}}
tool: {body: table, at: [0, 0]}
drives: {FX: {joint: X, limits: 1000 N}, FY: {joint: Y, limits: 1000 N}}
paths:
)";
  const Machine machine = parse_machine(
      head +
          "  wave: {position: {x: 300 mm*p, y: 80 mm*sin(6*p)}, p_max: 1, law: {speed: 450 mm/s}}\n"
          "  slide: {joints: {X: p^2 + p, Y: sin(p)}, p_max: 1, law: {speed: 30 m/min, of: X}}\n",
      "table.yaml", ".");
  const PlannedMotion wave = plan_motion(machine, machine.paths[0]);
  // The length of the wave by a sum of chords.
  double length = 0.0;
  constexpr int kChords = 200000;
  for (int i = 0; i < kChords; ++i) {
    const auto y = [](double p) { return 0.08 * std::sin(6.0 * p); };
    const double from = 1.0 * i / kChords, to = 1.0 * (i + 1) / kChords;
    length += std::hypot(0.3 * (to - from), y(to) - y(from));
  }
  EXPECT_NEAR(wave.plan.time(), length / 0.45, 1e-9);
  for (const MotionSample& sample : wave.record.samples) {
    EXPECT_NEAR(sample.tool_velocity.v.norm(), 0.45, 1e-10);
    EXPECT_NEAR(sample.tool_velocity.v.dot(sample.tool_acceleration.v), 0.0, 1e-8);
  }
  const PlannedMotion slide = plan_motion(machine, machine.paths[1]);
  EXPECT_NEAR(slide.plan.time(), 2.0 / 0.5, 1e-12);
  for (const MotionSample& sample : slide.record.samples) {
    EXPECT_NEAR(sample.rates(0), 0.5, 1e-11);
    EXPECT_NEAR(sample.accelerations(0), 0.0, 1e-10);
  }
}

TEST(GivenMotions, AreStepsOfCycles) {
  const Machine machine =
      read(write_lift("  up: {joints: {Z: p}, p_max: 0.5, law: {time: 0.7 s, shape: poly7}}\n"
                      "  down: {joints: {Z: 0.5 - p}, p_max: 0.5}\n",
                      100.0,
                      "cycles:\n"
                      "  shift: {steps: [{path: up}, {dwell: 0.2 s}, {path: down}]}\n"
                      "  back: {steps: [{path: up}, {path: up, reverse: true}]}\n"
                      "  slow: {period: 3 s, steps: [{path: up}, {path: down}]}\n"
                      "  slow_laws: {period: 3 s, steps: [{path: up}, {path: up, reverse: true}]}\n"
                      "  half: {repeat: false, steps: [{path: up, to: 0.3}]}\n"
                      "  own: {steps: [{path: down, reverse: true, law: {time: 0.6 s, shape: "
                      "cycloid}}, {path: down, "
                      "law: {time: 800 ms, shape: trapezoid, ramp: 0.3 s}}]}\n"));
  const PlannedMotion shift = plan_cycle(machine, find_cycle(machine, "shift"));
  ASSERT_TRUE(shift.plan.has_motion()) << shift.plan.reason;
  // Down with 100 N against 40: 35 m/s² down, 15 m/s² to stop.
  const double down = std::sqrt(2.0 * 0.5 * (1.0 / 35.0 + 1.0 / 15.0));
  EXPECT_NEAR(shift.plan.time(), 0.9 + down, 1e-5);
  EXPECT_EQ(shift.plan.status(), PlanStatus::optimal);
  const PlannedMotion back = plan_cycle(machine, find_cycle(machine, "back"));
  ASSERT_TRUE(back.plan.has_motion()) << back.plan.reason;
  EXPECT_NEAR(back.plan.time(), 1.4, 1e-12);
  const MotionLaw law = make_law(Shape::poly7, 0.7);
  for (const MotionSample& sample : back.record.samples) {
    const double t = sample.state.t;
    EXPECT_NEAR(sample.positions(0), 0.5 * law.at((t < 0.7 ? t : 1.4 - t) / 0.7).value, 1e-9);
  }
  // What is given does not last longer.
  const PlannedMotion slow = plan_cycle(machine, find_cycle(machine, "slow"));
  EXPECT_NEAR(slow.plan.time(), 3.0, 1e-9);
  EXPECT_NEAR(slow.steps[0].end, 0.7, 1e-12);
  const PlannedMotion laws = plan_cycle(machine, find_cycle(machine, "slow_laws"));
  EXPECT_FALSE(laws.plan.has_motion());
  EXPECT_THROW((void)plan_cycle(machine, find_cycle(machine, "half")), InputError);
  const PlannedMotion own = plan_cycle(machine, find_cycle(machine, "own"));
  ASSERT_TRUE(own.plan.has_motion()) << own.plan.reason;
  EXPECT_NEAR(own.plan.time(), 1.4, 1e-12);
  const MotionLaw rises = make_law(Shape::cycloid, 0.6);
  const MotionLaw falls = make_law(Shape::trapezoid, 0.8, 0.375);
  for (const MotionSample& sample : own.record.samples) {
    const double t = sample.state.t;
    const double z = t < 0.6 ? rises.at(t / 0.6).value : 1.0 - falls.at((t - 0.6) / 0.8).value;
    EXPECT_NEAR(sample.positions(0), 0.5 * z, 1e-9);
  }
}

// A table of poly5 over time: between its points a spline is as near as its steps are short.
TEST(GivenMotions, FollowTables) {
  const std::string folder = testing::TempDir();
  const MotionLaw law = make_law(Shape::poly5, 0.8);
  constexpr int kRows = 101;
  std::string table = "p,t [ms]\n";
  for (int i = 0; i < kRows; ++i) {
    const double u = 1.0 * i / (kRows - 1);
    table += fmt::format("{:.15g},{:.15g}\n", 2.0 * law.at(u).value, 800.0 * u);
  }
  std::ofstream(folder + "law_test_table.csv") << table;
  const auto read_up = [&](const std::string& csv) {
    return parse_machine(
        write_lift("  up: {joints: {Z: 0.25*p}, p_max: 2, law: {csv: " + csv + "}}\n", 500.0),
        "lift.yaml", folder);
  };
  const Machine machine = read_up("{file: law_test_table.csv}");
  const PlannedMotion motion = plan_motion(machine, machine.paths.front());
  ASSERT_EQ(motion.plan.status(), PlanStatus::given) << motion.plan.reason;
  EXPECT_NEAR(motion.plan.time(), 0.8, 1e-12);
  for (const MotionSample& sample : motion.record.samples) {
    const TimedValue at = law.at(sample.state.t / 0.8);
    // Steps h of u: values to h^4, accelerations to h^2 of the fourth derivative, 360.
    EXPECT_NEAR(sample.positions(0), 0.5 * at.value, 2e-8);
    EXPECT_NEAR(sample.accelerations(0), 0.5 * at.change / 0.64, 0.02);
  }
  const auto refuse = [&](const std::string& rows, const std::string& wrong) {
    std::ofstream(folder + "law_test_wrong.csv") << rows;
    try {
      (void)read_up("{file: law_test_wrong.csv}");
      FAIL() << rows;
    } catch (const InputError& error) {
      EXPECT_NE(std::string(error.what()).find(wrong), std::string::npos) << error.what();
    }
  };
  refuse("t,p\n0,0\n1,1\n", "p = 1 at the end");
  refuse("t,p\n0,0\n1,1\n0.5,2\n", "t = 0.5");
  refuse("t,p\n0,0\n1,1.5\n2,1\n3,2\n", "p = 1");
  refuse("t,p\n0,0\n0.1,0.01\n0.2,1.9\n1,2\n", "turn back");
  refuse("p\n0\n2\n", "without a column 't'");
  refuse("t [mm],p\n0,0\n1,2\n", "time");
}

TEST(GivenMotions, AreRefusedWhereTheyCannotBe) {
  const auto refuse = [](const std::string& path, const std::string& wrong) {
    try {
      (void)read(write_lift("  up: " + path + "\n", 100.0));
      FAIL() << path;
    } catch (const InputError& error) {
      EXPECT_NE(std::string(error.what()).find(wrong), std::string::npos) << error.what();
    }
  };
  refuse("{joints: {Z: p}, p_max: 1, law: {time: 1 s}}", "shape");
  refuse("{joints: {Z: p}, p_max: 1, law: {time: 0 s, shape: poly5}}", "time");
  refuse("{joints: {Z: p}, p_max: 1, law: {time: 1 kg, shape: poly5}}", "kg");
  refuse("{joints: {Z: p}, p_max: 1, law: {time: 1 s, shape: poly6}}", "poly6");
  refuse("{joints: {Z: p}, p_max: 1, law: {time: 1 s, shape: poly5, ramp: 0.1 s}}", "ramp");
  refuse("{joints: {Z: p}, p_max: 1, law: {time: 1 s, shape: trapezoid, ramp: 0.6 s}}", "0.6 s");
  refuse("{joints: {Z: p}, p_max: 1, law: {speed: 1 m/s, of: Y}}", "'Y'");
  refuse("{joints: {Z: p}, p_max: 1, law: {speed: 1 rpm, of: Z}}", "rpm");
  refuse("{joints: {Z: p}, p_max: 1, law: {speed: 1 m/s, time: 1 s}}", "time");
  refuse("{joints: {Z: p}, p_max: 1, law: {speed: 1 m/s}}", "position");
  refuse("{joints: {Z: abs(p - 0.5)}, p_max: 1, law: {time: 1 s, shape: poly5}}", "corner");
  refuse("{joints: {Z: p}, p_max: 1, stops: [{at: 0.5}], law: {time: 1 s, shape: poly5}}", "stop");
  refuse("{joints: {Z: (p - 0.5)^2}, p_max: 1, law: {speed: 1 m/s, of: Z}}", "still at p = 0.5");
  refuse("{joints: {Z: (p - 0.37)^2}, p_max: 1, law: {speed: 1 m/s, of: Z}}", "still at p = 0.3");
  refuse("{joints: {Z: p^2}, p_max: 1, law: {speed: 1 m/s, of: Z}}", "still at p = 0");
}

}  // namespace
}  // namespace globaldyn::inside::test
