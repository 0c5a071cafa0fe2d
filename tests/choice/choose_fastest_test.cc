// What is chosen for paths that leave something open: against closed forms, against all constants
// tried one by one, and against the same plan made from the values that were told.
#include "globaldyn/choice/choose_fastest.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "core/base/errors.h"
#include "globaldyn/cycle/planned_cycle.h"
#include "globaldyn/machine/machine.h"
#include "globaldyn/rating/path_criteria_table.h"
#include "globaldyn/record/fingerprint.h"
#include "globaldyn/record/planned_motion.h"
#include "globaldyn/record/write_plan.h"
#include "globaldyn/simulation/machine_simulation.h"
#include "globaldyn/simulation/planned_forces.h"
#include "optimize/evaluator/design_evaluator.h"
#include "tests/support/temporary_folder.h"

namespace globaldyn::inside {
namespace {

// A slide of mass m on a carriage of mass M, which moves along the same axis. Motor G moves the
// slide on the carriage by q, motor F the carriage: for a tool that goes 1 m at an acceleration a
// while q follows the line of slope b, F = (M (1 - b) + m) a. The carriage may stay behind as far
// as q's range allows it.
std::string write_double_slide(const std::string& range, int points) {
  return fmt::format(R"(globaldyn: 1
name: double_slide
parameters: {{M: {{value: 3 kg, min: 1 kg, max: 9 kg}}}}
bodies: {{carriage: {{mass: M}}, slide: {{mass: 1 kg}}}}
joints:
  P: {{type: prismatic, a: {{body: ground, axis: x}}, b: {{body: carriage, axis: x}}}}
  Q: {{type: prismatic, a: {{body: carriage, axis: x}}, b: {{body: slide, axis: x}}}}
drives: {{F: {{joint: P, limits: 8 N}}, G: {{joint: Q, limits: 80 N}}}}
tool: slide
paths:
  go: {{position: {{x: 1 m*p}}, prescribe: [x], p_max: 1, joints: {{Q: {{free: {{range: {}, points: {}}}}}}}}}
)",
                     range, points);
}

double calc_time(double M, double slope) {
  return 2.0 * std::sqrt((M * (1.0 - slope) + 1.0) / 8.0);
}

// Times are compared as well as the search knows them.
constexpr double kTolerance = 3.0 * kSearchTolerance;

TEST(ChooseFastest, ALineGoesFromEndToEndOfItsRange) {
  const Machine machine = parse_machine(write_double_slide("300 mm", 2), "slide.yaml", ".");
  const Choice choice = choose_fastest(machine, machine.paths[0], {});
  ASSERT_EQ(choice.path.open.size(), 1u);
  EXPECT_NEAR(choice.constant_time, calc_time(3.0, 0.0), kTolerance);
  EXPECT_NEAR(choice.time, calc_time(3.0, 0.6), kTolerance);
  EXPECT_NEAR(choice.path.open[0].values[0], -0.3, 2e-3);
  EXPECT_NEAR(choice.path.open[0].values[1], 0.3, 2e-3);
  EXPECT_LT(choice.plans, 25 + 40 + 60 + 1);
  EXPECT_FALSE(is_open(choice.path));
  // A constant does not help here.
  const Machine stiff = parse_machine(write_double_slide("300 mm", 1), "slide.yaml", ".");
  EXPECT_NEAR(choose_fastest(stiff, stiff.paths[0], {}).time, calc_time(3.0, 0.0), kTolerance);
}

TEST(ChooseFastest, DoesNotDependOnThreads) {
  const Machine machine = parse_machine(write_double_slide("300 mm", 3), "slide.yaml", ".");
  const Choice one = choose_fastest(machine, machine.paths[0], {}, 1);
  const Choice two = choose_fastest(machine, machine.paths[0], {}, 2);
  EXPECT_EQ(one.path.open[0].values, two.path.open[0].values);
  EXPECT_EQ(one.time, two.time);
  EXPECT_EQ(one.plans, two.plans);
}

// Read again with what was told, it is the same path.
TEST(ChooseFastest, IsToldAsSettings) {
  const std::string text = write_double_slide("300 mm", 4);
  const Machine machine = parse_machine(text, "slide.yaml", ".");
  const Path& path = machine.paths[0];
  const Choice choice = choose_fastest(machine, path, {});
  const std::vector<ParameterOverride> settings = list_settings(path, choice);
  ASSERT_EQ(settings.size(), 1u);
  EXPECT_EQ(settings[0].name, "go.Q");
  const Machine again = parse_machine(text, "slide.yaml", ".", settings);
  EXPECT_EQ(plan_path(again, again.paths[0]).time(), plan_path(machine, choice.path).time());
  EXPECT_TRUE(list_settings(again.paths[0], {again.paths[0]}).empty());
  const std::vector<std::string> lines = tell_choice(path, choice);
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_EQ(lines[0], "chosen: go.Q = " + settings[0].text);
  // It is at least as good as a line.
  EXPECT_LE(choice.time, calc_time(3.0, 0.6) + kTolerance);
}

// An arm of three links in the plane, whose hand may point anywhere.
constexpr const char* kArm = R"(globaldyn: 1
name: arm
bodies:
  one: {mass: 4 kg, com: [0.25, 0], inertia: {rod: 0.1}}
  two: {mass: 3 kg, com: [0.2, 0], inertia: {rod: 0.05}}
  three: {mass: 2 kg, com: [0.1, 0], inertia: {rod: 0.02}}
joints:
  A: {type: revolute, a: ground, b: one, guess: 20 deg}
  B: {type: revolute, a: {body: one, at: [0.5, 0]}, b: two, guess: 60 deg}
  C: {type: revolute, a: {body: two, at: [0.4, 0]}, b: three, guess: -40 deg}
drives:
  MA: {joint: A, limits: 30 N m}
  MB: {joint: B, limits: 15 N m}
  MC: {joint: C, limits: 4 N m}
tool: {body: three, at: [0.2, 0]}
paths:
  go: {position: {line: {from: [0.7, 0.1], to: [0.3, 0.6]}}, orientation: {free: z}}
  curved:
    position: {line: {from: [0.7, 0.1], to: [0.3, 0.6]}}
    orientation: {free: {axis: z, points: 4}}
)";

TEST(ChooseFastest, IsTheBestOfAllConstants) {
  const Machine arm = parse_machine(kArm, "arm.yaml", ".");
  const Choice choice = choose_fastest(arm, arm.paths[0], {});
  PathPlanOptions options;
  options.explain = options.report = false;
  double best = kInfinity;
  int movable = 0;
  constexpr int kTries = 240;
  for (int i = 0; i < kTries; ++i) {
    const double turn = -kPi + 2.0 * kPi * i / kTries;
    const PathPlan plan = plan_path(arm, fill(arm.paths[0], {{turn}}), options);
    if (!plan.has_motion()) continue;
    ++movable;
    best = std::min(best, plan.time());
  }
  EXPECT_GT(movable, 20);
  EXPECT_LT(movable, kTries);  // some hands do not reach
  EXPECT_LE(choice.time, best * (1.0 + kTolerance));
  EXPECT_GE(choice.time, best * 0.99);
  const Choice curved = choose_fastest(arm, arm.paths[1], {});
  EXPECT_LT(curved.time, 0.97 * choice.time);
  EXPECT_NEAR(curved.constant_time, choice.time, kTolerance);
  EXPECT_NEAR(plan_path(arm, curved.path, options).time(), curved.time, kTolerance);
}

TEST(ChooseFastest, GoesAsFarAsItCanWhereThereIsNoMotion) {
  std::string text = kArm;
  for (std::size_t at; (at = text.find("[0.3, 0.6]")) != std::string::npos;) {
    text.replace(at, 10, "[3.0, 0.6]");
  }
  const Machine arm = parse_machine(text, "arm.yaml", ".");
  const Choice choice = choose_fastest(arm, arm.paths[0], {});
  EXPECT_FALSE(std::isfinite(choice.time));
  const PathPlan plan = plan_path(arm, choice.path);
  EXPECT_EQ(plan.status(), PlanStatus::unreachable);
  // Stretched, the arm reaches 1.1 m, which is at p = 0.172 of this line.
  EXPECT_GT(plan.failure.p, 0.14);
  EXPECT_LT(plan.failure.p, 0.18);
}

TEST(ChooseFastest, IsWhatCriteriaAndStudiesAreOf) {
  const std::string text = write_double_slide("300 mm", 2);
  const Machine machine = parse_machine(text, "slide.yaml", ".");
  const auto values = calc_path_criteria(machine, {}, {"time", "peak_force_F"});
  EXPECT_NEAR(values[0].value, calc_time(3.0, 0.6), kTolerance);
  EXPECT_NEAR(values[1].value, 8.0, 1e-6);
  const TemporaryFolder folder;
  folder.write("slide.yaml", text);
  folder.write("study.yaml", R"(globaldyn_study: 1
name: slide
machine: slide.yaml
variables: {M: {from: 1 kg, to: 9 kg}}
objectives: {time: {minimize: go.time}}
)");
  const Study study = load_study(folder.file("study.yaml"));
  DesignEvaluator evaluator(study);
  for (const double mass : {1.0, 5.0, 9.0}) {
    const DesignRecord record = evaluator.evaluate({mass});
    ASSERT_EQ(record.state, DesignState::ok) << record.reason;
    const double time = calc_time(mass, 0.6);
    EXPECT_NEAR(record.objectives[0], time, 2e-3 * time);  // as studies know times
  }
}

// A path by itself says of what it was looked at, a cycle asks for values.
TEST(ChooseFastest, IsNotDoneInSilence) {
  const std::string text = write_double_slide("300 mm", 1) +
                           "cycles: {day: {steps: [{path: go}, {path: go, reverse: true}]}}\n";
  const Machine open = parse_machine(text, "slide.yaml", ".");
  const PathPlan plan = plan_path(open, open.paths[0]);
  ASSERT_EQ(plan.notes.size(), 1u);
  EXPECT_EQ(plan.notes[0], "'Q' is 0 m, the middle of what the path leaves open: plan chooses it");
  try {
    (void)plan_cycle(open, open.cycles[0]);
    FAIL();
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("runs along path 'go', which leaves 'Q' open"),
              std::string::npos)
        << error.what();
  }
  const Machine given = parse_machine(text, "slide.yaml", ".", {{"go.Q", "10 mm"}});
  EXPECT_TRUE(plan_path(given, given.paths[0]).notes.empty());
  EXPECT_NEAR(plan_cycle(given, given.cycles[0]).plan.time(), 2.0 * calc_time(3.0, 0.0), 1e-4);
}

// plan.json has the values, so that a simulation of the file as it is follows the plan.
TEST(ChooseFastest, IsFollowedBySimulation) {
  const Machine arm = parse_machine(kArm, "arm.yaml", ".");
  const Path& open = arm.paths[1];
  const Choice choice = choose_fastest(arm, open, {});
  const PlannedMotion motion = plan_motion(arm, choice.path, {.samples = 51});
  const TemporaryFolder folder;
  folder.write("plan.json", to_json(motion, {}));
  const StoredPlan stored = read_plan(folder.file("plan.json"));
  ASSERT_EQ(stored.open.size(), 1u);
  EXPECT_EQ(stored.open[0].first, "turn");
  EXPECT_EQ(stored.open[0].second, choice.path.open[0].values);
  const Path closed = close_as_planned(arm, open, stored, {});
  EXPECT_EQ(make_fingerprint(arm, closed), stored.fingerprint);
  EXPECT_NE(make_fingerprint(arm, open), stored.fingerprint);
  PlannedForces planned(arm, closed, stored);
  ReplayOptions options;
  options.simulation.duration = planned.duration();
  EXPECT_LE(replay_plan(arm, closed, planned, options).tracking_error, 1e-5);
  // Of a plan without them nothing is assumed.
  StoredPlan without = stored;
  without.open.clear();
  EXPECT_THROW((void)close_as_planned(arm, open, without, {}), InputError);
}

// The grid of constants stays small, whatever the file asks for.
TEST(ChooseFastest, RefusesMoreThanItCanTry) {
  std::string bodies, joints, drives, open, before = "ground";
  for (const char name : std::string("ABCDE")) {
    bodies += fmt::format("  b{}: {{mass: 1 kg}}\n", name);
    joints += fmt::format(
        "  {0}: {{type: prismatic, a: {{body: {1}, axis: x}}, b: {{body: b{0}, axis: x}}}}\n", name,
        before);
    drives += fmt::format("  M{0}: {{joint: {0}, limits: 9 N}}\n", name);
    open += fmt::format("{}: {{free: {{range: 0.1 m}}}}, ", name);
    before = fmt::format("b{}", name);
  }
  const Machine machine = parse_machine(
      fmt::format("globaldyn: 1\nname: slides\nbodies:\n{}joints:\n{}drives:\n{}paths:\n"
                  "  go: {{joints: {{{}}}, p_max: 1}}\n",
                  bodies, joints, drives, open),
      "slides.yaml", ".");
  try {
    (void)choose_fastest(machine, machine.paths[0], {});
    FAIL();
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what())
                  .find("path 'go' leaves 5 coordinates open; expected at "
                        "most 4 to choose"),
              std::string::npos)
        << error.what();
  }
}

}  // namespace
}  // namespace globaldyn::inside
