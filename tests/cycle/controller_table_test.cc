// What a controller gets. Oracles: closed forms of a screw in a trapezoid; derivatives by
// differences; numbers read back from the text.
#include "globaldyn/record/controller_table.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <sstream>

#include "globaldyn/cycle/planned_cycle.h"
#include "tests/support/machines.h"

namespace globaldyn::inside::test {
namespace {

// 20 mm a turn; 3.2 N m give 2 pi / 0.02 * 3.2 N = 1005.3 N.
constexpr const char* kScrew = R"(globaldyn: 1
name: screw
units: [mm, rev, rpm, mm/s]
bodies: {table: {mass: 50, frames: {tip: [0, 0]}}}
joints: {X: {type: prismatic, a: {body: ground, axis: x}, b: {body: table, axis: x}}}
drives: {M: {joint: X, gear: {ratio: -2*pi*1 rad/(20 mm)}, limits: 3.2 N m, max_speed: 3000 rpm}}
tool: table.tip
paths: {way: {joints: {X: 0.6*p}, p_max: 1}}
cycles: {there: {steps: [{path: way}, {dwell: 0.1 s}, {path: way, reverse: true}]}}
)";

const ControllerColumn& find(const std::vector<ControllerColumn>& table, const std::string& name) {
  for (const ControllerColumn& column : table) {
    if (column.name == name) return column;
  }
  throw Error("no column " + name);
}

PlannedMotion plan(const Machine& machine, double rate, double multiple_of) {
  PlannedMotionOptions options;
  options.rate = rate;
  options.multiple_of = multiple_of;
  return plan_cycle(machine, machine.cycles[0], options);
}

double derive(const std::vector<double>& values, std::size_t i, double rate) {
  return 0.5 * (values[i + 1] - values[i - 1]) * rate;
}

TEST(ControllerTable, IsOfTheMotorsOnTheGrid) {
  const Machine machine = parse_machine(kScrew, "screw.yaml", ".");
  for (const double rate : {100.0, 1000.0}) {
    for (const bool stretches : {false, true}) {
      const PlannedMotion motion = plan(machine, rate, stretches ? 1.0 / rate : 0.0);
      const auto table = make_controller_table(machine, motion, {.rate = rate});
      const std::vector<double>& t = find(table, "t").values;
      for (std::size_t i = 0; i < t.size(); ++i)
        EXPECT_NEAR(t[i], static_cast<double>(i) / rate, 1e-12 * t[i]);
      EXPECT_GE(t.back(), motion.plan.time() * (1.0 - 1e-12));
      EXPECT_LT(t.back() - motion.plan.time(), 1.0 / rate);
      if (stretches) {
        EXPECT_NEAR(t.back(), motion.plan.time(), 1e-12);
      }
      const ControllerColumn &q = find(table, "M position"), &w = find(table, "M speed");
      const ControllerColumn &a = find(table, "M acceleration"), &n = find(table, "M torque");
      EXPECT_EQ(q.unit, "rev");
      EXPECT_EQ(w.unit, "rpm");
      EXPECT_EQ(n.unit, "N m");
      // Of the screw, whose lead is to the left: 30 turns back and home again.
      EXPECT_NEAR(*std::min_element(q.values.begin(), q.values.end()), -30.0, 1e-9);
      EXPECT_NEAR(q.values.back(), 0.0, 1e-9);
      EXPECT_EQ(w.values.back(), 0.0);
      const double turn = 2.0 * std::numbers::pi;
      for (std::size_t i = 1; i + 1 < t.size(); ++i) {
        // Over two steps, between which 1005 rev/s^2 may begin or end.
        EXPECT_NEAR(w.values[i] / 60.0, derive(q.values, i, rate), 0.5 * 1006.0 / rate);
        const double torque = a.values[i] * 50.0 * std::pow(0.02 / turn, 2);
        EXPECT_NEAR(n.values[i], torque, 1e-6);
      }
      const ControllerColumn& dwell = find(table, "dwell");
      const ControllerColumn& step = find(table, "step");
      EXPECT_EQ(step.values.front(), 1.0);
      EXPECT_EQ(step.values.back(), 3.0);
      for (std::size_t i = 0; i < t.size(); ++i) {
        if (step.values[i] == 2.0 && t[i] > motion.steps[1].begin) {
          EXPECT_EQ(dwell.values[i], 1.0);
        }
      }
    }
  }
}

// A cam's slope is the derivative of its positions over the master, by whatever rate.
TEST(ControllerTable, CamsHaveSlopes) {
  const Machine machine = parse_machine(kScrew, "screw.yaml", ".");
  const PlannedMotion motion = plan(machine, 2000.0, 1.0 / 2000.0);
  const auto table = make_controller_table(machine, motion, {.rate = 2000.0, .is_cam = true});
  const std::vector<double>& master = find(table, "master").values;
  EXPECT_EQ(master.front(), 0.0);
  EXPECT_NEAR(master.back(), 1.0, 1e-15);
  const ControllerColumn &q = find(table, "M position"), &slope = find(table, "M slope");
  for (std::size_t i = 1; i + 1 < master.size(); ++i) {
    const double step = master[i + 1] - master[i - 1];
    EXPECT_NEAR(slope.values[i], (q.values[i + 1] - q.values[i - 1]) / step, 0.2);
  }
}

std::vector<double> read_column(const std::string& csv, std::size_t column, char between,
                                bool comma) {
  std::istringstream lines(csv);
  std::string line;
  std::getline(lines, line);
  std::vector<double> values;
  while (std::getline(lines, line)) {
    std::istringstream cells(line);
    std::string cell;
    for (std::size_t i = 0; i <= column; ++i) std::getline(cells, cell, between);
    if (comma) std::replace(cell.begin(), cell.end(), ',', '.');
    values.push_back(std::stod(cell));
  }
  return values;
}

TEST(ControllerTable, TextReadsBackExactly) {
  const Machine machine = parse_machine(kScrew, "screw.yaml", ".");
  const PlannedMotion motion = plan(machine, 500.0, 0.0);
  for (const bool comma : {false, true}) {
    const ControllerFormat format{.rate = 500.0, .decimal_comma = comma};
    const auto table = make_controller_table(machine, motion, format);
    const std::string csv = to_csv(table, format);
    const char between = comma ? ';' : ',';
    EXPECT_EQ(csv.rfind(comma ? "t [s];M position [rev];" : "t [s],M position [rev],", 0), 0U)
        << csv.substr(0, 80);
    for (std::size_t k = 0; k < table.size(); ++k) {
      EXPECT_EQ(read_column(csv, k, between, comma), table[k].values);
    }
  }
}

// Beyond its end at speed nothing is known.
TEST(ControllerTable, EndsAtSpeedNeedTheGrid) {
  const Machine machine = parse_machine(kScrew, "screw.yaml", ".");
  PlannedMotionOptions options;
  options.plan.end.kind = EndSpeed::Kind::free;
  options.rate = 100.0;
  const PlannedMotion motion = plan_motion(machine, machine.paths[0], options);
  EXPECT_THROW((void)make_controller_table(machine, motion, {.rate = 100.0}), InputError);
  options.multiple_of = 0.01;
  const PlannedMotion stretched = plan_motion(machine, machine.paths[0], options);
  const auto table = make_controller_table(machine, stretched, {.rate = 100.0});
  EXPECT_NEAR(find(table, "M position").values.back(), -30.0, 1e-9);
  EXPECT_GT(std::abs(find(table, "M speed").values.back()), 1.0);
}

}  // namespace
}  // namespace globaldyn::inside::test
