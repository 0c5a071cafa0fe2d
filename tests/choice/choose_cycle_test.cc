// What is chosen for the paths of a cycle: by closed forms, and where steps meet.
#include "globaldyn/choice/choose_cycle.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "core/base/errors.h"
#include "globaldyn/choice/choose_fastest.h"
#include "globaldyn/rating/path_criteria_table.h"

namespace globaldyn::inside {
namespace {

// The slide of 1 kg on a carriage of 3 kg of choose_fastest_test.cc, there and back: of a tool that
// goes 1 m while q follows the line of slope b, F = (3 (1 - b) + 1) a.
Machine read_cycle(const std::string& paths, const std::string& steps) {
  return parse_machine(R"(globaldyn: 1
name: double_slide
bodies: {carriage: {mass: 3 kg}, slide: {mass: 1 kg}}
joints:
  P: {type: prismatic, a: {body: ground, axis: x}, b: {body: carriage, axis: x}}
  Q: {type: prismatic, a: {body: carriage, axis: x}, b: {body: slide, axis: x}}
drives: {F: {joint: P, limits: 8 N}, G: {joint: Q, limits: 80 N}}
tool: slide
paths:
)" + paths + "cycles:\n  day: {steps: [" +
                           steps + "]}\n",
                       "slide.yaml", ".");
}

std::string write_path(const std::string& name, const std::string& x, const std::string& q) {
  return fmt::format("  {}: {{position: {{x: {}}}, prescribe: [x], p_max: 1, joints: {{Q: {}}}}}\n",
                     name, x, q);
}

constexpr const char* kFree = "{free: {range: 300 mm, points: 2}}";

double calc_way_time(double slope) {
  return 2.0 * std::sqrt((3.0 * (1.0 - slope) + 1.0) / 8.0);
}

constexpr double kCycleTolerance = 6.0 * kSearchTolerance;

CycleChoice choose_for(const Machine& machine) {
  return choose_fastest(machine, machine.cycles[0], {}, 2);
}

TEST(ChooseCycle, ThereAndBackTheEndsMeet) {
  const Machine machine =
      read_cycle(write_path("go", "1 m*p", kFree) + write_path("back", "1 m - 1 m*p", kFree),
                 "{path: go}, {dwell: 100 ms}, {path: back}");
  EXPECT_TRUE(is_open(machine, machine.cycles[0]));
  EXPECT_THROW((void)plan_cycle(machine, machine.cycles[0]), InputError);
  const CycleChoice choice = choose_for(machine);
  EXPECT_NEAR(choice.time, 2.0 * calc_way_time(0.6) + 0.1, kCycleTolerance);
  EXPECT_NEAR(choice.constant_time, 2.0 * calc_way_time(0.0) + 0.1, kCycleTolerance);
  ASSERT_EQ(choice.settings.size(), 2u);
  const auto find_values = [&](const char* name) {
    return find_path(choice.machine, name).open.at(0).values;
  };
  const std::vector<double> go = find_values("go"), back = find_values("back");
  EXPECT_EQ(go.front(), back.back());
  EXPECT_EQ(go.back(), back.front());
  EXPECT_NEAR(go.back() - go.front(), 0.6, 4e-3);
  EXPECT_FALSE(is_open(choice.machine, choice.machine.cycles[0]));
}

TEST(ChooseCycle, ToldAsSettings) {
  const std::string paths =
      write_path("go", "1 m*p", kFree) + write_path("back", "1 m - 1 m*p", kFree);
  const Machine machine = read_cycle(paths, "{path: go}, {path: back}");
  const CycleChoice choice = choose_for(machine);
  const Machine again = parse_machine(machine.text, "slide.yaml", ".", choice.settings);
  EXPECT_EQ(plan_cycle(again, again.cycles[0]).plan.time(),
            plan_cycle(choice.machine, choice.machine.cycles[0]).plan.time());
  EXPECT_EQ(tell_choice(choice).size(), 3u);
}

TEST(ChooseCycle, ThePathBackIsTheSameReversed) {
  const Machine machine =
      read_cycle(write_path("go", "1 m*p", kFree), "{path: go}, {path: go, reverse: true}");
  EXPECT_NEAR(choose_for(machine).time, 2.0 * calc_way_time(0.6), kCycleTolerance);
}

// The next path begins with q = 0.1 m and ends with -0.2 m: 0.3 m of way for the slide, not 0.6.
TEST(ChooseCycle, EndsAsTheNextPathBegins) {
  const Machine machine = read_cycle(
      write_path("go", "1 m*p", kFree) + write_path("back", "1 m - 1 m*p", "100 mm - 300 mm*p"),
      "{path: go}, {path: back}");
  const CycleChoice choice = choose_for(machine);
  const Path& go = find_path(choice.machine, "go");
  EXPECT_NEAR(go.open[0].values.front(), -0.2, 1e-12);
  EXPECT_NEAR(go.open[0].values.back(), 0.1, 1e-12);
  const PlannedMotion motion = plan_cycle(choice.machine, choice.machine.cycles[0]);
  EXPECT_NEAR(motion.plan.time(), 2.0 * calc_way_time(0.3), 1e-5);
}

// Of load cases too: with as much again on the slide, F = (3 (1 - b) + 2) a on the way there.
TEST(ChooseCycle, UnderLoads) {
  std::string text =
      read_cycle(write_path("go", "1 m*p", kFree), "{path: go}, {path: go, reverse: true}").text;
  text.replace(text.find("{path: go}"), 10, "{path: go, load: full}");
  text += "load_cases: {full: {payload: {mass: 1 kg}}}\n";
  const Machine machine = parse_machine(text, "slide.yaml", ".");
  const double loaded = 2.0 * std::sqrt((3.0 * 0.4 + 2.0) / 8.0);
  EXPECT_NEAR(choose_for(machine).time, loaded + calc_way_time(0.6), kCycleTolerance);
}

TEST(ChooseCycle, CriteriaChooseLikewise) {
  const Machine machine = read_cycle(write_path("go", "1 m*p", kFree),
                                     "{path: go}, {dwell: 0.2 s}, {path: go, reverse: true}");
  PathCriteriaOptions options;
  const auto values = calc_path_criteria(machine, {"day"}, {"time"}, options);
  ASSERT_EQ(values.size(), 1u);
  EXPECT_NEAR(values[0].value, 2.0 * calc_way_time(0.6) + 0.2, 2e-3);
}

TEST(ChooseCycle, RangesThatDoNotMeetAreTold) {
  const Machine machine =
      read_cycle(write_path("go", "1 m*p", "{free: {range: [0, 100 mm]}}") +
                     write_path("back", "1 m - 1 m*p", "{free: {range: [200 mm, 300 mm]}}"),
                 "{path: go}, {path: back}");
  EXPECT_THROW((void)choose_for(machine), InputError);
}

}  // namespace
}  // namespace globaldyn::inside
