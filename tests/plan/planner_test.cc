// Minimum times. Oracles: closed forms, published times, an independent program
// (tests/data/reference/README.md), and what must follow when a problem is stated otherwise.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <numbers>

#include "globaldyn/motion/plan_path.h"
#include "tests/support/machines.h"
#include "tests/support/region_plan.h"

namespace globaldyn::inside::test {
namespace {

constexpr double kTurn = 2.0 * std::numbers::pi;

LimitRow make_row(double alpha, double beta, double gamma, double delta, double low, double high) {
  return {alpha, beta, gamma, delta, VectorXd(), low, high};
}

template <class WriteRows>
LimitSource make_source(const WriteRows& write) {
  return [write](std::span<const double> p, std::span<LimitsAt> limits) {
    for (std::size_t i = 0; i < p.size(); ++i) write(p[i], limits[i].before.rows);
  };
}

// q = (cos s, sin s), |q''| <= 1 in both, over p = scale s.
LimitSource make_pair_on_circle(double scale = 1.0) {
  return make_source([scale](double p, std::vector<LimitRow>& rows) {
    const double s = p / scale, a = 1.0 / (scale * scale), d = 1.0 / scale;
    rows = {make_row(-a * std::cos(s), 0, 0, -d * std::sin(s), -1, 1),
            make_row(-a * std::sin(s), 0, 0, d * std::cos(s), -1, 1)};
  });
}

constexpr double kTimeOfPair = 7.1431052928526;

void expect_bounds(const Plan& plan, double time, double tolerance) {
  ASSERT_EQ(plan.status, PlanStatus::optimal);
  EXPECT_LE(plan.time - plan.time_lower, tolerance * plan.time);
  // The time stated has an error of its own.
  constexpr double kStated = 1e-12;
  EXPECT_GE(plan.time, time * (1.0 - kStated));
  EXPECT_LE(plan.time_lower, time * (1.0 + kStated));
}

// Passes through zero-inertia points of both drives.
TEST(Planner, PairOnACircleHasTheTimeOfTheClosedForm) {
  for (const double tolerance : {1e-2, 1e-4, 1e-6, 1e-9}) {
    SCOPED_TRACE(tolerance);
    const Plan plan = make_plan(make_pair_on_circle(), {0.0, kTurn}, {.tolerance = tolerance});
    expect_bounds(plan, kTimeOfPair, tolerance);
  }
}

TEST(Planner, TimeDoesNotDependOnTheScaleOfP) {
  for (const double scale : {1e-3, 1e3}) {
    const Plan plan = make_plan(make_pair_on_circle(scale), {0.0, scale * kTurn});
    const Plan same = make_plan(make_pair_on_circle(), {0.0, kTurn});
    ASSERT_EQ(plan.status, PlanStatus::optimal);
    EXPECT_NEAR(plan.time, same.time, 1e-9 * same.time) << scale;
    EXPECT_NEAR(plan.time_lower, same.time_lower, 1e-9 * same.time) << scale;
  }
}

// One drive, |q''| <= 1, a unit distance: two parabolas; less from and to a speed.
TEST(Planner, OneDriveHasTheTimeOfTwoParabolas) {
  const LimitSource source = make_source(
      [](double, std::vector<LimitRow>& rows) { rows = {make_row(0, 0, 0, 1, -1, 1)}; });
  expect_bounds(make_plan(source, {0.0, 1.0}), 2.0, 1e-6);
  // From d1 = 1 to rest: up to v² = 1.5 over a quarter of the distance.
  const double v = std::sqrt(1.5);
  expect_bounds(make_plan(source, {0.0, 1.0}, {.start = {1.0, 1.0}}), v - 1.0 + v, 1e-6);
  // Limited to half: sqrt 2 times as long.
  expect_bounds(make_plan(source, {0.0, 1.0}, {.reserve = 0.5}), 2.0 * std::sqrt(2.0), 1e-6);
}

// A speed limit: up in 1/2, 3/4 of the distance at d1 = 1/2, and down.
TEST(Planner, SpeedLimitIsKeptAllAlong) {
  const LimitSource source = make_source([](double, std::vector<LimitRow>& rows) {
    rows = {make_row(0, 0, 0, 1, -1, 1), make_row(1, 0, 0, 0, -0.25, 0.25)};
  });
  expect_bounds(make_plan(source, {0.0, 1.0}), 0.5 + 1.5 + 0.5, 1e-6);
}

// Viscous friction: v' = 1 - v forwards, v' = -1 - v backwards; the switch by bisection.
TEST(Planner, ViscousFrictionHasTheTimeOfExponentials) {
  const LimitSource source = make_source(
      [](double, std::vector<LimitRow>& rows) { rows = {make_row(0, 1, 0, 1, -1, 1)}; });
  // From rest to v: distance -v - ln(1 - v), time -ln(1 - v); to rest: v - ln(1 + v), ln(1 + v).
  double low = 0.0, high = 1.0;
  for (int i = 0; i < 200; ++i) {
    const double v = 0.5 * (low + high);
    (-std::log(1.0 - v) - std::log(1.0 + v) < 1.0 ? low : high) = v;
  }
  expect_bounds(make_plan(source, {0.0, 1.0}), -std::log(1.0 - low) + std::log(1.0 + low), 1e-6);
}

// A limit that drops to a half in the middle, whether the planner is told where or not.
TEST(Planner, JumpOfALimitIsFound) {
  const double at = 0.4321;
  const LimitSource source = make_source([at](double p, std::vector<LimitRow>& rows) {
    const double most = p < at ? 1.0 : 0.5;
    rows = {make_row(0, 0, 0, 1, -most, most)};
  });
  // Up with 1 to x = d1² at `at`, up with 1/2 beyond or down with 1/2: the switch is beyond if 2 at
  // < 1 - at, otherwise before.
  const double x_down = 1.0 - at;                     // from which 1/2 brings it to rest
  const double p_switch = 0.5 * (at + 0.5 * x_down);  // 2 p = x_down + 2 (at - p)
  const double top = std::sqrt(2.0 * p_switch), last = std::sqrt(x_down);
  const double time = top + (top - last) + 2.0 * last;
  ASSERT_LT(p_switch, at);
  expect_bounds(make_plan(source, {0.0, 1.0}), time, 1e-6);
}

// Uniform rods l = m = 1 in a vertical plane, torques within ±(45, 14), along a straight line.
LimitSource make_two_rods(bool backwards = false) {
  return make_source([backwards](double p, std::vector<LimitRow>& rows) {
    const double g = 9.81, s = backwards ? 1.0 - p : p, sign = backwards ? -1.0 : 1.0;
    const Eigen::Vector2d from(1.5, -0.6), way(-1.9, 1.9);
    const Eigen::Vector2d r = from + s * way, first = sign * way;
    const double c2 = 0.5 * r.squaredNorm() - 1.0, q2 = std::acos(c2), s2 = std::sin(q2);
    const double q1 = std::atan2(r.y(), r.x()) - std::atan2(s2, 1.0 + c2);
    const double q12 = q1 + q2;
    Eigen::Matrix2d J;
    J << -std::sin(q1) - std::sin(q12), -std::sin(q12), std::cos(q1) + std::cos(q12), std::cos(q12);
    const Eigen::Vector2d dq = J.inverse() * first;
    const double w1 = dq(0), w2 = dq(0) + dq(1);
    const Eigen::Vector2d centripetal(-w1 * w1 * std::cos(q1) - w2 * w2 * std::cos(q12),
                                      -w1 * w1 * std::sin(q1) - w2 * w2 * std::sin(q12));
    const Eigen::Vector2d ddq = J.inverse() * (-centripetal);
    Eigen::Matrix2d M;
    M << 5.0 / 3.0 + std::cos(q2), 1.0 / 3.0 + 0.5 * std::cos(q2), 1.0 / 3.0 + 0.5 * std::cos(q2),
        1.0 / 3.0;
    const Eigen::Vector2d coriolis(-0.5 * std::sin(q2) * dq(1) * (2.0 * dq(0) + dq(1)),
                                   0.5 * std::sin(q2) * dq(0) * dq(0));
    const Eigen::Vector2d gravity(g * (1.5 * std::cos(q1) + 0.5 * std::cos(q12)),
                                  0.5 * g * std::cos(q12));
    const Eigen::Vector2d alpha = M * ddq + coriolis, delta = M * dq;
    rows = {make_row(alpha(0), 0, gravity(0), delta(0), -45, 45),
            make_row(alpha(1), 0, gravity(1), delta(1), -14, 14)};
  });
}

TEST(Planner, TwoRodsTakeTheirKnownTime) {
  const Plan plan = make_plan(make_two_rods(), {0.0, 1.0}, {.tolerance = 1e-8});
  ASSERT_EQ(plan.status, PlanStatus::optimal);
  EXPECT_NEAR(plan.time, 0.621214727, 1e-7 * plan.time);
  EXPECT_NEAR(plan.time_lower, 0.621214727, 1e-7 * plan.time);
}

// Without friction the path back takes as long: forces are even in time.
TEST(Planner, WayBackTakesAsLong) {
  const Plan there = make_plan(make_two_rods(), {0.0, 1.0});
  const Plan back = make_plan(make_two_rods(true), {0.0, 1.0});
  ASSERT_EQ(back.status, PlanStatus::optimal);
  EXPECT_NEAR(there.time, back.time, 1e-6 * there.time);
}

// The largest excess over a limit of a plan evaluated ten times as finely, relative to the limit.
double find_violation(const Plan& plan, const LimitSource& source) {
  double worst = 0.0;
  for (std::size_t i = 0; i < plan.segments.size(); ++i) {
    const SegmentMotion& segment = plan.segments[i];
    for (int k = 0; k <= 10; ++k) {
      const double s = segment.length * k / 10.0, p = plan.p[i] + s;
      LimitsAt limits;
      source({&p, 1}, {&limits, 1});
      const double x = std::max(0.0, segment.x_at(s));
      for (const LimitRow& row : limits.before.rows) {
        const double n =
            row.alpha * x + row.beta * std::sqrt(x) + row.gamma + row.delta * segment.d2_at(s);
        worst = std::max({worst, (n - row.high) / row.high, (row.low - n) / -row.low});
      }
    }
  }
  return worst;
}

TEST(Planner, LimitsAreKeptBetweenGridPoints) {
  for (const double tolerance : {1e-2, 1e-4, 1e-6}) {
    const LimitSource circle = make_pair_on_circle(), rods = make_two_rods();
    EXPECT_LE(find_violation(make_plan(circle, {0.0, kTurn}, {.tolerance = tolerance}), circle),
              1e-6);
    EXPECT_LE(find_violation(make_plan(rods, {0.0, 1.0}, {.tolerance = tolerance}), rods), 1e-6);
  }
}

// A load that pushes back between 0.6 and 0.7.
LimitSource make_gust(double load) {
  return make_source([load](double p, std::vector<LimitRow>& rows) {
    rows = {make_row(0, 0, p > 0.6 && p < 0.7 ? load : 0.0, 1, -1, 1)};
  });
}

// d1 = 0 is not accessible there: it has to be crossed in motion, d2 between -3 and -1.
TEST(Planner, LoadThatCannotBeHeldIsCrossedInMotion) {
  const double fast = std::sqrt(1.2), slow = std::sqrt(0.6);
  expect_bounds(make_plan(make_gust(2.0), {0.0, 1.0}), fast + (fast - slow) / 3.0 + slow, 1e-6);
}

// d2 between -9 and -7: x = 1.2 at 0.6 is used up after 1.2 / 14.
TEST(Planner, SaysHowFarThereIsAWay) {
  const Plan plan = make_plan(make_gust(8.0), {0.0, 1.0});
  EXPECT_EQ(plan.status, PlanStatus::infeasible);
  ASSERT_TRUE(plan.obstacle.has_value());
  EXPECT_NEAR(plan.obstacle->p, 0.6 + 1.2 / 14.0, 1e-5);
}

TEST(Planner, NoMotionWithoutAccess) {
  const Plan plan = make_plan(make_source([](double, std::vector<LimitRow>& rows) {
                                rows = {make_row(0, 0, 2, 0, -1, 1)};
                              }),
                              {0.0, 1.0});
  EXPECT_EQ(plan.status, PlanStatus::infeasible);
  EXPECT_EQ(plan.obstacle->p, 0.0);
}

// |d2 + x - 0.5| <= 4 |p - 0.5|, as it is, or as seen by a drive that loses control of the motion
// at p = 0.5: divided by p - 0.5, with an equality instead at that point (a parallel singularity).
LimitSource make_singular(bool is_divided) {
  return [is_divided](std::span<const double> p, std::span<LimitsAt> limits) {
    for (std::size_t i = 0; i < p.size(); ++i) {
      const double e = p[i] - 0.5;
      LimitSystem& system = limits[i].before;
      system.rows = {make_row(0, 0, 0, 1, -1, 1)};
      if (!is_divided) {
        system.rows.push_back(make_row(1, 0, -0.5, 1, -4 * std::abs(e), 4 * std::abs(e)));
      } else if (e != 0.0) {
        system.rows.push_back(make_row(1 / e, 0, -0.5 / e, 1 / e, -4, 4));
      } else {
        system.equalities = {{1, 0, -0.5, 1}};
      }
    }
  };
}

TEST(Planner, ParallelSingularityIsCrossedAlongItsEquality) {
  const Plan plan = make_plan(make_singular(true), {0.0, 1.0});
  const Plan same = make_plan(make_singular(false), {0.0, 1.0});
  ASSERT_EQ(plan.status, PlanStatus::optimal);
  ASSERT_EQ(same.status, PlanStatus::optimal);
  EXPECT_LE(plan.time_lower, same.time);
  EXPECT_LE(same.time_lower, plan.time);
  // At the singularity there is one d2 for each d1.
  for (std::size_t i = 0; i < plan.segments.size(); ++i) {
    if (plan.p[i] != 0.5) continue;
    const SegmentMotion& segment = plan.segments[i];
    EXPECT_NEAR(segment.d2_begin, 0.5 - segment.x_begin, 1e-9);
  }
}

// A wheel under a torque and viscous friction on a closed path: d1 has no limit of its own, but
// friction uses up all of the torque at d1 = 2.
TEST(Planner, FrictionLimitsAClosedPath) {
  const LimitSource source = make_source(
      [](double, std::vector<LimitRow>& rows) { rows = {make_row(0, 0.5, 0, 0.1, -1, 1)}; });
  expect_bounds(make_plan(source, {0.0, kTurn}, {.tolerance = 1e-6, .closed = true}), kTurn / 2.0,
                1e-6);
  // Without friction nothing limits it.
  const LimitSource free = make_source(
      [](double, std::vector<LimitRow>& rows) { rows = {make_row(0, 0, 0, 0.1, -1, 1)}; });
  EXPECT_THROW((void)make_plan(free, {0.0, kTurn}, {.closed = true}), Error);
}

struct ReferenceCase {
  const char* data;
  const char* machine;
  const char* path;
};

class ReferencePlans : public testing::TestWithParam<ReferenceCase> {};
INSTANTIATE_TEST_SUITE_P(All, ReferencePlans,
                         testing::Values(ReferenceCase{"star_a", "sliding_star", "circle_a"},
                                         ReferenceCase{"rrr3_circle", "rrr3", "circle"},
                                         ReferenceCase{"puma_circle", "puma560", "circle"},
                                         ReferenceCase{"crank_turn", "slider_crank", "turn"}),
                         [](const auto& test) { return std::string(test.param.data); });

TEST_P(ReferencePlans, TimesAreTheReferences) {
  const std::string root = GLOBALDYN_SOURCE_DIR;
  std::ifstream stream(root + "/tests/data/reference/" + GetParam().data + ".json");
  const auto times = nlohmann::json::parse(stream)["times"];
  const Machine machine = load(GetParam().machine);
  const EndSpeed free{EndSpeed::Kind::free, 0.0}, rest;
  for (const Path& path : machine.paths) {
    if (path.name != GetParam().path) continue;
    for (const auto& [ends, start, end] : {std::tuple{"rest_to_rest", rest, rest},
                                           {"rest_to_free", rest, free},
                                           {"free_to_free", free, free}}) {
      if (!times[ends]["feasible"].get<bool>() || times[ends]["time"].is_null()) continue;
      SCOPED_TRACE(ends);
      const double time = times[ends]["time"], error = times[ends]["error"];
      const PathPlan result = plan_path(machine, path, {.start = start, .end = end});
      ASSERT_EQ(result.status(), PlanStatus::optimal);
      EXPECT_LE(result.plan.time_lower, time + error);
      EXPECT_GE(result.plan.time, time - error);
    }
  }
}

}  // namespace
}  // namespace globaldyn::inside::test
