// Cycles: steps of paths under loads and dwells, as one motion. Oracles: trapezoids of a slide in
// closed form, for cycles at random; plans of single paths; forward simulation; statics.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>

#include "core/base/write_file.h"
#include "globaldyn/cycle/planned_cycle.h"
#include "globaldyn/rating/path_criteria_table.h"
#include "globaldyn/record/write_plan.h"
#include "globaldyn/simulation/replay_cycle.h"
#include "tests/cycle/random_cycle.h"
#include "tests/support/machines.h"
#include "tests/support/temporary_folder.h"

namespace globaldyn::inside::test {
namespace {

Machine read(const std::string& text) {
  return parse_machine(text, "cycle.yaml", ".");
}

std::size_t count_seeds() {
  const char* asked = std::getenv("GLOBALDYN_CYCLES");
  return asked != nullptr ? static_cast<std::size_t>(std::atoll(asked)) : 150;
}

std::size_t find_first_seed() {
  const char* asked = std::getenv("GLOBALDYN_FIRST_CYCLE");
  return asked != nullptr ? static_cast<std::size_t>(std::atoll(asked)) : 1;
}

// A plan is as long as the closed form to its tolerance; forces of a motion that is a millionth
// longer differ by its root.
constexpr double kTime = 1e-6, kForce = 3e-3;

void compare_steps(const RandomCycle& expected, const PlannedMotion& motion, double factor) {
  ASSERT_EQ(motion.steps.size(), expected.steps.size());
  double t = 0.0;
  for (std::size_t i = 0; i < motion.steps.size(); ++i) {
    SCOPED_TRACE(i);
    const ExpectedStep& step = expected.steps[i];
    EXPECT_EQ(motion.steps[i].is_dwell(), step.is_dwell);
    EXPECT_NEAR(motion.steps[i].begin, t, 3.0 * kTime * expected.shortest() * factor);
    t += step.is_dwell ? step.time : step.time * factor;
    EXPECT_NEAR(motion.steps[i].end, t, 3.0 * kTime * expected.shortest() * factor);
  }
  EXPECT_NEAR(motion.steps.back().end, motion.plan.time(), 1e-14 * motion.plan.time());
}

// The slide is where each step should have left it, and the cycle is closed.
void compare_places(const RandomCycle& expected, const PlannedMotion& motion) {
  const double size = 1e-9;
  EXPECT_NEAR(motion.fine.samples.front().positions(0), expected.start, size);
  EXPECT_NEAR(motion.fine.samples.back().positions(0), expected.steps.back().end, size);
  for (std::size_t i = 0; i < expected.steps.size(); ++i) {
    if (!expected.steps[i].is_dwell) continue;
    for (const MotionSample& sample : motion.fine.samples) {
      if (sample.state.t <= motion.steps[i].begin || sample.state.t >= motion.steps[i].end)
        continue;
      EXPECT_NEAR(sample.positions(0), expected.steps[i].end, size);
      EXPECT_EQ(sample.rates(0), 0.0);
    }
  }
}

void compare_use(const RandomCycle& expected, const PlannedMotion& motion) {
  double squares = 0.0, energy = 0.0;
  for (const ExpectedStep& step : expected.steps) {
    squares += step.force_square;
    energy += step.energy;
  }
  const double rms = std::sqrt(squares / expected.shortest());
  EXPECT_NEAR(motion.use.rms_force(0), rms, kForce * expected.largest_force);
  EXPECT_NEAR(motion.use.energy, energy, kForce * energy + 1e-12);
  EXPECT_LE(motion.use.peak_force(0), expected.largest_force * (1.0 + 1e-6));
  EXPECT_LE(motion.use.peak_speed(0), expected.largest_speed * (1.0 + 1e-6));
}

StoredPlan store(const PlannedMotion& motion) {
  const TemporaryFolder folder;
  const std::string file = (std::filesystem::path(folder.path()) / "plan.json").string();
  write_file(file, to_json(motion, {}));
  return read_plan(file);
}

// m, or 1 m if that is more: errors of steps add up over the way.
double find_way(const PlannedMotion& motion) {
  double way = 0.0;
  const std::vector<MotionSample>& samples = motion.fine.samples;
  for (std::size_t i = 1; i < samples.size(); ++i) {
    way += std::abs(samples[i].positions(0) - samples[i - 1].positions(0));
  }
  return std::max(1.0, way);
}

// The simulation, along what was read back from the file, is where the plan is all the time.
void compare_simulation(const Machine& machine, const PlannedMotion& motion) {
  const StoredPlan stored = store(motion);
  ReplayOptions options;
  options.simulation.duration = motion.plan.time();
  options.simulation.samples = 41;
  const MachineSimulation run = replay_cycle(machine, machine.cycles[0], stored, options);
  ASSERT_EQ(run.result.status, SimulationStatus::done) << run.result.reason;
  // A leg comes to rest where d1² is what rounding errors of the file's p leave of it: when, is
  // known to their root, 1.5e-8 of the last segment. Legs are some ten.
  EXPECT_NEAR(run.result.time, motion.plan.time(), 1e-7 * motion.plan.time());
  const double error = 1e-5 * find_way(motion);
  EXPECT_LE(run.tracking_error, error);
  EXPECT_NEAR(run.rows.back().positions(0), motion.fine.samples.back().positions(0), error);
  for (std::size_t i = 1; i < run.rows.size(); ++i) EXPECT_GE(run.rows[i].t, run.rows[i - 1].t);
}

TEST(Cycle, RandomOnesAreAsWritten) {
  const std::size_t first = find_first_seed();
  for (std::size_t seed = first; seed < first + count_seeds(); ++seed) {
    const RandomCycle expected = make_random_cycle(seed);
    SCOPED_TRACE(fmt::format("seed {}\n{}", seed, expected.text));
    const Machine machine = read(expected.text);
    const PlannedMotion motion =
        plan_cycle(machine, machine.cycles[0], {.plan = {.tolerance = kTime}, .samples = 11});
    ASSERT_TRUE(motion.plan.has_motion()) << motion.plan.reason;
    EXPECT_EQ(motion.plan.status(), PlanStatus::optimal) << motion.plan.reason;
    const double shortest = expected.shortest();
    EXPECT_NEAR(motion.shortest, shortest, kTime * shortest);
    double dwell = 0.0;
    for (const ExpectedStep& step : expected.steps) dwell += step.is_dwell ? step.time : 0.0;
    const double time = expected.period > 0.0 ? expected.period : shortest;
    EXPECT_NEAR(motion.plan.time(), time, kTime * time);
    compare_steps(expected, motion, (time - dwell) / (shortest - dwell));
    compare_places(expected, motion);
    if (expected.period == 0.0) compare_use(expected, motion);
    EXPECT_LE(motion.max_violation, 1e-6);
    compare_simulation(machine, motion);
    if (::testing::Test::HasFailure()) return;
  }
}

// A period is kept to rounding errors, however it is written.
TEST(Cycle, PeriodIsExact) {
  for (std::size_t seed = 1; seed <= 60; ++seed) {
    const RandomCycle expected = make_random_cycle(seed);
    if (expected.period == 0.0) continue;
    const Machine machine = read(expected.text);
    const PlannedMotion motion = plan_cycle(machine, machine.cycles[0], {.samples = 3});
    EXPECT_NEAR(motion.plan.time(), expected.period, 1e-12 * expected.period);
    EXPECT_EQ(motion.record.samples.back().state.t, motion.plan.time());
  }
}

constexpr const char* kArm = R"(globaldyn: 1
name: arm
gravity: [0, -9.81]
bodies: {arm: {mass: 2, com: [0.3, 0], inertia: {diag: [0.01, 0.06, 0.06]}, frames: {tip: [0.6, 0]}}}
joints: {R: {type: revolute, a: ground, b: arm, guess: 0}}
drives: {M: {joint: R, limits: 60 N m, coulomb: 2 N m}}
tool: arm.tip
load_cases:
  full: {payload: {mass: 3, com: [0.1, 0, 0]}}
  heavy: {payload: {mass: 12}}
paths: {swing: {joints: {R: 60 deg*p}, p_max: 1}, on: {joints: {R: 60 deg + 300 deg*p}, p_max: 1}}
cycles:
)";

PlannedMotion plan_arm(const std::string& cycles) {
  const Machine machine = read(std::string(kArm) + cycles);
  return plan_cycle(machine, machine.cycles[0], {.samples = 201});
}

// What the motor bears at rest: the weight, less what friction does.
TEST(Cycle, DwellsAreHeldByMotorsFrictionAndBrakes) {
  const double g = 9.81;
  const auto force_at = [](const PlannedMotion& motion, std::size_t step) {
    const double t = 0.5 * (motion.steps[step].begin + motion.steps[step].end);
    for (const MotionSample& sample : motion.record.samples) {
      if (sample.state.t >= t) return sample.forces(0);
    }
    return 1e300;
  };
  const PlannedMotion motion = plan_arm(
      "  c: {steps: [{dwell: 1 s, load: full}, {path: swing}, {dwell: 1 s}, {dwell: 1 s, load: "
      "full}, {dwell: 1 s, load: full, hold: brake}, {path: swing, reverse: true, load: full}]}");
  ASSERT_TRUE(motion.plan.has_motion()) << motion.plan.reason;
  const double full = 2 * g * 0.3 + 3 * g * 0.7, empty = 2 * g * 0.3;
  EXPECT_NEAR(force_at(motion, 0), full - 2.0, 1e-9);
  EXPECT_NEAR(force_at(motion, 2), 0.5 * empty - 2.0, 1e-9);  // cos 60 deg
  EXPECT_NEAR(force_at(motion, 3), 0.5 * full - 2.0, 1e-9);
  EXPECT_EQ(force_at(motion, 4), 0.0);
  EXPECT_EQ(motion.plan.dwell, 4.0);
}

// Angles go on from step to step, over a whole turn and back.
TEST(Cycle, TurnsAreCountedFromStepToStep) {
  const PlannedMotion motion = plan_arm(
      "  c: {repeat: false, steps: [{path: swing}, {path: on}, {dwell: 0.1}, {path: swing}, {path: "
      "on, to: 0.5}]}");
  ASSERT_TRUE(motion.plan.has_motion()) << motion.plan.reason;
  const double degree = std::acos(-1.0) / 180.0;
  EXPECT_NEAR(motion.record.samples.back().positions(0), (360 + 60 + 150) * degree, 1e-9);
  const PlannedMotion back = plan_arm(
      "  c: {steps: [{path: swing}, {path: on}, {path: on, reverse: true}, {path: swing, reverse: "
      "true}]}");
  EXPECT_NEAR(back.record.samples.back().positions(0), 0.0, 1e-9);
}

// Steps are what plans of their paths are, whatever the machine; a path and back take the same time
// where nothing is lost: its motion backwards needs the same forces.
TEST(Cycle, StepsOfLibraryMachines) {
  struct Case {
    const char* machine;
    const char* path;
  };
  for (const Case& c : {Case{"sliding_star", "circle_a"}, Case{"hexapod_6ups", "heave"},
                        Case{"arm_2r", "circle"}, Case{"delta", "pick"}}) {
    Machine machine = load(c.machine);
    const auto named = [&](const Path& path) { return path.name == c.path; };
    const auto found = std::find_if(machine.paths.begin(), machine.paths.end(), named);
    const Path& path = found == machine.paths.end() ? machine.paths.front() : *found;
    SCOPED_TRACE(std::string(c.machine) + " " + path.name);
    Cycle cycle{.name = "there"};
    cycle.steps.push_back({.path = path.name, .to = path.p_max});
    cycle.steps.push_back({.path = path.name, .from = path.p_max});
    const PlannedMotion motion = plan_cycle(machine, cycle, {.samples = 21});
    ASSERT_TRUE(motion.plan.has_motion()) << motion.plan.reason;
    const PathPlan plan = plan_path(machine, path);
    ASSERT_TRUE(plan.has_motion());
    const auto lasts = [&](std::size_t i) { return motion.steps[i].end - motion.steps[i].begin; };
    EXPECT_NEAR(lasts(0), plan.time(), 1e-9 * plan.time());
    bool loses = false;
    for (const Drive& drive : machine.mechanism.drives) {
      loses = loses || drive.viscous > 0.0 || drive.coulomb > 0.0 || !drive.limit.lines.empty();
    }
    if (!loses && machine.mechanism.springs.empty()) {
      EXPECT_NEAR(lasts(1), lasts(0), 3e-6 * lasts(0));
    }
    const MotionSample &first = motion.record.samples.front(), &last = motion.record.samples.back();
    EXPECT_LE((first.tool.origin - last.tool.origin).norm(), 1e-8);
  }
}

std::string find_wrong(const std::string& cycles) {
  try {
    const Machine machine = read(std::string(kArm) + cycles);
    (void)plan_cycle(machine, machine.cycles.at(0), {});
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(Cycle, WrongInputIsTold) {
  const auto tells = [](const std::string& cycles, const std::string& what) {
    const std::string told = find_wrong(cycles);
    EXPECT_NE(told.find(what), std::string::npos) << cycles << "\n" << told;
    EXPECT_EQ(told.find('\n'), std::string::npos);
  };
  tells("  c: {steps: []}", "never moves");
  tells("  c: {steps: [{dwell: 1 s}]}", "never moves");
  tells("  c: {steps: [{}]}", "does nothing");
  tells("  c: {steps: [{path: swing, dwell: 1 s}]}", "dwell");
  tells("  c: {steps: [{path: swung}]}", "swung");
  tells("  c: {steps: [{path: swing, load: fall}]}", "fall");
  tells("  c: {steps: [{path: swing, from: 1.5}]}", "1.5");
  tells("  c: {steps: [{path: swing, from: 0.5, to: 0.5}]}", "length");
  tells("  c: {steps: [{path: swing, reverse: true, from: 0.2, to: 0.7}]}", "reverse");
  tells("  c: {steps: [{path: swing}, {dwell: -1 s}]}", "dwell");
  tells("  c: {steps: [{path: swing}, {dwell: 1 m}]}", "1 m");
  tells("  c: {steps: [{path: swing}, {dwell: 1, hold: hand}]}", "hand");
  tells("  c: {steps: [{path: swing}], period: 0 s}", "period");
  tells("  c: {steps: [{path: swing}]}", "where it began");
  tells("  c: {steps: [{path: swing}, {path: swing}]}", "before has ended");
  tells("  swing: {steps: [{path: swing}]}", "called as a path");
  tells("  c: {step: [{path: swing}]}", "step");
  tells("  c: {steps: [{path: swing, through: true}, {dwell: 1 s}]}", "through");
}

constexpr const char* kTable = R"(globaldyn: 1
name: table
bodies:
  slide: {mass: 3}
  table: {mass: 2, frames: {tool: [0, 0]}}
joints:
  X: {type: prismatic, a: {body: ground, axis: x}, b: {body: slide, axis: x}}
  Y: {type: prismatic, a: {body: slide, axis: y}, b: {body: table, axis: y}}
drives: {F: {joint: X, limits: 40 N, viscous: 3 N s/m}, G: {joint: Y, limits: 60 N}}
tool: table.tool
load_cases: {full: {payload: {mass: 1}}, pushed: {tool_wrench: {force: [p, 0, 0]}}}
paths:
  round: {position: {circle: {center: [0, 0], radius: 0.3}}}
  long: {position: {line: {from: [0, 0], to: [3, 0.3]}}}
  near: {position: {line: {from: [0, 0], to: [1, 0.1]}}}
  far: {position: {line: {from: [1, 0.1], to: [3, 0.3]}}}
  aside: {position: {line: {from: [1, 0.1], to: [1, 1]}}}
cycles:
)";

PlannedMotion plan_table(const std::string& steps) {
  const Machine machine = read(std::string(kTable) + "  c: {repeat: false, steps: " + steps + "}");
  PlannedMotion motion = plan_cycle(machine, machine.cycles[0], {.samples = 21});
  if (motion.plan.has_motion()) compare_simulation(machine, motion);
  return motion;
}

// Going through is as if there had been one path, however its p is counted.
TEST(Cycle, StepsGoneThroughAreOnePath) {
  const Machine machine = read(std::string(kTable) + "  c: {steps: [{path: round}]}");
  const auto time_of = [&](const char* path) {
    return plan_path(machine, find_path(machine, path));
  };
  const double circle = time_of("round").time(), line = time_of("long").time();
  const PlannedMotion halves = plan_table(
      "[{path: round, to: 2.5, through: true}, {path: round, from: 2.5, to: 3, through: true}, "
      "{path: round, from: 3}]");
  ASSERT_TRUE(halves.plan.has_motion()) << halves.plan.reason;
  EXPECT_NEAR(halves.plan.time(), circle, 2e-6 * circle);
  ASSERT_EQ(halves.steps.size(), 3U);
  EXPECT_EQ(halves.steps[1].begin, halves.steps[0].end);
  EXPECT_GT(halves.steps[1].end, halves.steps[1].begin);
  EXPECT_NEAR(halves.steps[2].find_place(halves.steps[2].p_end), 2.0 * std::acos(-1.0), 1e-12);
  const PlannedMotion parts = plan_table("[{path: near, through: true}, {path: far}]");
  ASSERT_TRUE(parts.plan.has_motion()) << parts.plan.reason;
  EXPECT_NEAR(parts.plan.time(), line, 2e-6 * line);
  const PlannedMotion back =
      plan_table("[{path: far, reverse: true, through: true}, {path: near, reverse: true}]");
  EXPECT_NEAR(back.plan.time(), plan_table("[{path: long, reverse: true}]").plan.time(),
              2e-6 * line);
  const auto refuses = [](const std::string& steps, const std::string& what) {
    try {
      (void)plan_table(steps);
    } catch (const InputError& error) {
      EXPECT_NE(std::string(error.what()).find(what), std::string::npos) << error.what();
      return;
    }
    ADD_FAILURE() << steps;
  };
  refuses("[{path: near, through: true}, {path: aside}]", "another direction");
  refuses("[{path: near, through: true}, {path: near, reverse: true}]", "another direction");
  refuses("[{path: near, load: full, through: true}, {path: far}]", "another load");
  refuses("[{path: near, load: pushed, through: true}, {path: far, load: pushed}]", "over p");
  refuses("[{path: near, through: true}, {path: long}]", "before has ended");
}

// A stop at an end of a path is a dwell there.
TEST(Cycle, PathsStopAtTheirEnds) {
  Machine machine = read(std::string(kTable) + "  c: {repeat: false, steps: [{path: near}]}");
  const double time = plan_path(machine, find_path(machine, "near")).time();
  Path path = find_path(machine, "near");
  path.stops = {{0.0, 0.1}, {1.0, 0.2}};
  const PlannedMotion motion = plan_motion(machine, path, {.samples = 301});
  EXPECT_NEAR(motion.plan.time(), time + 0.3, 1e-6);
  for (const MotionSample& sample : motion.record.samples) {
    const double t = sample.state.t;
    if (t < 0.1 || t > motion.plan.time() - 0.2 + 1e-6) {
      EXPECT_EQ(sample.rates.norm(), 0.0) << t;
      EXPECT_EQ(sample.state.p, t < 0.1 ? 0.0 : 1.0);
    }
  }
  const StoredPlan stored = store(motion);
  PlannedForces planned(machine, path, stored);
  const MachineSimulation run = replay_plan(
      machine, path, planned, {.simulation = {.duration = motion.plan.time(), .samples = 31}});
  EXPECT_EQ(run.result.status, SimulationStatus::done) << run.result.reason;
  EXPECT_LE(run.tracking_error, 1e-6);
  machine.paths[2] = path;
  const PlannedMotion cycle = plan_cycle(machine, machine.cycles[0], {.samples = 21});
  EXPECT_NEAR(cycle.plan.time(), time + 0.3, 1e-6);
  compare_simulation(machine, cycle);
  EXPECT_THROW((void)plan_path(machine, path, {.closed = true}), InputError);
}

// No motion is a result, which says why.
TEST(Cycle, WhatCannotBeIsAResult) {
  const PlannedMotion weak = plan_arm(
      "  c: {steps: [{path: swing}, {path: swing, reverse: true}, {dwell: 1 s, load: heavy}]}");
  EXPECT_EQ(weak.plan.status(), PlanStatus::infeasible);
  EXPECT_NE(weak.plan.reason.find("step 3"), std::string::npos) << weak.plan.reason;
  ASSERT_TRUE(weak.plan.plan.obstacle);
  ASSERT_EQ(weak.plan.plan.obstacle->limits.size(), 1U);
  const MissingLimit& missing = weak.plan.plan.obstacle->limits[0];
  EXPECT_EQ(missing.limit.name, "M");
  EXPECT_EQ(missing.limit.limit, "max");
  EXPECT_NEAR(missing.missing, (2 * 0.3 + 12 * 0.6) * 9.81 - 2.0 - 60.0, 1e-6);
  const PlannedMotion braked = plan_arm(
      "  c: {steps: [{path: swing}, {path: swing, reverse: true}, {dwell: 1 s, load: heavy, hold: "
      "brake}]}");
  EXPECT_TRUE(braked.plan.has_motion()) << braked.plan.reason;
  const PlannedMotion heavy =
      plan_arm("  c: {steps: [{path: swing}, {path: swing, reverse: true, load: heavy}]}");
  EXPECT_EQ(heavy.plan.status(), PlanStatus::infeasible);
  EXPECT_NE(heavy.plan.reason.find("step 2, path swing, load heavy"), std::string::npos)
      << heavy.plan.reason;
  const PlannedMotion hasty =
      plan_arm("  c: {period: 10 ms, steps: [{path: swing}, {path: swing, reverse: true}]}");
  EXPECT_EQ(hasty.plan.status(), PlanStatus::infeasible);
  EXPECT_GT(hasty.shortest, 0.1);
}

// Where a path leads out of a joint's travel there is no motion, at the step that it is.
TEST(Cycle, WhereAMachineCannotGoIsAResult) {
  std::string text = std::string(kTable) +
                     "  c: {repeat: false, steps: [{path: near}, {dwell: 1 s}, {path: far}]}";
  text.replace(text.find("X: {type"), 4, "X: {travel: [-1, 2],");
  const Machine machine = read(text);
  const PlannedMotion motion = plan_cycle(machine, machine.cycles[0], {.samples = 3});
  EXPECT_EQ(motion.plan.status(), PlanStatus::unreachable);
  EXPECT_NE(motion.plan.reason.find("step 3, path far"), std::string::npos) << motion.plan.reason;
  EXPECT_EQ(motion.share_done, 2.0 / 3.0);
  const auto values = calc_path_criteria(machine, {"c"}, {"time"});
  EXPECT_TRUE(std::isinf(values.at(0).value));
  EXPECT_NE(values.at(0).reason.find("step 3"), std::string::npos);
}

// Criteria of time alone do without forces.
TEST(Cycle, TimesAloneAreCriteria) {
  for (const char* steps : {"[{path: near}, {path: near, reverse: true}]",
                            "[{path: near}, {dwell: 1 s}, {path: near, reverse: true}]"}) {
    const Machine machine = read(std::string(kTable) + "  c: {steps: " + steps + "}");
    const double time = plan_cycle(machine, machine.cycles[0], {.samples = 3}).plan.time();
    const auto values = calc_path_criteria(machine, {"c"}, {"time"});
    EXPECT_NEAR(values.at(0).value, time, 1e-5 * time);
  }
}

// A plan of other steps is not replayed.
TEST(Cycle, PlansOfOtherCyclesAreRefused) {
  const std::string there = "  c: {steps: [{path: swing}, {path: swing, reverse: true}]}";
  const StoredPlan stored = store(plan_arm(there));
  const Machine longer =
      read(std::string(kArm) +
           "  c: {steps: [{path: swing}, {dwell: 1 s}, {path: swing, reverse: true}]}");
  EXPECT_THROW((void)replay_cycle(longer, longer.cycles[0], stored, {}), InputError);
}

// 4 kg on a screw of 20 mm a turn: 0.1249 N m, of which friction and gear take none.
TEST(Cycle, BrakesHoldUpToTheirTorque) {
  const auto plan = [](const std::string& brake) {
    const Machine machine = parse_machine(
        R"(globaldyn: 1
name: lift
gravity: [0, 0, -9.81 m/s^2]
bodies: {slide: {mass: 4 kg}}
joints: {Z: {type: prismatic, a: {body: ground, axis: z}, b: {body: slide, axis: z}}}
drives: {M: {joint: Z, gear: {ratio: 2*pi/20 mm}, limits: 1 N m)" +
            brake + R"(}}
tool: slide
paths: {up: {joints: {Z: p}, p_max: 0.2}}
cycles: {shift: {repeat: false, steps: [{path: up}, {dwell: 0.5 s, hold: brake}]}}
)",
        "lift.yaml", ".");
    return plan_cycle(machine, find_cycle(machine, "shift"));
  };
  EXPECT_TRUE(plan("").plan.has_motion());
  EXPECT_TRUE(plan(", brake: 12.5 N cm").plan.has_motion());
  const PlannedMotion weak = plan(", brake: 0.12 N m");
  EXPECT_EQ(weak.plan.status(), PlanStatus::infeasible);
  EXPECT_NE(weak.plan.reason.find("step 2, a dwell: the brakes"), std::string::npos)
      << weak.plan.reason;
  ASSERT_TRUE(weak.plan.plan.obstacle);
  ASSERT_EQ(weak.plan.plan.obstacle->limits.size(), 1u);
  const MissingLimit& missing = weak.plan.plan.obstacle->limits.front();
  EXPECT_EQ(missing.limit.limit, "brake");
  const double ratio = 2.0 * std::numbers::pi / 0.02;
  EXPECT_NEAR(missing.missing, 4.0 * 9.81 - 0.12 * ratio, 1e-9);
}

// A drum that turns eight times on the way, by hand: the load is 10 kg and the drum's 0.1 kg m² by
// (0.25 m)². No gravity is given.
TEST(Cycle, GoesALongWayWithACoupling) {
  const Machine winch = parse_machine(R"(globaldyn: 1
name: winch
bodies: {load: {mass: 10 kg}, drum: {mass: 2 kg, inertia: {diag: [0.1, 0.1, 0.1]}}}
joints:
  Z: {type: prismatic, a: {body: ground, axis: z}, b: {body: load, axis: z}}
  D: {type: revolute, a: {body: ground, axis: y, at: [1, 0, 0]}, b: {body: drum, axis: y}}
couplings: {rope: {of: {Z: 1, D: -0.25 m}}}
drives: {M: {joint: D, limits: 100 N m}}
tool: load
paths: {up: {joints: {Z: 12 m*p}, p_max: 1}}
cycles: {day: {steps: [{path: up}, {dwell: 1 s}, {path: up, reverse: true}]}}
)",
                                      "winch.yaml", ".");
  const PlannedMotion motion = plan_cycle(winch, winch.cycles.front());
  ASSERT_TRUE(motion.plan.has_motion()) << motion.plan.reason;
  const double mass = 10.0 + 0.1 / (0.25 * 0.25);
  const double up = 2.0 * std::sqrt(12.0 * mass / 400.0);
  EXPECT_NEAR(motion.plan.time(), 1.0 + 2.0 * up, 1e-4);
}

}  // namespace
}  // namespace globaldyn::inside::test
