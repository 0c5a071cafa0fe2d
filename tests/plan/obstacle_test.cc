// Why no motion gets from start to end. Oracles: closed forms for slides with constant force, and
// that supplying what is said to be missing, and no less, makes a motion possible.
#include "globaldyn/plan/obstacle.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <sstream>

#include "globaldyn/motion/plan_path.h"
#include "tests/support/region_plan.h"

namespace globaldyn::inside::test {
namespace {

// Places are found to 1e-7 of the path, speeds to 1e-6 of the largest; at most a thousandth is
// added to what is missing.
constexpr double kPlace = 2e-7, kSpeed = 1e-5, kMissing = 1e-3;

// 1 kg under 10 N of weight; `drives` on the slide Z.
Machine make_weak_slide(const std::string& drives, const std::string& paths = "") {
  return parse_machine(
      R"(globaldyn: 1
name: weak_slide
gravity: [0, 0, -10]
bodies:
  ground: {}
  table: {mass: 1 kg, inertia: {diag: [1, 1, 1]}}
joints:
  Z: {type: prismatic, a: {body: ground, axis: z}, b: {body: table, axis: z}}
tool: {body: table, at: [0, 0]}
drives:
)" + drives +
          "paths:\n  up: {position: {line: {from: [0, 0, 0], to: [0, 0, 1]}}, prescribe: [z]}\n" +
          paths,
      "test.yaml", ".");
}

constexpr EndSpeed kOneMetre{EndSpeed::Kind::tool, 1.0};

Obstacle plan_obstacle(const Machine& machine, const PathPlanOptions& options = {},
                       const std::string& path = "up") {
  const PathPlan plan = plan_path(machine, find_path(machine, path), options);
  EXPECT_EQ(plan.status(), PlanStatus::infeasible);
  EXPECT_FALSE(plan.has_motion());
  EXPECT_FALSE(plan.reason.empty());
  EXPECT_TRUE(plan.plan.obstacle.has_value());
  return plan.plan.obstacle.value_or(Obstacle{});
}

// What is said to be missing is enough, and a thousandth less is not.
void expect_missing(const MissingLimit& limit, double missing) {
  EXPECT_GE(limit.missing, missing) << limit.limit.name;
  EXPECT_LT((1.0 - kMissing) * limit.missing, missing) << limit.limit.name;
}

// 8 N against 10: at least 2 m/s² slower all the time, x = d1² = 1 - 4 p.
TEST(Obstacle, WeakSlideComesToRestOnItsWayUp) {
  const Obstacle obstacle =
      plan_obstacle(make_weak_slide("  FZ: {joint: Z, limits: [-20, 8]}\n"), {.start = kOneMetre});
  EXPECT_NEAR(obstacle.p, 0.25, kPlace);
  ASSERT_FALSE(obstacle.reached.empty());
  // The motion is nearly at rest there: its x is 4 times the distance before 1 / 4.
  EXPECT_LE(obstacle.reached.back().high, std::sqrt(4.0 * kPlace));
  // From there on between 4 and 60 times the distance left, exactly at the place of the motion.
  ASSERT_EQ(obstacle.needed.size(), 1u);
  EXPECT_NEAR(obstacle.needed[0].low, std::sqrt(3.0), kSpeed);
  EXPECT_NEAR(obstacle.needed[0].high, std::sqrt(45.0), kSpeed);
  // With 60 times the distance left the end can be reached from the very start.
  ASSERT_TRUE(obstacle.rest_from.has_value());
  EXPECT_EQ(*obstacle.rest_from, 0.0);
  EXPECT_NEAR(obstacle.rest_d1, std::sqrt(60.0), kSpeed);
  // 1 + 2 (missing - 2) >= 0.
  ASSERT_EQ(obstacle.limits.size(), 1u);
  EXPECT_EQ(obstacle.limits[0].limit, (ActiveLimit{"FZ", "max"}));
  expect_missing(obstacle.limits[0], 1.5);
  EXPECT_TRUE(obstacle.limits[0].alone);
}

TEST(Obstacle, WeakSlideDoesNotRiseFromRest) {
  const Machine machine = make_weak_slide("  FZ: {joint: Z, limits: [-20, 8]}\n");
  const Obstacle obstacle = plan_obstacle(machine);
  EXPECT_EQ(obstacle.p, 0.0);
  ASSERT_EQ(obstacle.reached.size(), 1u);
  EXPECT_EQ(obstacle.reached[0].high, 0.0);
  ASSERT_EQ(obstacle.limits.size(), 1u);
  EXPECT_EQ(obstacle.limits[0].limit, (ActiveLimit{"FZ", "max"}));
  expect_missing(obstacle.limits[0], 2.0);
}

// A reserve of 10 % takes 10 % of half the range, 1.4 N, from either end, and from what is added.
TEST(Obstacle, ReserveCountsAsMissing) {
  const Machine machine = make_weak_slide("  FZ: {joint: Z, limits: [-20, 8]}\n");
  const Obstacle obstacle = plan_obstacle(machine, {.reserve = 0.1});
  ASSERT_EQ(obstacle.limits.size(), 1u);
  expect_missing(obstacle.limits[0], 3.4 / 0.95);
}

// Downwards it is too fast at the end: 8 N do not even hold it, wherever it starts.
TEST(Obstacle, WeakSlideDoesNotComeToRestOnItsWayDown) {
  const Machine machine = make_weak_slide(
      "  FZ: {joint: Z, limits: [-20, 8]}\n",
      "  down: {position: {line: {from: [0, 0, 0], to: [0, 0, -1]}}, prescribe: [z]}\n");
  const Obstacle obstacle = plan_obstacle(machine, {}, "down");
  EXPECT_EQ(obstacle.p, 1.0);
  ASSERT_EQ(obstacle.reached.size(), 1u);
  EXPECT_NEAR(obstacle.reached[0].low, 2.0, kSpeed);  // braked all the way
  EXPECT_NEAR(obstacle.reached[0].high, std::sqrt(60.0), kSpeed);
  EXPECT_FALSE(obstacle.rest_from.has_value());
  ASSERT_EQ(obstacle.needed.size(), 1u);
  EXPECT_EQ(obstacle.needed[0], (Interval{0.0, 0.0}));
  ASSERT_EQ(obstacle.limits.size(), 1u);
  EXPECT_EQ(obstacle.limits[0].limit, (ActiveLimit{"FZ", "max"}));
  expect_missing(obstacle.limits[0], 2.0);
}

// Either could supply what is missing; for the one with the larger range it is a smaller share.
TEST(Obstacle, EitherOfTwoDrivesInParallelWouldDo) {
  const Machine machine = make_weak_slide(
      "  FA: {joint: Z, limits: [-20, 3]}\n"
      "  FB: {joint: Z, limits: [-30, 5]}\n");
  const Obstacle obstacle = plan_obstacle(machine, {.start = kOneMetre});
  EXPECT_NEAR(obstacle.p, 0.25, kPlace);
  ASSERT_EQ(obstacle.limits.size(), 2u);
  EXPECT_EQ(obstacle.limits[0].limit, (ActiveLimit{"FB", "max"}));
  EXPECT_EQ(obstacle.limits[1].limit, (ActiveLimit{"FA", "max"}));
  for (const MissingLimit& limit : obstacle.limits) {
    EXPECT_TRUE(limit.alone);
    expect_missing(limit, 1.5);
  }
}

// 1 kg at 1 m on a light rod, lifted from hanging to standing by a motor of `moment`: as far as
// M p >= m g l (1 - cos p), and all the way with M >= m g l max (1 - cos p) / p.
PathPlan plan_pendulum(const std::string& moment) {
  const Machine machine = parse_machine(R"(globaldyn: 1
name: pendulum
gravity: [0, -10, 0]
bodies:
  rod: {mass: 1 kg, com: [1, 0], inertia: {diag: [0.1, 0.1, 0.1]}}
joints:
  A: {type: revolute, a: ground, b: rod}
drives:
  M: {joint: A, limits: )" + moment + R"(}
paths:
  up: {joints: {A: p - pi / 2}, p_max: 3.14159265358979}
)",
                                        "test.yaml", ".");
  return plan_path(machine, machine.paths.front());
}

// Where f, which is below 0 at `low` and above at `high`, vanishes.
template <class F>
double find_zero(double low, double high, const F& f) {
  for (int k = 0; k < 100; ++k) {
    const double middle = 0.5 * (low + high);
    (f(middle) < 0.0 ? low : high) = middle;
  }
  return low;
}

TEST(Obstacle, WeakPendulumStopsWhereItsWorkIsSpent) {
  const PathPlan plan = plan_pendulum("6 N m");
  ASSERT_EQ(plan.status(), PlanStatus::infeasible);
  ASSERT_TRUE(plan.plan.obstacle.has_value());
  const Obstacle& obstacle = *plan.plan.obstacle;
  const double reach =
      find_zero(0.5, 2.0, [](double p) { return 10.0 * (1.0 - std::cos(p)) - 6.0 * p; });
  EXPECT_NEAR(obstacle.p, reach, 4.0 * kPlace);
  // The steepest of (1 - cos p) / p, where sin p = (1 - cos p) / p.
  const double steepest =
      find_zero(1.0, 3.0, [](double p) { return (1.0 - std::cos(p)) / p - std::sin(p); });
  const double missing = 10.0 * std::sin(steepest) - 6.0;
  ASSERT_EQ(obstacle.limits.size(), 1u);
  EXPECT_EQ(obstacle.limits[0].limit, (ActiveLimit{"M", "max"}));
  expect_missing(obstacle.limits[0], missing);
  // The printed value is enough for a plan, a thousandth less is not.
  const double printed = std::stod(print_missing(obstacle.limits[0].missing));
  EXPECT_EQ(plan_pendulum(fmt::format("[-6, {}]", 6.0 + printed)).status(), PlanStatus::optimal);
  EXPECT_EQ(plan_pendulum(fmt::format("[-6, {}]", 6.0 + 0.999 * printed)).status(),
            PlanStatus::infeasible);
}

TEST(Obstacle, InShortIsAPlaceOnly) {
  const Machine machine = make_weak_slide("  FZ: {joint: Z, limits: [-20, 8]}\n");
  const PathPlan plan =
      plan_path(machine, machine.paths.front(), {.start = kOneMetre, .explain = false});
  ASSERT_TRUE(plan.plan.obstacle.has_value());
  EXPECT_NEAR(plan.plan.obstacle->p, 0.25, 1e-5);
  EXPECT_TRUE(plan.plan.obstacle->limits.empty());
  EXPECT_EQ(plan.reason,
            "no motion gets beyond p = " + fmt::format("{:.6g}", plan.plan.obstacle->p));
}

TEST(Obstacle, WhatIsMissingIsPrintedRoundedUp) {
  EXPECT_EQ(print_missing(1.50001), "1.5001");
  EXPECT_EQ(print_missing(1.5), "1.5");
  EXPECT_EQ(print_missing(0.0123456), "0.012346");
  EXPECT_EQ(print_missing(99999.1), "1e+05");
  EXPECT_EQ(print_missing(0.0), "0");
}

// Half of the motion's start speed is allowed: x = 1 against 1/4.
TEST(Obstacle, SpeedLimitInTheWay) {
  const Machine machine = make_weak_slide(
      "  FZ: {joint: Z, limits: [-20, 20]}\n",
      "  slow: {position: {line: {from: [0, 0, 0], to: [0, 0, 1]}}, prescribe: [z], "
      "speed_limit: 0.5 m/s}\n");
  const Obstacle obstacle = plan_obstacle(machine, {.start = kOneMetre}, "slow");
  EXPECT_EQ(obstacle.p, 0.0);
  EXPECT_TRUE(obstacle.reached.empty());
  ASSERT_EQ(obstacle.limits.size(), 1u);
  EXPECT_EQ(obstacle.limits[0].limit, (ActiveLimit{"tool", "speed"}));
  expect_missing(obstacle.limits[0], 0.5);  // m/s, whatever the row has
}

// The weight pulls along y and z; FY moves 2 kg, FZ 1 kg, and each is too weak by itself.
Machine make_leaning_table(double fy, double fz) {
  std::ostringstream text;
  text << R"(globaldyn: 1
name: leaning_table
gravity: [0, -10, -10]
bodies:
  ground: {}
  carriage: {mass: 1 kg, inertia: {diag: [1, 1, 1]}}
  table: {mass: 1 kg, inertia: {diag: [1, 1, 1]}}
joints:
  Y: {type: prismatic, a: {body: ground, axis: y}, b: {body: carriage, axis: y}}
  Z: {type: prismatic, a: {body: carriage, axis: z}, b: {body: table, axis: z}}
tool: {body: table, at: [0, 0]}
drives:
)"
       << "  FY: {joint: Y, limits: [-40, " << fy << "]}\n  FZ: {joint: Z, limits: [-20, " << fz
       << "]}\n"
       << R"(paths:
  up: {position: {line: {from: [0, 0, 0], to: [0, 1, 1]}}, prescribe: [y, z]}
)";
  return parse_machine(text.str(), "test.yaml", ".");
}

TEST(Obstacle, NoLimitAloneWouldDo) {
  // FY lacks 4 of 28 N (half its range), FZ 4 of 13: all widened by 4/13 of that.
  const Obstacle obstacle = plan_obstacle(make_leaning_table(16.0, 6.0));
  EXPECT_EQ(obstacle.p, 0.0);
  ASSERT_EQ(obstacle.limits.size(), 2u);
  for (const MissingLimit& limit : obstacle.limits) {
    EXPECT_FALSE(limit.alone);
    EXPECT_EQ(limit.limit.limit, "max");
    EXPECT_NEAR(limit.missing, limit.limit.name == "FY" ? 28.0 * 4.0 / 13.0 : 4.0,
                kMissing * limit.missing);
  }
  EXPECT_NE(obstacle.limits[0].limit.name, obstacle.limits[1].limit.name);
}

TEST(Obstacle, BothAxesAreNeeded) {
  // FY lacks 4 of 28 N, FZ 2 of 14: the same share.
  const Obstacle obstacle = plan_obstacle(make_leaning_table(16.0, 8.0));
  ASSERT_EQ(obstacle.limits.size(), 2u);
  for (const MissingLimit& limit : obstacle.limits) {
    EXPECT_FALSE(limit.alone);
    EXPECT_EQ(limit.limit.limit, "max");
    EXPECT_NEAR(limit.missing, limit.limit.name == "FY" ? 4.0 : 2.0, kMissing * limit.missing);
  }
  EXPECT_NE(obstacle.limits[0].limit.name, obstacle.limits[1].limit.name);
  const auto status = [](double fy, double fz) {
    const Machine machine = make_leaning_table(fy, fz);
    return plan_path(machine, machine.paths.front(), {.tolerance = 1e-3}).status();
  };
  EXPECT_EQ(status(20.01, 10.01), PlanStatus::optimal);
  EXPECT_EQ(status(16.0, 10.01), PlanStatus::infeasible);
  EXPECT_EQ(status(20.01, 8.0), PlanStatus::infeasible);
}

TEST(Obstacle, OneOfTwoAxesIsTooWeak) {
  const Obstacle obstacle = plan_obstacle(make_leaning_table(16.0, 15.0));
  ASSERT_EQ(obstacle.limits.size(), 1u);
  EXPECT_EQ(obstacle.limits[0].limit, (ActiveLimit{"FY", "max"}));
  expect_missing(obstacle.limits[0], 4.0);
  EXPECT_TRUE(obstacle.limits[0].alone);
}

// --- Random systems ------------------------------------------------------------------------------

// Axes that move by sums of sines under loads that come and go, too heavy somewhere.
class RandomLoads {
 public:
  explicit RandomLoads(std::uint64_t seed) : random_(seed) {
    count_ = 1 + static_cast<Eigen::Index>(seed % 3);
    const auto draw = [&](double low, double high) {
      return VectorXd::NullaryExpr(count_,
                                   [&, low, high] {
                                     return std::uniform_real_distribution<double>(low,
                                                                                   high)(random_);
                                   })
          .eval();
    };
    rate_ = draw(1.0, 3.0), phase_ = draw(-3.0, 3.0), base_ = draw(0.2, 1.0);
    load_ = draw(-0.6, 0.6), load_phase_ = draw(-3.0, 3.0), load_rate_ = draw(1.0, 8.0);
    place_ = draw(0.2, 0.8), gust_ = draw(-2.5, 2.5);
  }

  // `row` widened by `wider` on one side.
  [[nodiscard]] LimitSource make_source(int row = -1, LimitSide side = LimitSide::max,
                                        double wider = 0.0) const {
    return [this, row, side, wider](std::span<const double> p, std::span<LimitsAt> limits) {
      for (std::size_t i = 0; i < p.size(); ++i) {
        auto& rows = limits[i].before.rows;
        rows.clear();
        for (Eigen::Index k = 0; k < count_; ++k) rows.push_back(make_row(k, p[i]));
        if (row < 0) continue;
        LimitRow& changed = rows[static_cast<std::size_t>(row)];
        (side == LimitSide::min ? changed.low : changed.high) +=
            side == LimitSide::min ? -wider : wider;
      }
    };
  }

 private:
  // q' = base + cos(rate p + phase), a gust about `place`.
  [[nodiscard]] LimitRow make_row(Eigen::Index k, double p) const {
    const double first = base_(k) + std::cos(rate_(k) * p + phase_(k));
    const double second = -rate_(k) * std::sin(rate_(k) * p + phase_(k));
    const double away = (p - place_(k)) / 0.1;
    const double load =
        load_(k) * std::sin(load_rate_(k) * p + load_phase_(k)) + gust_(k) * std::exp(-away * away);
    return {second, 0.0, load, first, VectorXd(), -1.0, 1.0};
  }

  std::mt19937_64 random_;
  Eigen::Index count_{0};
  VectorXd rate_, phase_, base_, load_, load_phase_, load_rate_, place_, gust_;
};

// "row 3" is row 2.
int find_row(const std::string& name) {
  return std::stoi(name.substr(4)) - 1;
}

TEST(Obstacle, WhatIsMissingIsJustEnough) {
  const RegionRequest options{.tolerance = 1e-3};
  // The grid on which there is no way is coarse: 1 / 256 of the path between stations, where the
  // gusts, 2.5 high and 0.1 wide, change by 1 %.
  constexpr double kMore = 1.015, kLess = 0.985;
  int infeasible = 0, mended = 0, alone = 0;
  for (std::uint64_t seed = 1; seed <= 24; ++seed) {
    SCOPED_TRACE(seed);
    const RandomLoads system(seed);
    const Plan plan = make_plan(system.make_source(), {0.0, 1.0}, options);
    if (plan.status != PlanStatus::infeasible) continue;
    ++infeasible;
    ASSERT_TRUE(plan.obstacle.has_value());
    if (!plan.obstacle->limits.empty() && plan.obstacle->limits[0].alone) ++alone;
    for (const MissingLimit& limit : plan.obstacle->limits) {
      if (!limit.alone) continue;
      SCOPED_TRACE(limit.limit.name + " " + limit.limit.limit);
      const LimitSide side = limit.limit.limit == "min" ? LimitSide::min : LimitSide::max;
      const int row = find_row(limit.limit.name);
      ++mended;
      const Plan more =
          make_plan(system.make_source(row, side, kMore * limit.missing), {0.0, 1.0}, options);
      EXPECT_NE(more.status, PlanStatus::infeasible) << limit.missing;
      const Plan less =
          make_plan(system.make_source(row, side, kLess * limit.missing), {0.0, 1.0}, options);
      EXPECT_EQ(less.status, PlanStatus::infeasible) << limit.missing;
    }
  }
  EXPECT_GE(infeasible, 10);
  EXPECT_GE(mended, 10);
  EXPECT_GE(alone, 5);
}

}  // namespace
}  // namespace globaldyn::inside::test
