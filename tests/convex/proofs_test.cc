// What is proven of motions: that none is better, or by how much at most one is.
#include <gtest/gtest.h>

#include <cmath>

#include "globaldyn/convex/solve_motion.h"
#include "globaldyn/record/planned_motion.h"
#include "tests/convex/slide_field.h"
#include "tests/support/machines.h"

namespace globaldyn::inside::test {
namespace {

constexpr double kPulled = 2.0;  // kg

constexpr double kAllowed = 5.0;  // s

// Of all motions that take no longer.
MotionAim lose_least() {
  MotionAim aim{.forces = VectorXd::Ones(1), .costs = VectorXd::Zero(2)};
  aim.costs[1] = 1.0;
  aim.budgets.push_back({Eigen::Vector2d(1.0, 0.0), 0.0, kAllowed});
  return aim;
}

double begin_slowly(double p) {
  return 0.05 * p * (1.0 - p);
}

// Of a mass in a viscous medium: the least time with |n| <= 1, m v' = n - b v. From rest v =
// (1 - e^(-bt/m)) / b and s = (t - m v) / b; braking v = ((1 + b v_0) e^(-bt/m) - 1) / b lasts m/b
// ln(1 + b v_0).
double find_least_time(double viscous) {
  double low = 0.0, high = 1.0 / viscous * (1.0 - 1e-12);  // the speed from which it brakes
  double time = 0.0;
  for (int i = 0; i < 200; ++i) {
    const double v = 0.5 * (low + high), rate = viscous / kPulled;
    const double rise = -std::log(1.0 - viscous * v) / rate;
    const double fall = std::log(1.0 + viscous * v) / rate;
    const double length = (rise - kPulled * v) / viscous + (kPulled * v - fall) / viscous;
    (length < 1.0 ? low : high) = v;
    time = rise + fall;
  }
  return time;
}

class InAMedium : public testing::TestWithParam<double> {};
INSTANTIATE_TEST_SUITE_P(Viscous, InAMedium, testing::Values(0.05, 0.3, 1.0));

// Forces with sqrt(x) against their limits: bounded below the least time, and near it.
TEST_P(InAMedium, LeastTimesAreBounded) {
  SlideField field(1, kPulled, 0.0, 1.0);
  field.viscous = GetParam();
  MotionAim aim{.forces = VectorXd::Ones(1), .costs = VectorXd::Zero(2)};
  aim.costs[0] = 1.0;
  const std::vector<GridStretch> way{{.begin = 0.0, .end = 1.0}};
  const MotionSolution rough = solve_motion(field, way, {}, aim, begin_slowly);
  const double time = find_least_time(GetParam());
  ASSERT_EQ(rough.status, MotionSolution::Status::solved);
  EXPECT_NEAR(rough.objective, time, 2e-6 * time);
  EXPECT_FALSE(rough.is_global);
  const auto x_at = [&](double p) {
    const auto after =
        std::upper_bound(rough.nodes.begin() + 1, rough.nodes.end() - 1, p,
                         [](double q, const MotionNode& node) { return q < node.p; });
    const MotionNode &next = *after, &node = *(after - 1);
    return node.x + (next.x - node.x) * (p - node.p) / (next.p - node.p);
  };
  const auto lower = find_lower_bound(field, way, {}, aim, x_at, rough);
  ASSERT_TRUE(lower.has_value());
  EXPECT_LE(*lower, time);
  // The fastest motion has the largest x, where chords are right.
  EXPECT_GE(*lower, time * (1.0 - 1e-3));
}

// Energies with sqrt(x) are convex together with the time that they are weighed against.
TEST_P(InAMedium, LeastLossesAreProven) {
  SlideField field(1, kPulled, 0.0, 1e3);
  field.viscous = GetParam();
  const MotionAim aim = lose_least();
  const MotionSolution found = solve_motion(field, {{.begin = 0.0, .end = 1.0}}, {}, aim,
                                            [](double p) { return p * (1.0 - p); });
  ASSERT_EQ(found.status, MotionSolution::Status::solved);
  EXPECT_TRUE(found.is_global);
  // Euler and Lagrange of (m v' + b v)²: m² v'' = b² v + c, v = a (cosh k(t - T/2) - cosh kT/2).
  const double k = GetParam() / kPulled, half = 0.5 * kAllowed;
  const double a = 1.0 / (2.0 * std::sinh(k * half) / k - 2.0 * half * std::cosh(k * half));
  double losses = 0.0;
  constexpr int kSteps = 20000;
  for (int i = 0; i < kSteps; ++i) {
    const double t = (i + 0.5) / kSteps * 2.0 * half - half;
    const double n = a * (kPulled * k * std::sinh(k * t) +
                          GetParam() * (std::cosh(k * t) - std::cosh(k * half)));
    losses += n * n * 2.0 * half / kSteps;
  }
  EXPECT_NEAR(found.objective, losses, 2e-6 * losses);
}

// Slower than an x that none exceeds nothing is proven: costs of time do not do up to any x.
TEST(Proofs, AreOfNoFasterMotion) {
  SlideField field(1, kPulled, 0.0, 1e3);
  field.viscous = 1.0;
  const MotionAim aim = lose_least();
  const MotionSolution found = solve_motion(field, {{.begin = 0.0, .end = 1.0}}, {}, aim,
                                            [](double p) { return 4e3 * p * (1.0 - p); });
  ASSERT_EQ(found.status, MotionSolution::Status::solved);
  EXPECT_FALSE(found.is_global);
}

// An arm with viscous friction, as the plan tells it.
TEST(Proofs, OfAnArmWithViscousFriction) {
  const Machine machine = load("puma560");
  PlannedMotionOptions options;
  options.plan.wish = {.least_losses = true, .time = 0.6};
  const PathPlan slow = plan_motion(machine, machine.paths.front(), options).plan;
  EXPECT_TRUE(slow.wished->is_global);
  options.plan.wish.time = 0.45;
  const PathPlan fast = plan_motion(machine, machine.paths.front(), options).plan;
  EXPECT_FALSE(fast.wished->is_global);
  ASSERT_TRUE(fast.wished->gap.has_value());
  EXPECT_LE(*fast.wished->gap, 1e-4);
  EXPECT_GE(*fast.wished->gap, fast.wished->error);
}

// A time that all limits together do not allow is told as that.
TEST(Proofs, ShortTimesAreInfeasible) {
  const Machine machine = load("sliding_star");
  PlannedMotionOptions options;
  options.plan.rise_time = 0.1;
  options.plan.wish = {.least_losses = true, .time = 0.27};
  const PathPlan plan = plan_motion(machine, machine.paths.front(), options).plan;
  EXPECT_EQ(plan.status(), PlanStatus::infeasible) << plan.reason;
  EXPECT_NE(plan.reason.find("within all limits takes 0.33"), std::string::npos) << plan.reason;
}

}  // namespace
}  // namespace globaldyn::inside::test
