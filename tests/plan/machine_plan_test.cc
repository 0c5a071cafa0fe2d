// Plans of machines. Oracles: closed forms for a table of two perpendicular slides, which obey
// F = m q'' each, and what must follow when a problem is stated otherwise.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <random>
#include <sstream>

#include "core/base/constants.h"
#include "globaldyn/motion/pose_field.h"
#include "globaldyn/record/planned_motion.h"
#include "tests/support/machines.h"
#include "tests/support/read_text.h"
#include "tests/support/region_plan.h"
#include "tests/support/small_machines.h"

namespace globaldyn::inside::test {
namespace {

struct TableLimits {
  double x{2.0};  // N, moves 2 kg
  double y{1.0};  // N, moves 1 kg
  double coulomb_x{0.0};
  double coulomb_y{0.0};
};

// FX moves both bodies, FY one: |x''| <= 1 m/s², |y''| <= 1 m/s² by default.
Machine make_table(const std::string& paths, const TableLimits& limits = {}) {
  std::ostringstream text;
  text.precision(17);
  text << "gravity: [0, 0, 0]\ndrives:\n";
  text << "  FX: {joint: X, limits: " << limits.x << " N, coulomb: " << limits.coulomb_x << " N}\n";
  text << "  FY: {joint: Y, limits: " << limits.y << " N, coulomb: " << limits.coulomb_y << " N}\n";
  text << "paths:\n" << paths;
  return parse_machine(write_x_y_table(text.str()), "test.yaml", ".");
}

constexpr TableLimits kRubbing{2.0, 1.0, 0.2, 0.1};  // |x'' + 0.1 sgn x'| <= 1, likewise y

const std::string kLine = "  line: {position: {line: {from: [0, 0], to: [1, 0]}}}\n";
const std::string kCircle = "  around: {position: {circle: {center: [0, 0], radius: 1}}}\n";
const std::string kCorner = "{points: [[0, 0], [1, 0], [1, 1]]";

PathPlan plan_first(const Machine& machine, const PathPlanOptions& options = {}) {
  return plan_path(machine, machine.paths.front(), options);
}

// The stated time lies between the bounds, which are `tolerance` apart, up to its own error.
void expect_time(const PathPlan& plan, double time, double tolerance = 1e-6,
                 double stated = 1e-10) {
  ASSERT_EQ(plan.status(), PlanStatus::optimal) << plan.reason;
  EXPECT_LE(plan.time() - plan.time_lower(), tolerance * plan.time());
  EXPECT_GE(plan.time(), time * (1.0 - stated));
  EXPECT_LE(plan.time_lower(), time * (1.0 + stated));
}

// --- One slide ----------------------------------------------------------------------------------

TEST(MachinePlan, LineFromRestToRest) {
  const PathPlan plan = plan_first(make_table(kLine));
  expect_time(plan, 2.0);
  EXPECT_TRUE(plan.stops.empty());
  EXPECT_TRUE(plan.has_tool);
  EXPECT_NEAR(plan.trajectory.duration(), plan.time(), 1e-12 * plan.time());
}

// Up to v in v s, down likewise; the rest of the distance at v.
TEST(MachinePlan, SpeedLimitAllAlong) {
  for (const double v : {0.05, 0.5, 0.9}) {
    const Machine machine = make_table(
        "  slow: {position: {line: {from: [0, 0], to: [1, 0]}}, speed_limit: " + std::to_string(v) +
        " m/s}\n");
    expect_time(plan_first(machine), v + 1.0 / v);
  }
}

struct PartLimit {
  double from, to, speed;
};

// With |x''| <= 1 and x = v² on a line of 1 m, x' = ± 2: x is the minimum of 2 s, 2 (1 - s) and v²
// + 2 dist(s, part) over all limited parts: each is a bound, and their minimum is a motion.
double find_limited_time(const std::vector<PartLimit>& parts) {
  constexpr int kCount = 400000;  // midpoints in theta, s = (1 - cos theta) / 2: 1e-10 at kinks
  double time = 0.0;
  for (int i = 0; i < kCount; ++i) {
    const double theta = kPi * (i + 0.5) / kCount, s = 0.5 * (1.0 - std::cos(theta));
    double x = std::min(2.0 * s, 2.0 * (1.0 - s));
    for (const PartLimit& part : parts) {
      const double distance = std::max({0.0, part.from - s, s - part.to});
      x = std::min(x, part.speed * part.speed + 2.0 * distance);
    }
    time += 0.5 * std::sin(theta) / std::sqrt(x) * kPi / kCount;
  }
  return time;
}

std::string write_limited_line(const std::vector<PartLimit>& parts) {
  std::ostringstream text;
  text.precision(17);
  text << "  partly: {position: {line: {from: [0, 0], to: [1, 0]}}, speed_limit: [";
  for (std::size_t i = 0; i < parts.size(); ++i) {
    text << (i > 0 ? ", " : "") << "{from: " << parts[i].from << ", to: " << parts[i].to
         << ", limit: " << parts[i].speed << " m/s}";
  }
  text << "]}\n";
  return text.str();
}

// By hand: up and down to 1/2 before the part, along it, and the same again.
TEST(MachinePlan, SpeedLimitOnPartOfTheWay) {
  const double u = std::sqrt(0.5 * (2.0 * 0.4 + 0.25));
  const double time = 2.0 * (2.0 * u - 0.5) + 0.2 / 0.5;
  EXPECT_NEAR(find_limited_time({{0.4, 0.6, 0.5}}), time, 1e-9);
  expect_time(plan_first(make_table(write_limited_line({{0.4, 0.6, 0.5}}))), time);
}

TEST(MachinePlan, SpeedLimitsThatOverlapOrNestOrDoNotMatter) {
  std::mt19937_64 random(20240501);
  const auto draw = [&](double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random);
  };
  for (int test = 0; test < 12; ++test) {
    SCOPED_TRACE(test);
    std::vector<PartLimit> parts;
    for (int k = 0; k < 1 + test % 4; ++k) {
      const double from = draw(0.0, 0.9);
      parts.push_back({from, draw(from + 0.01, 1.0), draw(0.1, 1.1)});
    }
    expect_time(plan_first(make_table(write_limited_line(parts))), find_limited_time(parts), 1e-6,
                1e-8);
  }
}

// The tool is nowhere faster than it may be.
TEST(MachinePlan, SpeedLimitIsKeptByTheTool) {
  const Machine machine = make_table(write_limited_line({{0.4, 0.6, 0.5}, {0.55, 0.8, 0.3}}));
  const PathPlan plan = plan_first(machine);
  const MotionRecord record = record_motion(machine, machine.paths.front(),
                                            plan.trajectory.at(plan.trajectory.list_times(10)));
  EXPECT_LE(record.max_violation, 1e-6);
  double fastest = 0.0;
  for (const MotionSample& sample : record.samples) {
    const double p = sample.state.p, speed = sample.tool_velocity.v.norm();
    fastest = std::max(fastest, speed);
    const double most = p >= 0.55 && p <= 0.8 ? 0.3 : p >= 0.4 && p <= 0.6 ? 0.5 : 1.0;
    EXPECT_LE(speed, most * (1.0 + 1e-6)) << p;
  }
  EXPECT_GT(fastest, 0.6);  // outside the parts
}

// --- Stops and corners ---------------------------------------------------------------------------

TEST(MachinePlan, StopInTheMiddleWithDwell) {
  const PathPlan plan = plan_first(make_table(
      "  stopped: {position: {line: {from: [0, 0], to: [1, 0]}}, stops: [{at: 0.5, for: 0.25 "
      "s}]}\n"));
  expect_time(plan, 2.0 * std::sqrt(2.0) + 0.25);
  EXPECT_EQ(plan.dwell, 0.25);
  ASSERT_EQ(plan.stops.size(), 1u);
  EXPECT_EQ(plan.stops[0].p, 0.5);
  EXPECT_NEAR(plan.trajectory.duration(), plan.time(), 1e-12 * plan.time());
  EXPECT_NEAR(plan.plan.time, plan.time() - 0.25, 1e-12);
}

// Two unit distances with rest in between: 2 + 2. Twice the mass of a leg's drive: times sqrt 2.
TEST(MachinePlan, SharpCornerIsAStop) {
  const std::string path = "  corner: {position: {polyline: " + kCorner + "}}}\n";
  const PathPlan plan = plan_first(make_table(path));
  expect_time(plan, 4.0);
  ASSERT_EQ(plan.stops.size(), 1u);
  EXPECT_NEAR(plan.stops[0].p, 0.5, 1e-15);
  EXPECT_EQ(plan.stops[0].duration, 0.0);
  expect_time(plan_first(make_table(path, {2.0, 0.5})), 2.0 + 2.0 * std::sqrt(2.0));
}

// A stop that the file asks for at a corner is one stop, with its duration.
TEST(MachinePlan, StopAtACornerIsOneStop) {
  const PathPlan plan = plan_first(make_table("  corner: {position: {polyline: " + kCorner +
                                              "}}, stops: [{at: 0.5, for: 1 s}]}\n"));
  expect_time(plan, 5.0);
  ASSERT_EQ(plan.stops.size(), 1u);
  EXPECT_EQ(plan.stops[0].duration, 1.0);
}

// Over half width h in p the corner is a parabola: with r from 0 to 1 through it x' = 2 (1 - r),
// y' = 2 r, -x'' = y'' = 1 / h. |2 (1 - r) d2 - X / h| <= 1 and |2 r d2 + X / h| <= 1 with X = d1²
// give X <= h everywhere, with d2 = 0. So up to d1² = 1/4 and down to h on either leg, where
// |2 d2| <= 1: T = 2 (2 u - sqrt h) / (1/2) + 2 h / sqrt h, u = 1/2.
TEST(MachinePlan, BlendedCornerIsPassedAtConstantSpeed) {
  for (const double blend : {0.1, 0.4}) {
    SCOPED_TRACE(blend);
    const Machine machine = make_table("  blended: {position: {polyline: " + kCorner + ", blend: " +
                                       std::to_string(blend) + ", shape: parabola}}}\n");
    const double h = 0.5 * blend;
    const PathPlan plan = plan_first(machine);
    expect_time(plan, 4.0 - 2.0 * std::sqrt(h));
    EXPECT_TRUE(plan.stops.empty());
    int inside = 0;
    for (double t = 0.0; t < plan.time(); t += 1e-3) {
      const MotionState state = plan.trajectory.at(t);
      if (std::abs(state.p - 0.5) > h) continue;
      ++inside;
      // The speed is kept from below at the ends of the blend: within the plan's tolerance of h.
      EXPECT_NEAR(state.d1, std::sqrt(h), 1e-4 * std::sqrt(h)) << state.p;
      EXPECT_LE(state.d1, std::sqrt(h) * (1.0 + 1e-6)) << state.p;
    }
    EXPECT_GT(inside, 100);
  }
}

// --- Speeds at the ends --------------------------------------------------------------------------

const std::string kTwoMetres = "  line: {position: {line: {from: [0, 0], to: [2, 0]}}}\n";
constexpr EndSpeed kFree{EndSpeed::Kind::free, 0.0};

// Over 2 m from v to w: up to u² = (2 * 2 + v² + w²) / 2.
TEST(MachinePlan, SpeedsOfTheToolAtTheEnds) {
  const Machine machine = make_table(kTwoMetres);
  for (const auto& [v, w] : {std::pair{0.0, 0.0}, {1.0, 0.0}, {0.0, 1.5}, {1.2, 0.4}}) {
    SCOPED_TRACE(v);
    const double u = std::sqrt(0.5 * (4.0 + v * v + w * w));
    const double time = 2.0 * u - v - w;
    const PathPlan tool =
        plan_first(machine, {.start = {EndSpeed::Kind::tool, v}, .end = {EndSpeed::Kind::tool, w}});
    expect_time(tool, time);
    EXPECT_NEAR(tool.plan.d1(0), v / 2.0, 1e-12);
    EXPECT_NEAR(tool.plan.d1(tool.plan.p.size() - 1), w / 2.0, 1e-12);
    expect_time(plan_first(machine, {.start = {EndSpeed::Kind::d1, v / 2.0},
                                     .end = {EndSpeed::Kind::d1, w / 2.0}}),
                time);
  }
}

TEST(MachinePlan, FreeEnds) {
  const Machine machine = make_table(kTwoMetres);
  expect_time(plan_first(machine, {.end = kFree}), 2.0);  // s = t² / 2
  // Braking from u² = 4 on: the same backwards.
  const PathPlan braking = plan_first(machine, {.start = kFree});
  expect_time(braking, 2.0);
  // Nothing limits a motion with free speeds at both ends.
  const PathPlan endless = plan_first(machine, {.start = kFree, .end = kFree});
  EXPECT_EQ(endless.status(), PlanStatus::unlimited);
  EXPECT_FALSE(endless.has_motion());
  EXPECT_EQ(endless.reason, "nothing limits the speed");
  const Machine slow =
      make_table("  line: {position: {line: {from: [0, 0], to: [2, 0]}}, speed_limit: 0.5 m/s}\n");
  expect_time(plan_first(slow, {.start = kFree, .end = kFree}), 4.0);
}

// 3 m/s cannot be braked within 2 m; 2 m/s just can.
TEST(MachinePlan, TooFastABeginIsInfeasible) {
  const Machine machine = make_table(kTwoMetres);
  const PathPlan plan = plan_first(machine, {.start = {EndSpeed::Kind::tool, 3.0}});
  EXPECT_EQ(plan.status(), PlanStatus::infeasible);
  EXPECT_FALSE(plan.has_motion());
  EXPECT_FALSE(plan.reason.empty());
  ASSERT_TRUE(plan.plan.obstacle.has_value());
  // Braking with F / m over 2 m: F = 2 * 9 / 4 = 4.5 N, 2.5 N more than available.
  ASSERT_EQ(plan.plan.obstacle->limits.size(), 1u);
  EXPECT_EQ(plan.plan.obstacle->limits[0].limit, (ActiveLimit{"FX", "min"}));
  EXPECT_NEAR(plan.plan.obstacle->limits[0].missing, 2.5, 1e-3);
  expect_time(plan_first(machine, {.start = {EndSpeed::Kind::tool, 1.999}}),
              2.0 * std::sqrt(0.5 * (4.0 + 1.999 * 1.999)) - 1.999);
}

TEST(MachinePlan, SpeedOfAToolThatDoesNotMoveIsRefused) {
  const Machine machine = make_table("  ease: {position: {x: p^2, y: 0}, p_max: 1}\n");
  EXPECT_THROW((void)plan_first(machine, {.start = {EndSpeed::Kind::tool, 0.1}}), InputError);
  expect_time(plan_first(machine), 2.0);  // the same line with another parameter
}

TEST(MachinePlan, OpenPathIsNotRunThroughRoundAndRound) {
  EXPECT_THROW((void)plan_first(make_table(kLine), {.closed = true}), InputError);
}

// --- Circles -------------------------------------------------------------------------------------

// |x''|, |y''| <= 1 on q = (cos p, sin p). At p = 0 x'' = -X, so X <= 1 at all quarters. From there
// the x drive is held at its limit: X cos p + X' / 2 sin p = 1, (X sin² p)' = 2 sin p, so X = 2 /
// (1 + cos p); to p = pi / 4, where it changes to its mirror image: T = 8 int cos(p / 2) dp.
const double kTimeAround = 16.0 * std::sin(kPi / 8.0);
// From rest to rest (Planner.PairOnACircleHasTheTimeOfTheClosedForm).
constexpr double kTimeAtRest = 7.1431052928526;

TEST(MachinePlan, CircleRoundAndRoundHasTheTimeOfTheClosedForm) {
  const Machine machine = make_table(kCircle);
  const PathPlan plan = plan_first(machine, {.closed = true});
  expect_time(plan, kTimeAround);
  // Laps are repeated until the motion returns to its start to this accuracy.
  EXPECT_NEAR(plan.plan.d1(0), plan.plan.d1(plan.plan.p.size() - 1), 1e-13);
  EXPECT_NEAR(plan.plan.d1(0), 1.0, 1e-6);
  for (double t = 0.0; t < plan.time(); t += 0.01) {
    const MotionState state = plan.trajectory.at(t);
    const double in_quarter = std::fmod(state.p, 0.5 * kPi);
    const double p = std::min(in_quarter, 0.5 * kPi - in_quarter);
    EXPECT_NEAR(state.d1, std::sqrt(2.0 / (1.0 + std::cos(p))), 1e-3) << state.p;
  }
  // Free ends can do no better: X <= 1 there anyway.
  expect_time(plan_first(machine, {.start = kFree, .end = kFree}), kTimeAround);
  expect_time(plan_first(machine), kTimeAtRest);
}

TEST(MachinePlan, CircleTakesAsLongFromAnywhereAndEitherWay) {
  for (const std::string frame :
       {"axes: [y, -x]", "axes: [y, x]", "axes: [[1, 1], [-1, 1]]", "axes: [[3, 4], [4, -3]]"}) {
    SCOPED_TRACE(frame);
    const Machine machine =
        make_table("  around: {position: {circle: {center: [0, 0], radius: 1, " + frame + "}}}\n");
    expect_time(plan_first(machine, {.closed = true}), kTimeAround);
  }
}

TEST(MachinePlan, CircleOfOtherSizeAndMass) {
  const Machine machine =
      make_table("  around: {position: {circle: {center: [2, 1], radius: 0.09}}}\n", {8.0, 4.0});
  expect_time(plan_first(machine, {.closed = true}), kTimeAround * std::sqrt(0.09 / 4.0));
}

TEST(MachinePlan, ReserveOfHalfIsHalfTheLimits) {
  for (const bool closed : {false, true}) {
    const double time = closed ? kTimeAround : kTimeAtRest;
    expect_time(plan_first(make_table(kCircle), {.closed = closed, .reserve = 0.5}),
                time * std::sqrt(2.0));
    expect_time(plan_first(make_table(kCircle, {1.0, 0.5}), {.closed = closed}),
                time * std::sqrt(2.0));
  }
  // Friction stays the same.
  const PathPlan spared = plan_first(make_table(kCircle, kRubbing), {.reserve = 0.5});
  const PathPlan weak = plan_first(make_table(kCircle, {1.0, 0.5, 0.2, 0.1}));
  ASSERT_EQ(spared.status(), PlanStatus::optimal);
  EXPECT_NEAR(spared.time(), weak.time(), 1e-6 * weak.time());
}

// A share of the speed, as for a force: not of its square.
TEST(MachinePlan, ReserveOfHalfIsHalfTheSpeed) {
  const PathPlan slow =
      plan_first(make_table(write_limited_line({{0.0, 1.0, 0.5}})), {.reserve = 0.5});
  const double half = 0.25;  // m/s, at 1/2 m/s²
  expect_time(slow, 2.0 * half / 0.5 + (1.0 - half * half / 0.5) / half);
}

// --- Coulomb friction ----------------------------------------------------------------------------

// Up with 0.9, down with 1.1 m/s².
TEST(MachinePlan, FrictionOnALine) {
  const double k = 1.0 / 0.9 + 1.0 / 1.1;
  expect_time(plan_first(make_table(kLine, kRubbing)), std::sqrt(2.0 * k));
  expect_time(
      plan_first(make_table("  back: {position: {line: {from: [1, 0], to: [0, 0]}}}\n", kRubbing)),
      std::sqrt(2.0 * k));
}

// The breaks inside the first path, where nothing but friction makes any.
std::vector<double> list_reversals(const Machine& machine) {
  const PathSurvey survey(machine, machine.paths.front());
  const std::vector<double> inside(survey.breaks().begin() + 1, survey.breaks().end() - 1);
  EXPECT_EQ(survey.has_reversals(), !inside.empty());
  return inside;
}

TEST(MachinePlan, FrictionReversesWhereDrivesTurnRound) {
  const std::vector<double> reversals = list_reversals(make_table(kCircle, kRubbing));
  const std::vector<double> expected{0.5 * kPi, kPi, 1.5 * kPi};
  ASSERT_EQ(reversals.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_NEAR(reversals[i], expected[i], 1e-11);
  }
}

std::size_t count_reversals(const std::string& x, const TableLimits& limits = kRubbing) {
  const Machine machine =
      make_table("  path: {position: {x: " + x + ", y: p}, p_max: 1}\n", limits);
  return list_reversals(machine).size();
}

TEST(MachinePlan, FrictionDoesNotReverseWhereADriveOnlyComesToRest) {
  EXPECT_EQ(count_reversals("p"), 0u);
  EXPECT_EQ(count_reversals("0"), 0u);
  EXPECT_EQ(count_reversals("(p - 0.5)^3"), 0u);     // touches zero at a sample
  EXPECT_EQ(count_reversals("(p - 0.3456)^3"), 0u);  // and between two
  EXPECT_EQ(count_reversals("(p - 0.5)^2"), 1u);
  EXPECT_EQ(count_reversals("(p - 0.5)^2", {}), 0u);  // no friction
  EXPECT_EQ(count_reversals("p^2"), 0u);              // at the start
}

// Back and forth again 2e-4 apart, between two of 513 poses.
TEST(MachinePlan, FrictionReversesTwiceInAShortWhile) {
  const Machine machine =
      make_table("  path: {position: {x: (p - 0.501)^3 - 3e-8*p, y: p}, p_max: 1}\n", kRubbing);
  const std::vector<double> reversals = list_reversals(machine);
  ASSERT_EQ(reversals.size(), 2u);
  // x'' = 6e-4 there, and rates below some 1e-12 count as zero: 1e-8 in p.
  EXPECT_NEAR(reversals[0], 0.501 - 1e-4, 1e-8);
  EXPECT_NEAR(reversals[1], 0.501 + 1e-4, 1e-8);
}

// In the first quarter x' < 0 < y': -1.1 <= ... <= ... with friction 0.1 of limits 1:
//   X c + d2 s <= 0.9 (x drive, speeding up), X s - d2 c <= 1.1 (y drive, braking),
//   X c + d2 s >= -1.1 (x drive the other way), c = cos p, s = sin p.
// At p = 0 X <= 0.9, likewise at all quarters. Up along the first: X = 1.8 / (1 + c). Back from
// X = 0.9 at pi / 2: X s² = 0.9 + 2.2 c along the third as far as the second allows, X >= 1.1 (s -
// c), then with u = pi / 2 - p along the second: X sin² u = 2.2 (1 - cos u) + C. The minimum of the
// ways up and down.
double find_rubbing_time() {
  const auto third = [](double p) {
    return (0.9 + 2.2 * std::cos(p)) / (std::sin(p) * std::sin(p));
  };
  double low = 0.25 * kPi, high = 0.5 * kPi;
  for (int i = 0; i < 100; ++i) {
    const double p = 0.5 * (low + high);
    (third(p) > 1.1 * (std::sin(p) - std::cos(p)) ? low : high) = p;
  }
  const double turn = low, u = 0.5 * kPi - turn;
  const double C = third(turn) * std::sin(u) * std::sin(u) - 2.2 * (1.0 - std::cos(u));
  constexpr int kCount = 1000000;
  double time = 0.0;
  for (int i = 0; i < kCount; ++i) {
    const double p = 0.5 * kPi * (i + 0.5) / kCount, v = 0.5 * kPi - p;
    const double up = 1.8 / (1.0 + std::cos(p));
    const double down =
        p > turn ? third(p) : (2.2 * (1.0 - std::cos(v)) + C) / (std::sin(v) * std::sin(v));
    time += 4.0 * 0.5 * kPi / kCount / std::sqrt(std::min(up, down));
  }
  return time;
}

TEST(MachinePlan, FrictionOnACircleRoundAndRound) {
  const PathPlan plan = plan_first(make_table(kCircle, kRubbing), {.closed = true});
  expect_time(plan, find_rubbing_time(), 1e-6, 1e-8);
}

// The same limits written by hand, both sides at the reversals.
void write_rubbing_circle(std::span<const double> p, std::span<LimitsAt> limits) {
  const auto write = [](double at, double beside, LimitSystem& system) {
    const double dx = -std::sin(at), dy = std::cos(at);
    const double sign_x = -std::sin(at + beside) > 0.0 ? 1.0 : -1.0;
    const double sign_y = std::cos(at + beside) > 0.0 ? 1.0 : -1.0;
    system.rows = {{-2.0 * std::cos(at), 0.0, 0.2 * sign_x, 2.0 * dx, VectorXd(), -2.0, 2.0},
                   {-std::sin(at), 0.0, 0.1 * sign_y, dy, VectorXd(), -1.0, 1.0}};
  };
  for (std::size_t i = 0; i < p.size(); ++i) {
    const bool is_jump = p[i] == 0.5 * kPi || p[i] == kPi || p[i] == 1.5 * kPi;
    const double inwards = p[i] == 0.0 ? 1e-6 : p[i] == 2.0 * kPi ? -1e-6 : 0.0;
    write(p[i], is_jump ? -1e-6 : inwards, limits[i].before);
    if (is_jump) write(p[i], 1e-6, limits[i].after.emplace());
  }
}

TEST(MachinePlan, FrictionOnACircleIsThatOfLimitsByHand) {
  const Machine machine = make_table(kCircle, kRubbing);
  const std::vector<double> grid{0.0, 0.5 * kPi, kPi, 1.5 * kPi, 2.0 * kPi};
  for (const bool closed : {false, true}) {
    const PathPlan plan = plan_first(machine, {.closed = closed});
    const Plan by_hand = make_plan(write_rubbing_circle, grid, {.closed = closed});
    ASSERT_EQ(plan.status(), PlanStatus::optimal) << closed;
    ASSERT_EQ(by_hand.status, PlanStatus::optimal) << closed;
    EXPECT_NEAR(plan.time(), by_hand.time, 1e-6 * by_hand.time) << closed;
  }
}

// Next to a reversal friction has its full value, with either sign: the drive does not stay at rest
// there, it passes through rest.
TEST(MachinePlan, FrictionHasBothSignsBesideReversals) {
  const Machine machine = make_table(kCircle, kRubbing);
  constexpr double kAccuracy = 1e-9;
  PathSurvey survey(machine, machine.paths.front(), {.accuracy = kAccuracy});
  const std::vector<double>& grid = survey.breaks();
  ASSERT_EQ(grid.size(), 5u);
  const std::vector<double> exact{0.5 * kPi, kPi, 1.5 * kPi};
  for (std::size_t i = 0; i < exact.size(); ++i) {
    SCOPED_TRACE(exact[i]);
    LimitsAt found, expected;
    PoseField(survey, 0.0).look({&grid[i + 1], 1}, {&found, 1});
    write_rubbing_circle({&exact[i], 1}, {&expected, 1});
    ASSERT_TRUE(found.after.has_value());
    for (const auto& [here, there] :
         {std::pair{&found.before, &expected.before}, {&*found.after, &*expected.after}}) {
      ASSERT_EQ(here->rows.size(), 2u);
      for (std::size_t k = 0; k < 2; ++k) {
        const LimitRow &row = here->rows[k], &other = there->rows[k];
        // For terms up to 2.
        EXPECT_NEAR(row.alpha, other.alpha, 4.0 * kAccuracy);
        EXPECT_NEAR(row.delta, other.delta, 4.0 * kAccuracy);
        EXPECT_NEAR(row.low - row.gamma, other.low - other.gamma, 1e-9) << k;
        EXPECT_NEAR(row.high - row.gamma, other.high - other.gamma, 1e-9) << k;
      }
    }
  }
}

// Forces by hand, within the limits right up to the jumps; the jumps are nodes.
TEST(MachinePlan, FrictionIsWithinLimitsOnBothSidesOfReversals) {
  const Machine machine = make_table(kCircle, kRubbing);
  const PathPlan plan = plan_first(machine);
  ASSERT_EQ(plan.status(), PlanStatus::optimal);
  std::vector<double> times = plan.trajectory.list_times(10);
  for (const double jump : {0.5 * kPi, kPi, 1.5 * kPi}) {
    const auto near = [jump](double p) { return std::abs(p - jump) < 1e-11; };
    const auto node = std::find_if(plan.plan.p.begin(), plan.plan.p.end(), near);
    ASSERT_NE(node, plan.plan.p.end()) << jump;
    const double t =
        plan.trajectory.arrives_at(static_cast<std::size_t>(node - plan.plan.p.begin()));
    for (const double beside : {1e-3, 1e-6, 1e-8}) {
      times.push_back(t - beside);
      times.push_back(t + beside);
    }
  }
  std::sort(times.begin(), times.end());
  const MotionRecord record =
      record_motion(machine, machine.paths.front(), plan.trajectory.at(times));
  EXPECT_LE(record.max_violation, 1e-6);
  for (const MotionSample& sample : record.samples) {
    const double p = sample.state.p;
    const double d1 = sample.state.d1, d2 = sample.state.d2;
    const double c = std::cos(p), s = std::sin(p);
    const double x = 2.0 * (-c * d1 * d1 - s * d2) + (s > 0.0 ? -0.2 : 0.2);
    const double y = -s * d1 * d1 + c * d2 + (c > 0.0 ? 0.1 : -0.1);
    EXPECT_LE(std::abs(sample.forces(0)), 2.0 * (1.0 + 1e-6)) << p;
    EXPECT_LE(std::abs(sample.forces(1)), 1.0 * (1.0 + 1e-6)) << p;
    // At the reversals, and at rest, the friction may have any value.
    if (d1 == 0.0) continue;
    EXPECT_NEAR(sample.forces(0), x, std::abs(s) > 1e-9 ? 1e-9 : 0.41) << p;
    EXPECT_NEAR(sample.forces(1), y, std::abs(c) > 1e-9 ? 1e-9 : 0.21) << p;
  }
}

// --- Limits that jump, without a machine ---------------------------------------------------------

// |d2| <= `before` up to p = 1/2, |d2| <= `after` beyond; d1 <= `cap` beyond.
LimitSource make_jump(double before, double after, double cap = 1e3) {
  return [=](std::span<const double> p, std::span<LimitsAt> limits) {
    const auto write = [&](bool is_after, LimitSystem& system) {
      const double most = is_after ? after : before, x = is_after ? cap * cap : 1e6;
      system.rows = {{0.0, 0.0, 0.0, 1.0, VectorXd(), -most, most},
                     {1.0, 0.0, 0.0, 0.0, VectorXd(), -x, x}};
    };
    for (std::size_t i = 0; i < p.size(); ++i) {
      write(p[i] > 0.5, limits[i].before);
      if (p[i] == 0.5) write(true, limits[i].after.emplace());
    }
  };
}

void expect_plan_time(const Plan& plan, double time) {
  ASSERT_EQ(plan.status, PlanStatus::optimal);
  EXPECT_LE(plan.time - plan.time_lower, 1e-6 * plan.time);
  EXPECT_GE(plan.time, time * (1.0 - 1e-12));
  EXPECT_LE(plan.time_lower, time * (1.0 + 1e-12));
}

// x = 2 p to 1 at 1/2, 1 + 8 (p - 1/2) up to where it meets 8 (1 - p): 5/2 at 11/16.
TEST(MachinePlan, LimitThatJumpsUpAndLimitThatJumpsDown) {
  const double top = std::sqrt(2.5), time = 1.0 + (top - 1.0) / 4.0 + top / 4.0;
  expect_plan_time(make_plan(make_jump(1.0, 4.0), {0.0, 0.5, 1.0}), time);
  expect_plan_time(make_plan(make_jump(4.0, 1.0), {0.0, 0.5, 1.0}), time);
}

// A cap of 1/2 beyond: it holds at the jump already.
TEST(MachinePlan, SpeedThatIsLimitedFromAJumpOn) {
  const double u = std::sqrt(0.5 * (1.0 + 0.25));
  const double time = 2.0 * u - 0.5 + (0.5 - 0.125) / 0.5 + 0.5;
  const Plan plan = make_plan(make_jump(1.0, 1.0, 0.5), {0.0, 0.5, 1.0});
  expect_plan_time(plan, time);
  const auto jump = std::find(plan.p.begin(), plan.p.end(), 0.5);
  ASSERT_NE(jump, plan.p.end());
  EXPECT_LE(plan.d1(static_cast<std::size_t>(jump - plan.p.begin())), 0.5 * (1.0 + 1e-9));
}

// --- The way back --------------------------------------------------------------------------------

std::string replace(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  if (at != std::string::npos) text.replace(at, from.size(), to);
  return text;
}

// Forces without friction are even in time.
TEST(MachinePlan, WayBackTakesAsLong) {
  const std::string folder = std::string(GLOBALDYN_SOURCE_DIR) + "/machines/arm_2r";
  const std::string text = read_text(folder + "/arm_2r.yaml");
  const Machine there = parse_machine(text, "there.yaml", folder);
  const Machine back = parse_machine(replace(text, "from: [0.3 m, 0.35 m], to: [0.7 m, 0.35 m]",
                                             "from: [0.7 m, 0.35 m], to: [0.3 m, 0.35 m]"),
                                     "back.yaml", folder);
  const PathPlan first = plan_path(there, find_path(there, "line"));
  const PathPlan second = plan_path(back, find_path(back, "line"));
  ASSERT_EQ(first.status(), PlanStatus::optimal);
  ASSERT_EQ(second.status(), PlanStatus::optimal);
  EXPECT_LE(first.time_lower(), second.time());
  EXPECT_LE(second.time_lower(), first.time());
  EXPECT_NEAR(first.time(), second.time(), 2e-6 * first.time());
}

// Twice the forces, loads and gravity, or half the masses and twice the gravity: everything is sqrt
// 2 times as fast.
TEST(MachinePlan, TimeGoesWithTheRootOfForces) {
  const std::string slide = R"(globaldyn: 1
name: slide
gravity: [0, 0, GRAVITY]
bodies:
  ground: {}
  table: {mass: MASS kg, inertia: {diag: [1, 1, 1]}}
joints:
  Z: {type: prismatic, a: {body: ground, axis: z}, b: {body: table, axis: z}}
drives:
  FZ: {joint: Z, limits: [-5, FORCE]}
tool: {body: table, at: [0, 0]}
paths:
  up: {position: {line: {from: [0, 0, 0], to: [0, 0, 1]}}, prescribe: [z]}
  down: {position: {line: {from: [0, 0, 1], to: [0, 0, 0]}}, prescribe: [z]}
)";
  const auto make = [&](const std::string& gravity, const std::string& mass,
                        const std::string& force) {
    return parse_machine(
        replace(replace(replace(slide, "GRAVITY", gravity), "MASS", mass), "FORCE", force),
        "test.yaml", ".");
  };
  // Up with (25 - 20) / 2, down with (-5 - 20) / 2 m/s²: v²/2 (1/2.5 + 1/12.5) = 1 m.
  const Machine machine = make("-10", "2", "25");
  const double time = std::sqrt(2.0 * (1.0 / 2.5 + 1.0 / 12.5));
  expect_time(plan_path(machine, find_path(machine, "up")), time);
  expect_time(plan_path(machine, find_path(machine, "down")), time);
  const Machine light = make("-20", "1", "25");
  expect_time(plan_path(light, find_path(light, "up")), time / std::sqrt(2.0));
}

// A design whose plan once got stuck above the minimum time with all limits kept: further halving,
// to 50 000 nodes, brought it no closer.
TEST(MachinePlan, ThatIsStuckBeginsAnew) {
  const Machine machine = load("sliding_star", {{"side", "1.5332418259159288 m"},
                                                {"leg", "0.7563864273078931 m"},
                                                {"corner", "0.24234172238043783 m"},
                                                {"slider_mass", "6.58513293896149 kg"},
                                                {"leg_mass", "1.7775081041735488 kg"},
                                                {"force", "1052.4319053507575 N"}});
  PathPlanOptions options;
  options.tolerance = 1e-3;
  const PathPlan plan = plan_path(machine, find_path(machine, "circle_b"), options);
  EXPECT_EQ(plan.status(), PlanStatus::optimal);
  EXPECT_LT(plan.plan.p.size(), 2000u);
  options.tolerance = 1e-5;
  const PathPlan fine = plan_path(machine, find_path(machine, "circle_b"), options);
  EXPECT_EQ(fine.status(), PlanStatus::optimal);
  // Both bracket the minimum time.
  EXPECT_LE(plan.plan.time_lower, fine.time() * (1.0 + 1e-5));
  EXPECT_GE(plan.time(), fine.plan.time_lower * (1.0 - 1e-5));
}

}  // namespace
}  // namespace globaldyn::inside::test
