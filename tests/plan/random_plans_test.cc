// Plans on random paths of random systems. Oracle: reachability analysis with constant d2 on each
// of many equal segments (Pham and Pham 2018), by plain enumeration of the vertices of its linear
// programs, extrapolated over two grids.
#include <gtest/gtest.h>

#include <cmath>
#include <optional>

#include "tests/plan/random_system.h"

namespace globaldyn::inside::test {
namespace {

// a d2 + b x <= c.
struct HalfPlane {
  double a, b, c;
};

// The largest and the smallest value of (u d2 + v x), by evaluating all vertices.
std::optional<std::pair<double, double>> find_range(const std::vector<HalfPlane>& planes, double u,
                                                    double v) {
  constexpr double kSlack = 1e-9;
  std::optional<std::pair<double, double>> range;
  for (std::size_t i = 0; i < planes.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const HalfPlane &p = planes[i], &q = planes[j];
      const double det = p.a * q.b - q.a * p.b;
      if (std::abs(det) < 1e-12) continue;
      const double d2 = (p.c * q.b - q.c * p.b) / det, x = (p.a * q.c - q.a * p.c) / det;
      bool is_in = true;
      for (const HalfPlane& other : planes) {
        const double value = other.a * d2 + other.b * x;
        const double size = std::abs(other.a * d2) + std::abs(other.b * x) + std::abs(other.c);
        is_in = is_in && value <= other.c + kSlack * size;
      }
      if (!is_in) continue;
      const double value = u * d2 + v * x;
      if (!range) range.emplace(value, value);
      range->first = std::min(range->first, value);
      range->second = std::max(range->second, value);
    }
  }
  return range;
}

// The time with constant d2 on `count` segments, limits held at both ends of each.
std::optional<double> find_time(const RandomSystem& system, double p_max, int count) {
  const double h = p_max / count;
  std::vector<std::vector<HalfPlane>> steps;
  std::vector<std::pair<double, double>> controllable(static_cast<std::size_t>(count) + 1);
  for (int i = 0; i < count; ++i) {
    std::vector<HalfPlane> planes{{0.0, -1.0, 0.0}};
    for (const LimitRow& row : system.make_rows(h * i)) {
      planes.push_back({row.delta, row.alpha, row.high - row.gamma});
      planes.push_back({-row.delta, -row.alpha, row.gamma - row.low});
    }
    for (const LimitRow& row : system.make_rows(h * (i + 1))) {
      const double a = row.delta + 2.0 * h * row.alpha;
      planes.push_back({a, row.alpha, row.high - row.gamma});
      planes.push_back({-a, -row.alpha, row.gamma - row.low});
    }
    steps.push_back(std::move(planes));
  }
  controllable.back() = {0.0, 0.0};
  for (std::size_t i = steps.size(); i-- > 0;) {
    steps[i].push_back({2.0 * h, 1.0, controllable[i + 1].second});
    steps[i].push_back({-2.0 * h, -1.0, -controllable[i + 1].first});
    const auto range = find_range(steps[i], 0.0, 1.0);
    if (!range) return std::nullopt;
    controllable[i] = {std::max(0.0, range->first), range->second};
  }
  if (controllable[0].first > 1e-9) return std::nullopt;
  double x = 0.0, time = 0.0;
  for (std::vector<HalfPlane>& planes : steps) {
    planes.push_back({0.0, 1.0, x});
    planes.push_back({0.0, -1.0, -x});
    const auto range = find_range(planes, 1.0, 0.0);
    if (!range) return std::nullopt;
    const double next = std::max(0.0, x + 2.0 * h * range->second);
    time += 2.0 * h / (std::sqrt(x) + std::sqrt(next));
    x = next;
  }
  return time;
}

// Checked ten times as finely as the grid.
void expect_limits_kept(const Plan& plan, const RandomSystem& system) {
  for (std::size_t i = 0; i < plan.segments.size(); ++i) {
    const SegmentMotion& segment = plan.segments[i];
    for (int k = 0; k <= 10; ++k) {
      const double s = segment.length * k / 10.0, x = segment.x_at(s);
      ASSERT_GE(x, -1e-12);
      for (const LimitRow& row : system.make_rows(plan.p[i] + s)) {
        const double n = row.alpha * x + row.gamma + row.delta * segment.d2_at(s);
        ASSERT_LE(std::abs(n), row.high * (1.0 + 2e-6)) << "at p = " << plan.p[i] + s;
      }
    }
  }
}

TEST(RandomPlans, AgreeWithReachabilityOnFineGrids) {
  constexpr double kPMax = 2.0;
  int compared = 0, infeasible = 0;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    SCOPED_TRACE(seed);
    const RandomSystem system(seed);
    const Plan plan = make_plan(make_source(system), {0.0, kPMax}, {.tolerance = 1e-4});
    const auto coarse = find_time(system, kPMax, 1000), fine = find_time(system, kPMax, 2000);
    if (plan.status == PlanStatus::infeasible) {
      // What constant d2 can pass, any d2 can.
      EXPECT_FALSE(fine.has_value());
      ++infeasible;
      continue;
    }
    ASSERT_EQ(plan.status, PlanStatus::optimal);
    // A plan that keeps its limits proves itself, even where constant d2 finds no motion.
    expect_limits_kept(plan, system);
    if (!coarse || !fine) continue;
    ++compared;
    // First order in 1/2000, extrapolated; more where paths nearly stop.
    const double time = 2.0 * *fine - *coarse;
    EXPECT_NEAR(plan.time, time, 0.1 * std::abs(*fine - *coarse) + 1e-3 * time);
  }
  EXPECT_GT(compared, 25);
  EXPECT_GT(infeasible, 2);
}

}  // namespace
}  // namespace globaldyn::inside::test
