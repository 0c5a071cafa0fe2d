// Parts of paths, forwards and backwards. Oracles: the path itself at the p that it is, with the
// derivatives of the chain rule; plans, which are the same both ways where nothing is lost.
#include "globaldyn/path/path_stretch.h"

#include <gtest/gtest.h>

#include <cmath>

#include "globaldyn/motion/plan_path.h"
#include "tests/support/machines.h"
#include "tests/support/random_formulas.h"
#include "tests/support/random_path.h"

namespace globaldyn::inside::test {
namespace {

Machine make_table(const std::string& position, const std::string& wrench = "[0, 0, 0]") {
  return parse_machine(
      "globaldyn: 1\nname: table\n"
      "bodies:\n  slide: {mass: 3}\n  table: {mass: 2, frames: {tool: [0, 0]}}\n"
      "joints:\n  X: {type: prismatic, a: {body: ground, axis: x}, b: {body: slide, axis: x}}\n"
      "  Y: {type: prismatic, a: {body: slide, axis: y}, b: {body: table, axis: y}}\n"
      "drives: {F: {joint: X, limits: 40 N}, G: {joint: Y, limits: 60 N}}\ntool: table.tool\n"
      "loads: {tool_wrench: {force: " +
          wrench + "}}\npaths:\n  way:\n    position: " + position + "\n",
      "table.yaml", ".");
}

double size_of(const Eigen::VectorXd& values) {
  return 1.0 + values.lpNorm<Eigen::Infinity>();
}

// The same but for how near to each other two places can be told.
void expect_same(const Task& a, const Task& b, double sign, double tolerance) {
  EXPECT_LE((a.target.value - b.target.value).norm(), tolerance * size_of(b.target.value));
  EXPECT_LE((a.target.first - sign * b.target.first).norm(), tolerance * size_of(b.target.first));
  EXPECT_LE((a.target.second - b.target.second).norm(), tolerance * size_of(b.target.second));
  EXPECT_LE((a.target.rotation - b.target.rotation).norm(), tolerance);
}

std::vector<double> list_steps(const Path& path) {
  std::vector<double> places = path.steps.breaks;
  places.insert(places.end(), path.steps.corners.begin(), path.steps.corners.end());
  std::sort(places.begin(), places.end());
  return places;
}

// What is asked for on one side of a step is looked up on that side, as near to it as numbers are:
// what lies behind it in p lies in front on the way back.
void check_steps(const Path& path, const Path& part, const PathStretch& stretch, double from,
                 double to) {
  const bool is_back = to < from;
  std::vector<double> inside;
  for (const double p : list_steps(path)) {
    if (p > std::min(from, to) && p < std::max(from, to)) inside.push_back(p);
  }
  if (is_back) std::reverse(inside.begin(), inside.end());
  const std::vector<double> of_part = list_steps(part);
  ASSERT_EQ(of_part.size(), inside.size());
  for (std::size_t i = 0; i < inside.size(); ++i) {
    const double q = of_part[i], p = inside[i];
    EXPECT_EQ(q, std::abs(p - from));
    const double behind = stretch.find_p(q), before = stretch.find_p(std::nextafter(q, -1.0));
    EXPECT_EQ(behind >= p, !is_back);
    EXPECT_EQ(before >= p, is_back);
    EXPECT_NEAR(behind, p, 1e-15 * path.p_max);
    EXPECT_NEAR(before, p, 1e-15 * path.p_max);
  }
}

void check_part(const Path& path, double from, double to) {
  SCOPED_TRACE(fmt::format("from {} to {}", from, to));
  const PathStretch stretch(path, from, to);
  const Path part = stretch.cut(path);
  const double sign = to < from ? -1.0 : 1.0;
  EXPECT_EQ(part.p_max, std::abs(to - from));
  EXPECT_EQ(part.p_max, stretch.end());
  for (int i = 0; i <= 40; ++i) {
    const double q = part.p_max * i / 40;
    EXPECT_NEAR(stretch.find_p(q), from + sign * q, 1e-15 * path.p_max);
    expect_same(part.task(q), path.task(stretch.find_p(q)), sign, 0.0);
  }
  check_steps(path, part, stretch, from, to);
  // Back again: a part of the part.
  const PathStretch back(part, part.p_max, 0.0);
  const Path again = back.cut(part);
  EXPECT_EQ(list_steps(again).size(), list_steps(part).size());
  for (int i = 0; i <= 10; ++i) {
    const double q = part.p_max * i / 10;
    expect_same(again.task(q), part.task(back.find_p(q)), -1.0, 0.0);
  }
}

TEST(PathStretch, OfRandomCurves) {
  Draw draw(7);
  for (int i = 0; i < 200; ++i) {
    const std::string curve = make_random_curve(draw, {0.0, 0.0, 0.2, 1.0});
    SCOPED_TRACE(curve);
    std::optional<Machine> machine;
    try {
      machine = make_table(curve);
    } catch (const InputError&) {
      continue;  // some are refused
    }
    const Path& path = machine->paths[0];
    const double a = path.p_max * draw.uniform(0.0, 1.0), b = path.p_max * draw.uniform(0.0, 1.0);
    check_part(path, a, b);
    check_part(path, path.p_max, 0.0);
    check_part(path, 0.0, path.p_max);
    const std::vector<double> steps = list_steps(path);
    if (!steps.empty()) check_part(path, steps[draw.below(steps.size())], a);
    if (!steps.empty()) check_part(path, a, steps[draw.below(steps.size())]);
  }
}

// Formulas with kinks; what says where features may hide is cut as well: its pieces are the values.
TEST(PathStretch, OfFormulas) {
  RandomFormulas formulas(11);
  Draw draw(5);
  int count = 0;
  for (int i = 0; i < 150; ++i) {
    const std::string x = formulas.write(2);
    std::optional<Machine> machine;
    try {
      machine = make_table("{x: \"" + x + "\", y: \"p\"}, p_max: 1\n");
    } catch (const InputError&) {
      try {
        machine = make_table("{x: \"" + x + "\", y: \"p\"}\n    p_max: 1");
      } catch (const InputError&) {
        continue;
      }
    }
    ++count;
    SCOPED_TRACE(x);
    const Path& path = machine->paths[0];
    double from = draw.uniform(0.0, 1.0), to = draw.uniform(0.0, 1.0);
    if (i % 3 == 0) from = 1.0, to = 0.0;
    check_part(path, from, to);
    const Path part = PathStretch(path, from, to).cut(path);
    for (int k = 0; k <= 20; ++k) {
      const double q = part.p_max * (k + 0.37) / 21.0;
      const Jet value = (*part.formulas[0])(q);
      EXPECT_NEAR(find_derivative(value, 0), part.task(q).target.value(0), 1e-9);
    }
  }
  EXPECT_GT(count, 50);
}

// Loads stay where they are in space, given by formulas and by tables.
TEST(PathStretch, LoadsStayWhereTheyAre) {
  Machine machine =
      make_table("{line: {from: [0, 0], to: [1, 0]}}", "[\"10*p^2 - 3\", \"sin(p)\", 0]");
  std::vector<ToolWrench> wrenches = machine.mechanism.wrenches;
  WrenchTable table;
  table.p = {0.0, 0.3, 1.0};
  for (const double f : {1.0, 4.0, -2.0}) {
    table.rows.push_back(WrenchTable::Row::Constant(f));
  }
  wrenches[0].table = table;
  for (const auto& [from, to] : {std::pair{1.0, 0.0}, {0.2, 0.9}, {0.9, 0.2}}) {
    const PathStretch stretch(machine.paths[0], from, to);
    const std::vector<ToolWrench> cut = stretch.cut(wrenches);
    EXPECT_EQ(cut[0].table->p.front(), 0.0);
    EXPECT_EQ(cut[0].table->p.back(), stretch.end());
    for (int i = 0; i <= 10; ++i) {
      const double q = stretch.end() * i / 10.0, p = from + (to < from ? -q : q);
      EXPECT_NEAR(cut[0].force[0].evaluate(std::span(&q, 1)), 10 * p * p - 3, 1e-12);
      EXPECT_NEAR(cut[0].force[1].evaluate(std::span(&q, 1)), std::sin(p), 1e-12);
      EXPECT_NEAR(cut[0].table->at(q)(0), table.at(p)(0), 1e-12);
    }
  }
}

// Without losses a motion backwards needs the same forces: both ways take the same time, and so do
// a whole path with a stop and its two parts.
TEST(PathStretch, PlansAreTheSameBothWays) {
  for (const char* text : {"{polyline: {points: [[0, 0], [1, 0], [1, 0.4]], blend: 0.1}}",
                           "{spline: {points: [[0, 0], [0.5, 0.4], [1, -0.2], [0.3, -0.3]]}}",
                           "{polyline: {points: [[0, 0], [1, 0.2], [0.2, 0.4]]}}"}) {
    SCOPED_TRACE(text);
    const Machine machine = make_table(text, "[\"3*p - 5\", 0, 0]");
    const Path& path = machine.paths[0];
    const PathPlan there = plan_path(machine, path);
    Machine back = machine;
    const PathStretch stretch(path, path.p_max, 0.0);
    back.mechanism.wrenches = stretch.cut(machine.mechanism.wrenches);
    const Path reversed = stretch.cut(path);
    const PathPlan way_back = plan_path(back, reversed);
    EXPECT_NEAR(there.time(), way_back.time(), 3e-6 * there.time());
    Path stopped = path;
    stopped.stops = {{0.37, 0.0}};
    double parts = 0.0;
    for (const auto& [from, to] : {std::pair{0.0, 0.37}, {0.37, path.p_max}}) {
      const PathStretch half(path, from, to);
      Machine loaded = machine;
      loaded.mechanism.wrenches = half.cut(machine.mechanism.wrenches);
      parts += plan_path(loaded, half.cut(path)).time();
    }
    const PathPlan whole = plan_path(machine, stopped);
    EXPECT_NEAR(whole.time(), parts, 3e-6 * parts);
  }
}

}  // namespace
}  // namespace globaldyn::inside::test
