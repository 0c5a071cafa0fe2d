// Plans of tables: closed forms, a fine grid of another kind, limits between nodes, reversal,
// scales.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

#include "core/base/constants.h"
#include "core/base/errors.h"
#include "globaldyn/plan/rows/table_field.h"
#include "tests/table/table_cases.h"

namespace globaldyn::inside {
namespace {

Plan plan(const CoefficientTable& table, double tolerance, double x_start = 0.0,
          double x_end = 0.0) {
  PlanOptions options;
  options.tolerance = tolerance;
  options.gates = {{table.p.front(), x_start, x_start}, {table.p.back(), x_end, x_end}};
  return plan_table(table, options);
}

// The bounds are as promised, and enclose a known time.
void expect_time(const Plan& result, double time, double tolerance, double doubt = 1e-11) {
  EXPECT_EQ(result.status, PlanStatus::optimal);
  EXPECT_TRUE(result.is_proven);
  EXPECT_LE(result.time - result.time_lower, tolerance * result.time);
  EXPECT_GE(result.time, time * (1.0 - doubt));
  EXPECT_LE(result.time_lower, time * (1.0 + doubt));
}

// Row values of the table's own interpolant, of a plan on a finer grid.
double find_excess_at_points(const CoefficientTable& table, const Plan& plan) {
  double worst = -kInfinity;
  std::size_t segment = 0;
  for (std::size_t i = 0; i + 1 < plan.p.size(); ++i) {
    while (table.p[segment + 1] < plan.p[i + 1]) ++segment;
    for (int step = 0; step <= 10; ++step) {
      const double r = 0.1 * step;
      const double p = plan.p[i] + r * (plan.p[i + 1] - plan.p[i]);
      const SegmentMotion& motion = plan.segments[i];
      const double x = motion.x_at(r * motion.length), u = motion.d2_at(r * motion.length);
      const double share = (p - table.p[segment]) / (table.p[segment + 1] - table.p[segment]);
      worst = std::max(worst, -x);
      for (std::size_t k = 0; k < table.rows; ++k) {
        const std::size_t begin = segment * table.rows + k, end = begin + table.rows;
        const auto at = [&](const std::vector<double>& entries) {
          return entries[begin] + share * (entries[end] - entries[begin]);
        };
        const double value = at(table.a) * x + at(table.c) + at(table.d) * u;
        const double size = std::abs(at(table.a) * x) + std::abs(at(table.c)) +
                            std::abs(table.d[begin] * u) + std::abs(table.d[end] * u) + 1e-300;
        for (const double over : {value - at(table.high), at(table.low) - value}) {
          if (std::isfinite(over)) worst = std::max(worst, over / size);
        }
      }
    }
  }
  return worst;
}

CoefficientTable make_mass(std::size_t segments) {
  return tabulate(segments, 1.0, [](double) {
    return std::vector<TableRow>{{0.0, 0.0, 1.0, -1.0, 1.0}};
  });
}

TEST(TablePlan, MassFromRestToRest) {
  for (const std::size_t segments : {1U, 2U, 7U, 100U}) {
    expect_time(plan(make_mass(segments), 1e-8), 2.0, 1e-8);
  }
}

TEST(TablePlan, MassWithSpeedLimit) {
  for (const double speed : {0.1, 0.5, 0.9}) {
    const CoefficientTable table = tabulate(10, 1.0, [speed](double) {
      return std::vector<TableRow>{{0.0, 0.0, 1.0, -1.0, 1.0},
                                   {1.0, 0.0, 0.0, -kInfinity, speed * speed}};
    });
    // Acceleration and braking each take `speed` in time, over speed² / 2 of the path.
    expect_time(plan(table, 1e-7), 2.0 * speed + (1.0 - speed * speed) / speed, 1e-7);
  }
}

TEST(TablePlan, MassThatBeginsAndEndsInMotion) {
  // x = 1 + 2 p up to 2.25, then down to 0.5.
  const double top = std::sqrt(1.75);
  const Plan result = plan(make_mass(10), 1e-8, 1.0, 0.5);
  expect_time(result, top - 1.0 + top - std::sqrt(0.5), 1e-8);
  EXPECT_EQ(result.x.front(), 1.0);
  EXPECT_EQ(result.x.back(), 0.5);
}

// The time of a mass with damping b between -1 and 1, from rest to rest over the length 1: it
// accelerates by 1 - b v up to some v, then brakes by 1 + b v.
double find_damped_time(double b) {
  const auto way_up = [b](double v) { return (-std::log(1.0 - b * v) / b - v) / b; };
  const auto way_down = [b](double v) { return (v - std::log(1.0 + b * v) / b) / b; };
  double low = 0.0, high = std::min(1.0 / b, 1.0);
  while (high - low > 1e-15) {
    const double v = 0.5 * (low + high);
    (way_up(v) + way_down(v) < 1.0 ? low : high) = v;
  }
  return (std::log(1.0 + b * low) - std::log(1.0 - b * low)) / b;
}

TEST(TablePlan, MassWithDamping) {
  for (const double b : {0.1, 0.8}) {
    CoefficientTable table = make_mass(7);
    table.b.assign(table.a.size(), b);
    const Plan result = plan(table, 1e-7);
    EXPECT_EQ(result.status, PlanStatus::optimal);
    // Roots of x are linearised about guesses.
    EXPECT_FALSE(result.is_proven);
    EXPECT_NEAR(result.time, find_damped_time(b), 2e-7 * result.time) << b;
    EXPECT_LE(result.time_lower, find_damped_time(b) * (1.0 + 1e-9));
  }
}

// A limit of x that holds on the middle segments only; at the nodes beside them it is infinite.
TEST(TablePlan, LimitsThatAreInfiniteElsewhere) {
  const CoefficientTable table = tabulate(10, 1.0, [](double p) {
    const bool is_middle = p > 0.35 && p < 0.65;
    return std::vector<TableRow>{{0.0, 0.0, 1.0, -1.0, 1.0},
                                 {1.0, 0.0, 0.0, -kInfinity, is_middle ? 0.25 : kInfinity}};
  });
  // Finite from 0.4 to 0.6: x = 0.25 there, as high as possible before and after.
  const double most = std::sqrt(0.525), slow = 0.5;
  expect_time(plan(table, 1e-7), 2.0 * (most + (most - slow)) + 0.2 / slow, 1e-7);
}

TEST(TablePlan, GatesOnTheWay) {
  const CoefficientTable table = make_mass(4);
  PlanOptions options;
  options.tolerance = 1e-8;
  options.gates = {{0.0, 0.0, 0.0}, {0.5, 0.0, 0.0}, {1.0, 0.0, kInfinity}};
  // To rest in the middle, then as fast as possible to a free end.
  expect_time(plan_table(table, options), 2.0 * std::sqrt(0.5) + 1.0, 1e-8);
}

TEST(TablePlan, MassThatHasNoChoice) {
  const CoefficientTable table = tabulate(10, 1.0, [](double) {
    return std::vector<TableRow>{{0.0, 0.0, 1.0, 0.0, 0.0}};
  });
  expect_time(plan(table, 1e-9, 4.0, 4.0), 0.5, 1e-9);
}

TEST(TablePlan, LoadThatGrowsWithTheWay) {
  // -1 <= u + p <= 1 - so x' / 2 = 1 - p up, -1 - p down: x = 2 p - p², x = 3 - 2 p - p².
  const CoefficientTable table = tabulate(3, 1.0, [](double p) {
    return std::vector<TableRow>{{0.0, p, 1.0, -1.0, 1.0}};
  });
  const double change = 0.75;
  const double up = std::acos(1.0 - change);
  const double down = std::asin((1.0 + 1.0) / 2.0) - std::asin((1.0 + change) / 2.0);
  expect_time(plan(table, 1e-8), up + down, 1e-8);
}

TEST(TablePlan, CircleThroughZeroInertiaPoints) {
  constexpr double kTime = 7.1431052928526;
  double last = 1.0;
  for (const std::size_t segments : {100U, 200U, 400U, 800U, 1600U}) {
    const Plan result = plan(make_circle(segments), 1e-7);
    EXPECT_EQ(result.status, PlanStatus::optimal);
    EXPECT_TRUE(result.is_proven);
    const double error = std::abs(result.time - kTime) / kTime;
    // The interpolant differs from the circle by the square of the length of its segments.
    EXPECT_LT(error, 0.5 * last + 1e-7) << segments;
    last = error;
  }
  EXPECT_LT(last, 5e-6);
}

TEST(TablePlan, ZeroInertiaAtNodesAndBetween) {
  // d crosses zero in the middle, where only x <= 1 is left: at a node for even numbers.
  for (const std::size_t segments : {1U, 2U, 3U, 10U, 11U, 100U, 101U}) {
    for (const double sign : {1.0, -1.0}) {
      const CoefficientTable table = tabulate(segments, 1.0, [sign](double p) {
        return std::vector<TableRow>{{1.0, 0.0, sign * (p - 0.5), -kInfinity, 0.05},
                                     {0.0, 0.0, 1.0, -1.0, 1.0}};
      });
      const Plan result = plan(table, 1e-5);
      EXPECT_EQ(result.status, PlanStatus::optimal) << segments << ' ' << sign;
      EXPECT_TRUE(result.is_proven);
      EXPECT_LE(find_excess_at_points(table, result), 1e-12);
    }
  }
}

TEST(TablePlan, LoadPassedInMotionOnly) {
  // In the middle the load takes more than the drive gives: x falls there by 2 (load - 1) width.
  const auto make = [](double load) {
    return tabulate(100, 1.0, [load](double p) {
      const bool is_middle = p > 0.495 && p < 0.605;
      return std::vector<TableRow>{{0.0, is_middle ? load : 0.0, 1.0, -1.0, 1.0}};
    });
  };
  const Plan passed = plan(make(4.0), 1e-5);
  EXPECT_EQ(passed.status, PlanStatus::optimal);
  EXPECT_TRUE(passed.is_proven);
  const Plan stopped = plan(make(16.0), 1e-5);
  EXPECT_EQ(stopped.status, PlanStatus::infeasible);
  EXPECT_TRUE(stopped.is_proven);
  ASSERT_TRUE(stopped.blocked_at.has_value());
  EXPECT_NEAR(*stopped.blocked_at, 0.55, 0.06);
  EXPECT_TRUE(stopped.p.empty());
}

TEST(TablePlan, NothingAccessible) {
  // No u is within the row's limits at p = 0.5, nor close to it.
  const CoefficientTable table = tabulate(10, 1.0, [](double p) {
    const double c = p == 0.5 ? 2.0 : 0.0;
    return std::vector<TableRow>{{0.0, 0.0, 1.0, -1.0, 1.0}, {1.0, c, 0.0, -kInfinity, 1.0}};
  });
  const Plan result = plan(table, 1e-4);
  EXPECT_EQ(result.status, PlanStatus::infeasible);
  EXPECT_TRUE(result.is_proven);
  EXPECT_NEAR(result.blocked_at.value_or(-1.0), 0.5, 0.1);
}

TEST(TablePlan, CannotStart) {
  const CoefficientTable table = tabulate(10, 1.0, [](double) {
    return std::vector<TableRow>{{0.0, 2.0, 1.0, -1.0, 1.0}};
  });
  const Plan result = plan(table, 1e-4);
  EXPECT_EQ(result.status, PlanStatus::infeasible);
  EXPECT_TRUE(result.is_proven);
  EXPECT_NEAR(result.blocked_at.value_or(-1.0), 0.0, 0.11);
}

TEST(TablePlan, CanOnlyStandStill) {
  const CoefficientTable table = tabulate(10, 1.0, [](double) {
    return std::vector<TableRow>{{0.0, 1.0, 1.0, -1.0, 1.0}};
  });
  const Plan result = plan(table, 1e-4);
  EXPECT_EQ(result.status, PlanStatus::infeasible);
  EXPECT_NEAR(result.blocked_at.value_or(-1.0), 0.0, 0.11);
}

TEST(TablePlan, MustBeFastButCannot) {
  // From rest x <= 2 p, while the second row demands x >= 1.5 at p = 0.5.
  const CoefficientTable table = tabulate(20, 1.0, [](double p) {
    return std::vector<TableRow>{{0.0, 0.0, 1.0, -1.0, 1.0},
                                 {1.0, 0.0, 0.0, 1.5 - 6.0 * std::abs(p - 0.5), kInfinity}};
  });
  const Plan result = plan(table, 1e-4);
  EXPECT_EQ(result.status, PlanStatus::infeasible);
  EXPECT_NEAR(result.blocked_at.value_or(-1.0), 0.5, 0.2);
}

TEST(TablePlan, CannotStopAtTheEnd) {
  const Plan result = plan(make_mass(10), 1e-4, 4.0, 0.0);
  EXPECT_EQ(result.status, PlanStatus::infeasible);
  EXPECT_TRUE(result.blocked_at.has_value());
}

TEST(TablePlan, WrongTables) {
  CoefficientTable table = make_mass(3);
  EXPECT_THROW((void)plan(table, 0.0), Error);
  EXPECT_THROW((void)plan(table, 1e-4, -1.0), Error);
  table.p[1] = table.p[2];
  EXPECT_THROW((void)plan(table, 1e-4), Error);
  table = make_mass(3);
  table.low[2] = 2.0;
  EXPECT_THROW((void)plan(table, 1e-4), Error);
  table = make_mass(3);
  table.a[0] = std::nan("");
  EXPECT_THROW((void)plan(table, 1e-4), Error);
  table = make_mass(3);
  table.c.pop_back();
  EXPECT_THROW((void)plan(table, 1e-4), Error);
  table = make_mass(3);
  table.b = {0.0};
  EXPECT_THROW((void)plan(table, 1e-4), Error);
  table = make_mass(3);
  table.high = {kInfinity, 1.0, kInfinity, kInfinity};  // would hold nowhere
  EXPECT_THROW((void)plan(table, 1e-4), Error);
}

TEST(TablePlan, WrongGates) {
  const CoefficientTable table = make_mass(3);
  PlanOptions options;
  for (const std::vector<SpeedGate>& gates : {std::vector<SpeedGate>{{0.0, 0.0, 0.0}},
                                              {{0.0, 0.0, 0.0}, {0.9, 0.0, 0.0}},
                                              {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}},
                                              {{0.0, 1.0, 0.0}, {1.0, 0.0, 0.0}}}) {
    options.gates = gates;
    EXPECT_THROW((void)plan_table(table, options), Error);
  }
  options.gates.clear();
  EXPECT_EQ(plan_table(table, options).status, PlanStatus::optimal);
}

TEST(TablePlan, LimitsAreKeptBetweenNodes) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const RandomPath path(2 + seed % 5, seed);
    for (const CoefficientTable& table : {path.tabulate_axes(100), path.tabulate_loaded(60)}) {
      const Plan result = plan(table, 1e-4);
      ASSERT_EQ(result.status, PlanStatus::optimal) << seed;
      EXPECT_TRUE(result.is_proven);
      EXPECT_LE(find_excess_at_points(table, result), 1e-12) << seed;
    }
  }
}

TEST(TablePlan, TheWayBackTakesAsLong) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const CoefficientTable table = RandomPath(2 + seed % 5, seed).tabulate_loaded(80);
    const Plan forth = plan(table, 1e-5, 0.0, 0.01), back = plan(reverse(table), 1e-5, 0.01);
    ASSERT_EQ(forth.status, back.status);
    if (forth.status != PlanStatus::optimal) continue;
    EXPECT_LE(forth.time_lower, back.time);
    EXPECT_LE(back.time_lower, forth.time);
  }
}

TEST(TablePlan, UnitsDoNotMatter) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const CoefficientTable table = RandomPath(2 + seed % 5, seed).tabulate_loaded(80);
    const Plan result = plan(table, 1e-4);
    for (const double scale : {1e-3, 1e3}) {
      CoefficientTable other = table;
      for (double& p : other.p) p *= scale;
      for (double& a : other.a) a /= scale * scale;
      for (double& d : other.d) d /= scale;
      const Plan same = plan(other, 1e-4);
      EXPECT_EQ(same.status, PlanStatus::optimal);
      EXPECT_NEAR(same.time, result.time, 1e-4 * result.time);
      EXPECT_LE(same.time_lower, result.time);
      EXPECT_LE(result.time_lower, same.time);
    }
    for (const double scale : {1e-6, 1e6}) {
      CoefficientTable other = table;
      for (auto* entries : {&other.a, &other.c, &other.d, &other.low, &other.high}) {
        for (std::size_t i = 0; i < entries->size(); i += other.rows) (*entries)[i] *= scale;
      }
      const Plan same = plan(other, 1e-4);
      EXPECT_EQ(same.status, PlanStatus::optimal);
      EXPECT_LE(same.time_lower, result.time);
      EXPECT_LE(result.time_lower, same.time);
    }
  }
}

TEST(TablePlan, LimitsThatJump) {
  // Within 1e-9 of the path the drive loses four fifths of its force.
  CoefficientTable table = tabulate(4, 1.0, [](double) {
    return std::vector<TableRow>{{0.0, 0.0, 1.0, -1.0, 1.0}};
  });
  table.p = {0.0, 0.5 - 1e-9, 0.5, 0.75, 1.0};
  for (std::size_t i = 2; i < 5; ++i) table.low[i] = -0.2, table.high[i] = 0.2;
  // Down from x = 0.2 at 0.5; up to 0.6 and down by 0.4 before.
  const double top = std::sqrt(0.6), middle = std::sqrt(0.2);
  expect_time(plan(table, 1e-6), top + (top - middle) + middle / 0.2, 1e-6, 1e-7);
}

TEST(TablePlan, OneAxisThatTurns) {
  // Where the axis turns, d = 0 and only x = limit / |a| is left: arcs must start there.
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const CoefficientTable table = RandomPath(1, seed).tabulate_axes(40);
    const Plan result = plan(table, 1e-5);
    EXPECT_EQ(result.status, PlanStatus::optimal) << seed;
    EXPECT_LT(result.p.size(), 5000U) << seed;
    EXPECT_LE(find_excess_at_points(table, result), 1e-12);
  }
}

// --- An oracle that shares nothing with the code: reachability on a grid much finer than the
// table's, u constant on segments and limits at both ends of them, by clipping polygons. First
// order in the grid.

struct Point {
  double x, u;
};

class Polygon {
 public:
  Polygon(double x, double u) : corners_{{0.0, -u}, {x, -u}, {x, u}, {0.0, u}} {}

  // Keeps the part with a x + b u <= limit.
  void clip(double a, double b, double limit) {
    if (std::isinf(limit)) return;
    std::vector<Point> kept;
    for (std::size_t i = 0; i < corners_.size(); ++i) {
      const Point from = corners_[i], to = corners_[(i + 1) % corners_.size()];
      const double f = a * from.x + b * from.u - limit, t = a * to.x + b * to.u - limit;
      if (f <= 0.0) kept.push_back(from);
      if ((f < 0.0 && t > 0.0) || (f > 0.0 && t < 0.0)) {
        const double r = f / (f - t);
        kept.push_back({from.x + r * (to.x - from.x), from.u + r * (to.u - from.u)});
      }
    }
    corners_ = std::move(kept);
  }
  [[nodiscard]] bool is_empty() const { return corners_.empty(); }
  [[nodiscard]] double most_x() const {
    double most = 0.0;
    for (const Point& corner : corners_) most = std::max(most, corner.x);
    return most;
  }
  [[nodiscard]] double least_x() const {
    double least = kInfinity;
    for (const Point& corner : corners_) least = std::min(least, corner.x);
    return least;
  }

 private:
  std::vector<Point> corners_;
};

// The time by reachability; nothing if there is no motion.
double solve_simply(const CoefficientTable& table) {
  const std::size_t count = table.segment_count();
  std::vector<double> least(count + 1, 0.0), most(count + 1, 0.0);
  for (std::size_t i = count; i-- > 0;) {
    Polygon polygon(1e4, 1e5);
    const double step = 2.0 * (table.p[i + 1] - table.p[i]);
    polygon.clip(1.0, step, most[i + 1]);
    polygon.clip(-1.0, -step, -least[i + 1]);
    for (std::size_t k = i * table.rows; k < (i + 2) * table.rows; ++k) {
      // At the end x is x + step u.
      const double a = table.a[k], d = table.d[k] + (k < (i + 1) * table.rows ? 0.0 : step * a);
      polygon.clip(a, d, table.high[k] - table.c[k]);
      polygon.clip(-a, -d, table.c[k] - table.low[k]);
    }
    if (polygon.is_empty()) return kInfinity;
    least[i] = polygon.least_x();
    most[i] = polygon.most_x();
  }
  double time = 0.0, x = 0.0;
  for (std::size_t i = 0; i < count; ++i) {
    const double h = table.p[i + 1] - table.p[i];
    double u = (most[i + 1] - x) / (2.0 * h);
    for (std::size_t k = i * table.rows; k < (i + 2) * table.rows; ++k) {
      const double d = table.d[k] + (k < (i + 1) * table.rows ? 0.0 : 2.0 * h * table.a[k]);
      const double rest = table.c[k] + table.a[k] * x;
      if (d > 0.0) u = std::min(u, (table.high[k] - rest) / d);
      if (d < 0.0) u = std::min(u, (table.low[k] - rest) / d);
    }
    const double next = std::max(x + 2.0 * h * u, least[i + 1]);
    time += 2.0 * h / (std::sqrt(x) + std::sqrt(next));
    x = next;
  }
  return time;
}

CoefficientTable refine(const CoefficientTable& table, std::size_t pieces) {
  CoefficientTable result = table;
  for (; pieces > 1; pieces /= 2) result = halve(result);
  return result;
}

TEST(TablePlan, OracleOnAFineGrid) {
  for (std::uint64_t seed = 100; seed < 120; ++seed) {
    const RandomPath path(2 + seed % 5, seed);
    for (const CoefficientTable& table : {path.tabulate_axes(40), path.tabulate_loaded(40)}) {
      const double coarse = solve_simply(refine(table, 64));
      const double fine = solve_simply(refine(table, 128));
      ASSERT_LT(fine, kInfinity);
      // The error is of first order, except for what switches at a node or next to it.
      const double limit = 2.0 * fine - coarse, doubt = 2e-5 * fine;
      const Plan result = plan(table, 1e-5);
      ASSERT_EQ(result.status, PlanStatus::optimal) << seed;
      EXPECT_GE(result.time, limit - doubt) << seed;
      EXPECT_LE(result.time_lower, limit + doubt) << seed;
    }
  }
}

TEST(TablePlan, LimitsWiderByAShare) {
  const CoefficientTable table = RandomPath(4, 11).tabulate_axes(200);
  const Plan result = plan(table, 1e-5);
  CoefficientTable wider = table;
  for (double& high : wider.high) high *= 1.0 + 1e-4;
  for (double& low : wider.low) low *= 1.0 + 1e-4;
  const Plan faster = plan(wider, 1e-6);
  // Limits wider by a share make the time shorter by half that share.
  EXPECT_NEAR(faster.time / result.time, 1.0 / std::sqrt(1.0 + 1e-4), 1.1e-5);
}

}  // namespace
}  // namespace globaldyn::inside
