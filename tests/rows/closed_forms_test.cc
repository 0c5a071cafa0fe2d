// Plans of rows whose minimum time is known in closed form, and plans of rows that are others in
// disguise.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>
#include <numeric>

#include "tests/rows/function_field.h"

namespace globaldyn::inside::test {
namespace {

constexpr std::array<double, 4> kTolerances{1e-2, 1e-4, 1e-6, 1e-8};

struct RowOfMass {
  double a, b, c, d, low, high;
};

// Rows that are the same all along.
FunctionField make_even_field(const std::vector<RowOfMass>& rows, double length,
                              bool is_straight = true) {
  const std::size_t count = rows.size();
  return {{{0.0, length}}, count, is_straight, [rows](std::size_t, double, RowsAt& at) {
            for (std::size_t k = 0; k < rows.size(); ++k) {
              at.a[k] = rows[k].a;
              at.b[k] = rows[k].b;
              at.c[k] = rows[k].c;
              at.d[k] = rows[k].d;
              at.low[k] = rows[k].low;
              at.high[k] = rows[k].high;
            }
          }};
}

Plan plan_between(RowField& field, double tolerance, std::vector<SpeedGate> gates,
                  bool is_closed = false) {
  PlanOptions options;
  options.tolerance = tolerance;
  options.gates = std::move(gates);
  options.is_closed = is_closed;
  return plan_rows(field, options);
}

// Bounds enclose the true time and are as close to each other as they should be; limits are kept.
void expect_time(RowField& field, const Plan& plan, double time, double tolerance) {
  ASSERT_EQ(plan.status, PlanStatus::optimal);
  // Rounding errors of sums over segments.
  constexpr double kRoundOff = 1e-13;
  EXPECT_LE(plan.time_lower, time * (1.0 + kRoundOff));
  EXPECT_GE(plan.time, time * (1.0 - kRoundOff));
  EXPECT_LE(plan.time - plan.time_lower, tolerance * plan.time);
  EXPECT_LE(find_excess(field, plan, 2000), 1e-9);
}

TEST(RowPlans, MassFromRestToRest) {
  for (const double length : {1e-6, 0.3, 1e4}) {
    for (const double mass : {1e-3, 2.0}) {
      constexpr double kForce = 5.0;
      FunctionField field = make_even_field({{0.0, 0.0, 0.0, mass, -kForce, kForce}}, length);
      const double time = 2.0 * std::sqrt(length * mass / kForce);
      for (const double tolerance : kTolerances) {
        SCOPED_TRACE(tolerance);
        expect_time(field, plan_to_rest(field, tolerance), time, tolerance);
      }
    }
  }
}

TEST(RowPlans, MassToAFreeEndAndFromOne) {
  constexpr double kForce = 5.0, kMass = 2.0, kLength = 0.3;
  FunctionField field = make_even_field({{0.0, 0.0, 0.0, kMass, -kForce, kForce}}, kLength);
  const double time = std::sqrt(2.0 * kLength * kMass / kForce);
  for (const double tolerance : kTolerances) {
    SCOPED_TRACE(tolerance);
    expect_time(field, plan_between(field, tolerance, {{0.0, 0.0, 0.0}, {kLength, 0.0, kInfinity}}),
                time, tolerance);
    expect_time(field, plan_between(field, tolerance, {{0.0, 0.0, kInfinity}, {kLength, 0.0, 0.0}}),
                time, tolerance);
  }
}

// A gate with a minimum speed at the end: the motion is that of the mass, or there is none.
TEST(RowPlans, LeastSpeedAtTheEnd) {
  constexpr double kForce = 5.0, kMass = 2.0, kLength = 0.3, kMost = 2.0 * kForce * kLength / kMass;
  FunctionField field = make_even_field({{0.0, 0.0, 0.0, kMass, -kForce, kForce}}, kLength);
  const auto plan = [&](double least) {
    return plan_between(field, 1e-6, {{0.0, 0.0, 0.0}, {kLength, least, kInfinity}});
  };
  expect_time(field, plan(0.9 * kMost), std::sqrt(2.0 * kLength * kMass / kForce), 1e-6);
  EXPECT_EQ(plan(1.01 * kMost).status, PlanStatus::infeasible);
}

// Stops within the path: each stretch is a motion of its own.
TEST(RowPlans, MassWithStops) {
  constexpr double kForce = 5.0, kMass = 2.0, kLength = 1.0;
  FunctionField field = make_even_field({{0.0, 0.0, 0.0, kMass, -kForce, kForce}}, kLength);
  const std::vector<double> stops{0.0, 0.1, 0.3, 1.0};
  std::vector<SpeedGate> gates;
  double time = 0.0;
  for (std::size_t i = 0; i < stops.size(); ++i) {
    gates.push_back({stops[i], 0.0, 0.0});
    if (i > 0) time += 2.0 * std::sqrt((stops[i] - stops[i - 1]) * kMass / kForce);
  }
  for (const double tolerance : kTolerances) {
    SCOPED_TRACE(tolerance);
    expect_time(field, plan_between(field, tolerance, gates), time, tolerance);
  }
}

// A speed limit: up in v / A, constant v, down again.
TEST(RowPlans, MassUnderASpeedLimit) {
  constexpr double kForce = 5.0, kMass = 2.0, kLength = 1.0, kSpeed = 0.7;
  constexpr double kPush = kForce / kMass;
  FunctionField field = make_even_field(
      {{0.0, 0.0, 0.0, kMass, -kForce, kForce}, {1.0, 0.0, 0.0, 0.0, -kInfinity, kSpeed * kSpeed}},
      kLength);
  const double time = kLength / kSpeed + kSpeed / kPush;
  for (const double tolerance : kTolerances) {
    SCOPED_TRACE(tolerance);
    expect_time(field, plan_to_rest(field, tolerance), time, tolerance);
  }
}

// A speed limit on a part of the path only, where rows jump: v² = v0² + 2 A s on both sides of it.
TEST(RowPlans, MassUnderASpeedLimitOnAPart) {
  constexpr double kPush = 2.5, kSpeed = 0.7;
  FunctionField field{
      {{0.0, 0.4}, {0.4, 0.6}, {0.6, 1.0}}, 2, true, [](std::size_t part, double, RowsAt& at) {
        at.d[0] = 1.0;
        at.low[0] = -kPush;
        at.high[0] = kPush;
        at.a[1] = 1.0;
        at.low[1] = -kInfinity;
        at.high[1] = part == 1 ? kSpeed * kSpeed : kInfinity;
      }};
  // Rises to v1, falls to the limit at 0.4: v1² = A 0.4 + v² / 2.
  const double top = std::sqrt(0.4 * kPush + 0.5 * kSpeed * kSpeed);
  const double time = 2.0 * (top + top - kSpeed) / kPush + 0.2 / kSpeed;
  for (const double tolerance : kTolerances) {
    SCOPED_TRACE(tolerance);
    expect_time(field, plan_to_rest(field, tolerance), time, tolerance);
  }
}

// A circle of two axes with the same limit on each: x = cos p, y = sin p. With z = d1², |u sin p +
// z cos p| <= A and |u cos p - z sin p| <= A.
FunctionField make_circle(double length, double push) {
  return {{{0.0, length}}, 2, true, [push](std::size_t, double p, RowsAt& at) {
            at.a = {-std::cos(p), -std::sin(p)};
            at.d = {-std::sin(p), std::cos(p)};
            at.low = {-push, -push};
            at.high = {push, push};
          }};
}

// For |p| < pi / 4 the first axis is at its limit, u sin p + z cos p = A, so that (z sin² p)' =
// 2 A sin p: z = 2 A (1 - cos p) / sin² p, the only solution that stays finite at p = 0, and d1 =
// sqrt(A) / cos(p / 2). An eighth takes 2 sin(pi / 8) / sqrt(A); then the other axis takes over.
TEST(RowPlans, ClosedCircleOfTwoAxes) {
  constexpr double kPush = 3.0, kRound = 2.0 * std::numbers::pi;
  FunctionField field = make_circle(kRound, kPush);
  const double time = 8.0 * 2.0 / std::sqrt(kPush) * std::sin(std::numbers::pi / 8.0);
  for (const double tolerance : kTolerances) {
    SCOPED_TRACE(tolerance);
    const Plan plan =
        plan_between(field, tolerance, {{0.0, 0.0, kInfinity}, {kRound, 0.0, kInfinity}}, true);
    expect_time(field, plan, time, tolerance);
    ASSERT_FALSE(plan.segments.empty());
    const SegmentMotion& last = plan.segments.back();
    EXPECT_NEAR(plan.segments.front().x_begin, last.x_at(last.length),
                1e-12 * plan.segments.front().x_begin);
  }
}

// A closed path started elsewhere, where neither axis takes over, has the same time.
TEST(RowPlans, ClosedPathsMayBeginAnywhere) {
  constexpr double kPush = 3.0, kRound = 2.0 * std::numbers::pi, kFrom = 0.3;
  FunctionField circle = make_circle(kRound, kPush);
  FunctionField field{{{0.0, kRound}}, 2, true, [&](std::size_t, double p, RowsAt& at) {
                        circle.write(0, p + kFrom, at);
                      }};
  const double time = 8.0 * 2.0 / std::sqrt(kPush) * std::sin(std::numbers::pi / 8.0);
  expect_time(field,
              plan_between(field, 1e-6, {{0.0, 0.0, kInfinity}, {kRound, 0.0, kInfinity}}, true),
              time, 1e-6);
}

// m u + b v <= F from rest: v(t) = F/b (1 - exp(-b t / m)).
double calc_viscous_time(double force, double mass, double viscous, double length) {
  const double speed = force / viscous, lag = mass / viscous;
  double low = 0.0, high = length / speed + lag;
  for (int i = 0; i < 200; ++i) {
    const double t = 0.5 * (low + high);
    (speed * (t + lag * std::expm1(-t / lag)) < length ? low : high) = t;
  }
  return 0.5 * (low + high);
}

TEST(RowPlans, MassWithViscousFrictionToAFreeEnd) {
  constexpr double kForce = 5.0, kMass = 2.0, kLength = 1.0;
  for (const double viscous : {1e-3, 0.5, 3.0, 20.0}) {
    FunctionField field =
        make_even_field({{0.0, viscous, 0.0, kMass, -kForce, kForce}}, kLength, false);
    const double time = calc_viscous_time(kForce, kMass, viscous, kLength);
    for (const double tolerance : {1e-2, 1e-4, 1e-6}) {
      SCOPED_TRACE(testing::Message() << viscous << ' ' << tolerance);
      expect_time(field,
                  plan_between(field, tolerance, {{0.0, 0.0, 0.0}, {kLength, 0.0, kInfinity}}),
                  time, tolerance);
    }
  }
}

// Limits on both sides at rest, and no friction: a path with roots that has none.
TEST(RowPlans, RootsOfNothingChangeNothing) {
  FunctionField field = make_even_field({{0.0, 0.0, 0.0, 2.0, -5.0, 5.0}}, 0.3, false);
  expect_time(field, plan_to_rest(field, 1e-6), 2.0 * std::sqrt(0.3 * 2.0 / 5.0), 1e-6);
}

TEST(RowPlans, WithoutLimitsThereIsNoTime) {
  FunctionField field = make_even_field({{0.0, 0.0, 0.0, 1.0, -kInfinity, kInfinity}}, 1.0);
  EXPECT_EQ(plan_to_rest(field, 1e-6).status, PlanStatus::unlimited);
}

// A load that the drive cannot hold.
TEST(RowPlans, LoadsTooHeavyAreProvenSo) {
  FunctionField field = make_even_field({{0.0, 0.0, 6.0, 1.0, -5.0, 5.0}}, 1.0);
  EXPECT_EQ(plan_to_rest(field, 1e-6).status, PlanStatus::infeasible);
}

// Rows that are those of a random system in disguise.
class DisguisedRows : public testing::TestWithParam<std::uint64_t> {
 protected:
  // The bounds of two plans, whose times have this ratio, overlap.
  static void expect_same(const Plan& one, const Plan& other, double ratio) {
    ASSERT_EQ(one.status, other.status);
    EXPECT_LE(one.time_lower, ratio * other.time * (1.0 + 1e-13));
    EXPECT_LE(ratio * other.time_lower, one.time * (1.0 + 1e-13));
  }

  RandomSystem system_{GetParam()};
  FunctionField field_ = make_field(system_);
  Plan plan_ = plan_to_rest(field_, kFine);
  static constexpr double kFine = 1e-6;
};

// p -> k p. With a power of two every operation is the same, and so is the plan.
TEST_P(DisguisedRows, OnAScaledPath) {
  for (const double k : {1024.0, 1.0 / 1024.0, 3e3}) {
    FunctionField scaled{
        {{0.0, k * kPathEnd}}, field_.row_count(), true, [&](std::size_t, double p, RowsAt& at) {
          field_.write(0, std::min(p / k, kPathEnd), at);
          for (double& a : at.a) a /= k * k;
          for (double& d : at.d) d /= k;
        }};
    const Plan plan = plan_to_rest(scaled, kFine);
    expect_same(plan, plan_, 1.0);
  }
}

TEST_P(DisguisedRows, Backwards) {
  FunctionField reversed{
      {{0.0, kPathEnd}}, field_.row_count(), true, [&](std::size_t, double p, RowsAt& at) {
        field_.write(0, kPathEnd - p, at);
        for (double& d : at.d) d = -d;
      }};
  const Plan plan = plan_to_rest(reversed, kFine);
  expect_same(plan, plan_, 1.0);
}

// Every row's sign changed, its scale, and their order; one of them twice.
TEST_P(DisguisedRows, InAnotherOrder) {
  const std::size_t rows = field_.row_count();
  FunctionField permuted{{{0.0, kPathEnd}}, rows + 1, true, [&](std::size_t, double p, RowsAt& at) {
                           RowsAt own;
                           field_.write(0, p, own);
                           for (std::size_t k = 0; k <= rows; ++k) {
                             const std::size_t from = (rows - 1 - k % rows);
                             const double scale = k % 2 == 0 ? -4.0 : 0.5;
                             at.a[k] = scale * own.a[from];
                             at.c[k] = scale * own.c[from];
                             at.d[k] = scale * own.d[from];
                             at.low[k] = scale * (scale > 0.0 ? own.low[from] : own.high[from]);
                             at.high[k] = scale * (scale > 0.0 ? own.high[from] : own.low[from]);
                           }
                         }};
  const Plan plan = plan_to_rest(permuted, kFine);
  ASSERT_EQ(plan.status, plan_.status);
  // Which of two equally good corners a linear program ends at may depend on the order.
  EXPECT_NEAR(plan.time, plan_.time, 1e-2 * kFine * plan_.time);
  EXPECT_NEAR(plan.time_lower, plan_.time_lower, 1e-2 * kFine * plan_.time);
}

// Limits, with the loads, times k²: times by 1 / k.
TEST_P(DisguisedRows, WithScaledLimits) {
  for (const double k : {8.0, 1e-2, 1e3}) {
    FunctionField scaled{
        {{0.0, kPathEnd}}, field_.row_count(), true, [&](std::size_t, double p, RowsAt& at) {
          field_.write(0, p, at);
          for (auto* values : {&at.c, &at.low, &at.high}) {
            for (double& value : *values) value *= k * k;
          }
        }};
    expect_same(plan_to_rest(scaled, kFine), plan_, 1.0 / k);
  }
}

// Cut into parts that meet smoothly.
TEST_P(DisguisedRows, InParts) {
  FunctionField cut{{{0.0, 0.3}, {0.3, 0.30001}, {0.30001, 1.7}, {1.7, kPathEnd}},
                    field_.row_count(),
                    true,
                    [&](std::size_t, double p, RowsAt& at) { field_.write(0, p, at); }};
  expect_same(plan_to_rest(cut, kFine), plan_, 1.0);
}

// One in four has a load close to what the drives can hold; seed 8 is infeasible.
INSTANTIATE_TEST_SUITE_P(Seeds, DisguisedRows, testing::Range<std::uint64_t>(0, 16));

}  // namespace
}  // namespace globaldyn::inside::test
