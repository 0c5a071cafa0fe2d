// Random paths through parallel singularities, where the drives lose hold of a freedom in motion.
// Oracles: the straight definition (steps of constant d2 on a fine grid left and right of the
// singularity, with the machine's own limits at each place), published and independent times, and
// that a path and its reverse take the same time where nothing tells them apart.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>
#include <random>
#include <string>
#include <tuple>
#include <vector>

#include "globaldyn/evaluation/path_walker.h"
#include "globaldyn/motion/plan_path.h"
#include "globaldyn/record/planned_motion.h"
#include "tests/support/small_machines.h"
#include "tests/support/stepwise_plan.h"

namespace globaldyn::inside::test {
namespace {

struct Point {
  double x{0.0}, y{0.0};
};

Point operator+(Point a, Point b) {
  return {a.x + b.x, a.y + b.y};
}
Point operator-(Point a, Point b) {
  return {a.x - b.x, a.y - b.y};
}
Point operator*(double f, Point a) {
  return {f * a.x, f * a.y};
}
double cross(Point a, Point b) {
  return a.x * b.y - a.y * b.x;
}
double length(Point a) {
  return std::hypot(a.x, a.y);
}
Point turn(double angle, double radius) {
  return {radius * std::cos(angle), radius * std::sin(angle)};
}

// Two cranks and two forearms, and a line of the tip through a place where the forearms are in
// line.
struct FiveBar {
  double base{0.3}, crank1{0.4}, crank2{0.45}, fore1{0.5}, fore2{0.55};
  Point from, to;
  double share{0.5};                          // of the line where the forearms are in line
  double a1{0.0}, b1{0.0}, a2{0.0}, b2{0.0};  // joint angles at its start
  std::string drives;
};

// The angles of a crank and, relative to it, of a forearm that reach the tip from a base point, its
// elbow on the given side; nothing where they come near to being in line.
std::optional<std::pair<double, double>> reach(Point base, Point tip, double crank, double fore,
                                               double side) {
  const Point way = tip - base;
  const double r = length(way);
  const double cosine = (r * r - crank * crank - fore * fore) / (2.0 * crank * fore);
  if (std::abs(cosine) > 0.9) return std::nullopt;
  const double bend = side * std::acos(cosine);
  const double swing = std::atan2(fore * std::sin(bend), crank + fore * std::cos(bend));
  return std::pair(std::atan2(way.y, way.x) - swing, bend);
}

std::optional<FiveBar> draw_five_bar(std::mt19937& engine) {
  std::uniform_real_distribution<double> unit(0.0, 1.0);
  const auto draw = [&](double low, double high) { return low + (high - low) * unit(engine); };
  FiveBar bar;
  bar.base = draw(0.1, 0.4);
  bar.crank1 = draw(0.3, 0.5);
  bar.crank2 = draw(0.3, 0.5);
  bar.fore1 = draw(0.35, 0.6);
  bar.fore2 = draw(0.35, 0.6);
  const bool is_extended = unit(engine) < 0.7;
  const double between = is_extended ? bar.fore1 + bar.fore2 : std::abs(bar.fore1 - bar.fore2);
  const Point left{-bar.base, 0.0}, right{bar.base, 0.0};
  const double first = draw(-3.1, 3.1);
  const Point elbow1 = left + turn(first, bar.crank1);
  // The second crank's angle for which the elbows are that far apart.
  const Point way = elbow1 - right;
  const double r = length(way);
  const double cosine =
      (r * r + bar.crank2 * bar.crank2 - between * between) / (2.0 * r * bar.crank2);
  if (std::abs(cosine) > 0.95) return std::nullopt;
  const double second =
      std::atan2(way.y, way.x) + (unit(engine) < 0.5 ? 1.0 : -1.0) * std::acos(cosine);
  const Point elbow2 = right + turn(second, bar.crank2);
  const double sign = is_extended || bar.fore1 > bar.fore2 ? 1.0 : -1.0;
  const Point tip = elbow1 + (sign * bar.fore1 / between) * (elbow2 - elbow1);
  const double side1 = cross(elbow1 - left, tip - elbow1) > 0.0 ? 1.0 : -1.0;
  const double side2 = cross(elbow2 - right, tip - elbow2) > 0.0 ? 1.0 : -1.0;
  const Point along = turn(draw(-3.1, 3.1), 1.0);
  const double before = draw(0.04, 0.12), after = draw(0.04, 0.12);
  bar.from = tip - before * along;
  bar.to = tip + after * along;
  bar.share = before / (before + after);
  for (double s = 0.0; s <= 1.0; s += 0.125) {
    const Point at = bar.from + s * (bar.to - bar.from);
    const auto one = reach(left, at, bar.crank1, bar.fore1, side1);
    const auto two = reach(right, at, bar.crank2, bar.fore2, side2);
    if (!one || !two) return std::nullopt;
    if (s > 0.0) continue;
    bar.a1 = one->first;
    bar.b1 = one->second;
    bar.a2 = two->first;
    bar.b2 = two->second;
  }
  bar.drives =
      fmt::format("  M1: {{joint: A1, limits: {} N m}}\n  M2: {{joint: A2, limits: {} N m}}\n",
                  draw(20.0, 60.0), draw(20.0, 60.0));
  return bar;
}

std::string write(const FiveBar& bar) {
  const auto link = [](const char* name, double length, double mass) {
    return fmt::format(
        "  {}: {{mass: {}, com: [{}, 0], inertia: {{plate: {}}}, frames: {{end: [{}, 0]}}}}\n",
        name, mass, 0.5 * length, mass * length * length / 12.0, length);
  };
  std::string text = "globaldyn: 1\nname: five_bar\ngravity: [0, 0, 0]\nbodies:\n";
  text +=
      fmt::format("  ground: {{frames: {{left: [{}, 0], right: [{}, 0]}}}}\n", -bar.base, bar.base);
  text += link("crank1", bar.crank1, 1.0) + link("fore1", bar.fore1, 0.8);
  text += link("crank2", bar.crank2, 1.0) + link("fore2", bar.fore2, 0.8);
  text += fmt::format(
      "joints:\n  A1: {{type: revolute, a: ground.left, b: crank1, guess: {}}}\n"
      "  B1: {{type: revolute, a: crank1.end, b: fore1, guess: {}}}\n"
      "  A2: {{type: revolute, a: ground.right, b: crank2, guess: {}}}\n"
      "  B2: {{type: revolute, a: crank2.end, b: fore2, guess: {}}}\n"
      "  T: {{type: revolute, a: fore1.end, b: fore2.end}}\n",
      bar.a1, bar.b1, bar.a2, bar.b2);
  text += "drives:\n" + bar.drives + "tool: fore1.end\n";
  text += fmt::format(
      "paths:\n  there: {{position: {{line: {{from: [{0}, {1}], to: [{2}, {3}]}}}}}}\n"
      "  back: {{position: {{x: \"{2} + {4}*p\", y: \"{3} + {5}*p\"}}, p_max: 1}}\n",
      bar.from.x, bar.from.y, bar.to.x, bar.to.y, bar.from.x - bar.to.x, bar.from.y - bar.to.y);
  return text;
}

PathPlan plan(const FiveBar& bar, const char* path = "there", const PathPlanOptions& options = {}) {
  const Machine machine = parse_machine(write(bar), "five_bar.yaml", ".");
  return plan_path(machine, find_path(machine, path), options);
}

constexpr PathPlanOptions kToFreeEnd{.end = {EndSpeed::Kind::free, 0.0}};

// Five-bars that exist, `count` of them.
std::vector<FiveBar> draw_five_bars(unsigned seed, std::size_t count) {
  std::mt19937 engine(seed);
  std::vector<FiveBar> bars;
  while (bars.size() < count) {
    if (auto bar = draw_five_bar(engine)) bars.push_back(*bar);
  }
  return bars;
}

// The stepwise time is of first order: twice the finer one minus the coarser is much nearer.
void expect_as_stepwise(const std::string& text, const char* path, double singular,
                        double tolerance) {
  const Machine machine = parse_machine(text, "five_bar.yaml", ".");
  const PathPlan plan = plan_path(machine, find_path(machine, path));
  ASSERT_EQ(plan.status(), PlanStatus::optimal) << plan.reason << "\n" << text;
  const double coarse = plan_stepwise(machine, find_path(machine, path), {singular}, 1000);
  const double fine = plan_stepwise(machine, find_path(machine, path), {singular}, 2000);
  EXPECT_NEAR(plan.time(), 2.0 * fine - coarse, tolerance * fine) << text;
}

// What is left of the stepwise time's error: the largest of 200 others was 1.9e-3.
constexpr double kStepwise = 3e-3;

TEST(SingularCrossing, TakesTheTimeOfTheStraightDefinition) {
  for (const FiveBar& bar : draw_five_bars(7, 16)) {
    expect_as_stepwise(write(bar), "there", bar.share, kStepwise);
  }
}

TEST(SingularCrossing, TakesItUnderCoulombFriction) {
  double coulomb = 0.25;
  for (FiveBar& bar : draw_five_bars(8, 8)) {
    for (const char* limits : {"M1", "M2"}) {
      const std::size_t at = bar.drives.find("}", bar.drives.find(limits));
      bar.drives.insert(at, fmt::format(", coulomb: {} N m", coulomb));
    }
    expect_as_stepwise(write(bar), "there", bar.share, kStepwise);
    coulomb += 0.25;
  }
}

// Without friction and weight every motion can be run backwards. The two paths are surveyed and
// planned quite differently.
TEST(SingularCrossing, TakesAsLongBack) {
  for (const FiveBar& bar : draw_five_bars(9, 12)) {
    const PathPlan there = plan(bar), back = plan(bar, "back");
    ASSERT_EQ(there.status(), PlanStatus::optimal) << there.reason;
    ASSERT_EQ(back.status(), PlanStatus::optimal) << back.reason;
    EXPECT_NEAR(there.time(), back.time(), 2e-6 * there.time());
  }
}

// Hardly any viscous friction makes rows quite different, and times nearly the same.
TEST(SingularCrossing, DependsOnFrictionContinuously) {
  for (FiveBar& bar : draw_five_bars(10, 6)) {
    const PathPlan without = plan(bar);
    const std::size_t at = bar.drives.find("}");
    bar.drives.insert(at, ", viscous: 1e-7 N m s/rad");
    const PathPlan with = plan(bar);
    ASSERT_EQ(with.status(), PlanStatus::optimal) << with.reason;
    EXPECT_NEAR(with.time(), without.time(), 3e-6 * without.time());
  }
}

// A third drive holds what two lose. With hardly any force it changes hardly anything.
TEST(SingularCrossing, IsEasierWithAnotherDrive) {
  for (FiveBar& bar : draw_five_bars(11, 6)) {
    const PathPlan two = plan(bar);
    const std::string drives = bar.drives;
    bar.drives = drives + "  M3: {joint: B1, limits: 8 N m}\n";
    const PathPlan three = plan(bar);
    ASSERT_EQ(three.status(), PlanStatus::optimal) << three.reason;
    EXPECT_LT(three.time(), two.time());
    bar.drives = drives + "  M3: {joint: B1, limits: 1e-4 N m}\n";
    const PathPlan little = plan(bar);
    ASSERT_EQ(little.status(), PlanStatus::optimal) << little.reason;
    EXPECT_NEAR(little.time(), two.time(), 1e-3 * two.time());
  }
}

// There it can arrive in motion, but neither come to rest nor start.
TEST(SingularCrossing, EndsInMotionButNotAtRest) {
  for (FiveBar& bar : draw_five_bars(12, 6)) {
    const double whole = plan(bar, "there", kToFreeEnd).time();
    bar.to = bar.from + bar.share * (bar.to - bar.from);
    const PathPlan part = plan(bar, "there", kToFreeEnd);
    ASSERT_EQ(part.status(), PlanStatus::optimal) << part.reason;
    EXPECT_LT(part.time(), whole);
    for (const char* path : {"there", "back"}) {
      const PathPlan rest = plan(bar, path);
      EXPECT_EQ(rest.status(), PlanStatus::infeasible);
      EXPECT_NE(rest.reason.find("a dead point"), std::string::npos) << rest.reason;
      ASSERT_TRUE(rest.plan.obstacle.has_value());
      EXPECT_EQ(rest.plan.obstacle->p, path[0] == 't' ? 1.0 : 0.0);
    }
  }
}

// det W, whose zeros are the singularities, at a place that the machine goes to along a line.
double find_determinant(FiveBar bar, Point at) {
  bar.to = at;
  const Machine machine = parse_machine(write(bar), "five_bar.yaml", ".");
  PathWalker walker(machine, find_path(machine, "there"));
  double determinant = 0.0;
  for (int i = 0; i <= 8; ++i) determinant = walker.move_to_limits(i / 8.0).map.determinant;
  return determinant / length(at - bar.from);  // W is per p
}

// A parabola that has its vertex this far from the singularities, on one of its sides.
std::optional<std::string> write_parabola(FiveBar bar, double off, double bend) {
  const Point tip = bar.from + bar.share * (bar.to - bar.from);
  const double step = 1e-4;
  const Point slope{
      find_determinant(bar, tip + Point{step, 0.0}) - find_determinant(bar, tip - Point{step, 0.0}),
      find_determinant(bar, tip + Point{0.0, step}) -
          find_determinant(bar, tip - Point{0.0, step})};
  const Point across = (1.0 / length(slope)) * slope, along{-across.y, across.x};
  const double begin = -0.06;
  const Point from = tip + begin * along + (off + bend * begin * begin) * across;
  const auto one = reach({-bar.base, 0.0}, from, bar.crank1, bar.fore1, bar.b1 > 0.0 ? 1.0 : -1.0);
  const auto two = reach({bar.base, 0.0}, from, bar.crank2, bar.fore2, bar.b2 > 0.0 ? 1.0 : -1.0);
  if (!one || !two) return std::nullopt;
  std::tie(bar.a1, bar.b1) = *one;
  std::tie(bar.a2, bar.b2) = *two;
  const auto coordinate = [&](double at, double s, double n) {
    return fmt::format("{} + {}*(p - 0.06) + {}*({} + {}*(p - 0.06)^2)", at, s, n, off, bend);
  };
  return write(bar) +
         fmt::format("  parabola: {{position: {{x: \"{}\", y: \"{}\"}}, p_max: 0.15}}\n",
                     coordinate(tip.x, along.x, across.x), coordinate(tip.y, along.y, across.y));
}

// Past singularities, at distances from 10 mm to 0.01 um, or through two of them near each other.
// The nearer, the more steps the stepwise time needs: of 143 others those that differed most, by 4
// %, came to 2e-3 with 64 000 steps.
TEST(SingularCrossing, GoesNearAndTwiceThrough) {
  std::mt19937 engine(13);
  std::uniform_real_distribution<double> unit(0.0, 1.0);
  for (const FiveBar& bar : draw_five_bars(14, 10)) {
    const double sign = unit(engine) < 0.5 ? -1.0 : 1.0;
    const double off = sign * std::pow(10.0, -2.0 - 6.0 * unit(engine));
    const auto text = write_parabola(bar, off, unit(engine) < 0.5 ? -4.0 : 4.0);
    if (!text) continue;
    SCOPED_TRACE(off);
    expect_as_stepwise(*text, "parabola", 0.075, 2e-2);
  }
}

// A planar 3-RRR turned through a singularity: times of an independent program, to 7e-9.
TEST(SingularCrossing, TakesTheTimesOfAnIndependentProgram) {
  const Machine machine =
      load_machine(GLOBALDYN_SOURCE_DIR "/tests/data/cases/through_singularity.yaml");
  const PathPlan rest = plan_path(machine, machine.paths.front());
  ASSERT_EQ(rest.status(), PlanStatus::optimal) << rest.reason;
  EXPECT_NEAR(rest.time(), 0.2115349751, 1e-6 * rest.time() + 7e-9);
  EXPECT_LE(rest.time_lower(), 0.2115349751 + 7e-9);
  const PathPlan free = plan_path(machine, machine.paths.front(), kToFreeEnd);
  ASSERT_EQ(free.status(), PlanStatus::optimal) << free.reason;
  EXPECT_NEAR(free.time(), 0.164681674, 1e-6 * free.time() + 7e-9);
}

// @param more further drives
Machine make_two_motors(const std::string& path, const std::string& gravity = "0",
                        const std::string& more = "") {
  std::string text = write_two_motors(
      gravity, "100 N",
      "paths:\n  path: {position: {x: 0.1 + 0.1*p, y: \"" + path + "\"}, p_max: 1}\n");
  text.insert(text.find("tool: "), more);
  return parse_machine(text, "two_motors.yaml", ".");
}

constexpr const char* kThirdMotor =
    "  Q: {type: linear_motor, from: {body: ground, at: [3, 0]}, to: head, limits: 60 N}\n";

// On a straight line y'' = 0, on a curve it is not: both pass. With a curvature that hardly differs
// from none, so does the time.
TEST(SingularCrossing, PassesStraightAndCurved) {
  const auto plan_along = [](const std::string& path) {
    const Machine machine = make_two_motors(path);
    return plan_path(machine, machine.paths.front());
  };
  const PathPlan straight = plan_along("0.3 - 0.6*p"), bent = plan_along("0.3 - 0.6*p + 1e-9*p^2");
  const PathPlan curved = plan_along("0.3 - 0.5*p - 0.1*p^2");
  for (const PathPlan* plan : {&straight, &bent, &curved}) {
    ASSERT_EQ(plan->status(), PlanStatus::optimal) << plan->reason;
  }
  EXPECT_NEAR(straight.time(), bent.time(), 2e-6 * straight.time());
  // An explicit motion of 0.2370 s keeps all limits; 0.23268 s by an independent program.
  EXPECT_NEAR(curved.time(), 0.23268, 5e-6);
}

// A path that only touches y = 0: m y'' d1² = 0 there, so that only rest is possible, which neither
// drive can end. With weight it is d1² = g / -y'' or, if the path bends upwards, nothing at all.
TEST(SingularCrossing, CannotTouchWithoutWeight) {
  for (const char* path : {"(p - 0.5)^2", "(p - 0.437)^2", "-0.3*(p - 0.217)^2"}) {
    const Machine machine = make_two_motors(path);
    const PathPlan plan = plan_path(machine, machine.paths.front());
    EXPECT_EQ(plan.status(), PlanStatus::infeasible) << path;
    EXPECT_NE(plan.reason.find("no motion passes it"), std::string::npos) << plan.reason;
  }
}

// Over the crest of a parabola y = ±e + 0.3 s², where d1² <= F/m (e + 0.15 s²) with F y the most
// the two motors exert along y, or between two singularities 2 sqrt(e / 0.3) apart: the time grows
// with the logarithm of e, all places s ~ sqrt(e) being alike. Within rounding errors of the
// singularity only rest is possible.
TEST(SingularCrossing, TakesLongerTheNearerItComes) {
  const double push = 100.0 * (1.0 / 1.15 + 1.0 / 0.85);
  const double longer = std::log(10.0) / std::sqrt(0.15 * push / 0.6);
  for (const char* more : {"", kThirdMotor}) {
    for (const char* sign : {"", "-"}) {
      SCOPED_TRACE(std::string(sign) + more);
      double last = 0.0;
      for (const char* e : {"1e-5", "1e-6", "1e-7", "1e-8"}) {
        const Machine machine =
            make_two_motors(std::string(sign) + e + " + 0.3*(p - 0.5)^2", "0", more);
        const PathPlan plan = plan_path(machine, machine.paths.front());
        ASSERT_TRUE(plan.has_motion()) << e << plan.reason;
        EXPECT_LE(plan.time() - plan.time_lower(), 1e-6 * plan.time()) << e << plan.reason;
        if (last > 0.0) {
          EXPECT_NEAR(plan.time() - last, longer, 1e-4 * longer) << e;
        }
        last = plan.time();
      }
      for (const char* e : {"1e-11", "1e-12"}) {
        const Machine machine =
            make_two_motors(std::string(sign) + e + " + 0.3*(p - 0.5)^2", "0", more);
        const PathPlan plan = plan_path(machine, machine.paths.front());
        EXPECT_EQ(plan.status(), PlanStatus::infeasible) << e;
        EXPECT_NE(plan.reason.find("no motion passes it"), std::string::npos) << plan.reason;
      }
    }
  }
}

// Forces are within limits at all tolerances, also with a third motor in the same line: through the
// singularity, with a stop next to it, through a blend; not with a stop, a corner or an end at it.
TEST(SingularCrossing, IsPassedButNotRestedAtWithThreeMotors) {
  const std::string kinds[] = {
      "cross: {position: {x: 0.1 + 0.1*p, y: 0.3 - 0.5*p - 0.1*p^2}, p_max: 1}",
      "before: {position: {line: {from: [0.1, 0.3], to: [0.2, -0.3]}}, stops: [{at: 0.499, for: "
      "0.1 "
      "s}]}",
      "after: {position: {line: {from: [0.1, 0.3], to: [0.2, -0.3]}}, stops: [{at: 0.501}]}",
      "blend: {position: {polyline: {points: [[0.1, 0.3], [0.15, 0], [0.3, -0.3]], blend: 0.1}}}",
      "stop: {position: {line: {from: [0.1, 0.3], to: [0.2, -0.3]}}, stops: [{at: 0.5}]}",
      "corner: {position: {polyline: {points: [[0.1, 0.3], [0.15, 0], [0.3, -0.3]]}}}",
      "from: {position: {line: {from: [0.1, 0], to: [0.2, -0.3]}}}",
      "to: {position: {line: {from: [0.2, -0.3], to: [0.1, 0]}}}"};
  constexpr std::size_t kPassed = 4;
  for (std::size_t i = 0; i < std::size(kinds); ++i) {
    SCOPED_TRACE(kinds[i]);
    std::string text = write_two_motors("0", "100 N", "paths:\n  " + kinds[i] + "\n");
    text.insert(text.find("tool: "), kThirdMotor);
    for (const char* friction : {"}", ", coulomb: 0.5 N}"}) {
      std::string with = text;
      const std::size_t at = with.find("100 N}");
      with.replace(with.find("}", at), 1, friction);
      const Machine machine = parse_machine(with, "motors.yaml", ".");
      for (const double tolerance : {1e-3, 1e-4, 1e-6}) {
        const PlannedMotion motion =
            plan_motion(machine, machine.paths.front(), {.plan = {.tolerance = tolerance}});
        if (i >= kPassed) {
          EXPECT_EQ(motion.plan.status(), PlanStatus::infeasible);
          EXPECT_NE(motion.plan.reason.find("a dead point"), std::string::npos)
              << motion.plan.reason;
          continue;
        }
        EXPECT_EQ(motion.plan.status(), PlanStatus::optimal) << motion.plan.reason;
        EXPECT_LE(motion.max_violation, 1e-6);
      }
    }
  }
}

TEST(SingularCrossing, TouchesWithWeightAtOneSpeedAtMost) {
  const Machine upwards = make_two_motors("(p - 0.437)^2", "-9.81 m/s^2");
  EXPECT_EQ(plan_path(upwards, upwards.paths.front()).status(), PlanStatus::infeasible);
  // That no motion was found at exactly this speed proves nothing.
  const Machine over = make_two_motors("-(p - 0.437)^2", "-9.81 m/s^2");
  EXPECT_NE(plan_path(over, over.paths.front()).status(), PlanStatus::infeasible);
}

}  // namespace
}  // namespace globaldyn::inside::test
