// Motions that are best as a whole, against calculus of variations by hand: a mass m that goes the
// length 1 from rest to rest.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/base/constants.h"
#include "globaldyn/convex/solve_motion.h"
#include "globaldyn/convex/spline_grid.h"
#include "tests/convex/slide_field.h"

namespace globaldyn::inside::test {
namespace {

constexpr double kMass = 3.0;
constexpr double kTolerance = 1e-6;  // of the planner, which closed forms are met to

double start(double p) {
  return 0.2 * p * (1.0 - p);
}

MotionSolution solve(const SlideField& field, const MotionAim& aim,
                     const std::vector<GridRest>& rests = {}, double tolerance = kTolerance) {
  return solve_motion(field, {{.begin = 0.0, .end = 1.0}}, rests, aim, start,
                      {.tolerance = tolerance});
}

MotionAim aim_at(int motors, double force) {
  return {.forces = VectorXd::Constant(motors, force), .costs = VectorXd::Zero(1 + motors)};
}

void add_budget(MotionAim& aim, Eigen::Index total, double period, double most) {
  Budget budget{VectorXd::Zero(aim.costs.size()), period, most};
  budget.shares[total] = 1.0;
  aim.budgets.push_back(budget);
}

// The least cycle in which no motor's mean of (n/rated)² exceeds 1. @param waits at its end
MotionAim make_rated_aim(const VectorXd& rated, double waits) {
  MotionAim aim{.forces = rated, .costs = VectorXd::Zero(1 + rated.size())};
  aim.has_period = true;
  aim.period_cost = 1.0;
  add_budget(aim, 0, 1.0, -waits);
  for (Eigen::Index k = 0; k < rated.size(); ++k) add_budget(aim, 1 + k, 1.0, 0.0);
  return aim;
}

void expect_solved(const MotionSolution& solution) {
  ASSERT_EQ(solution.status, MotionSolution::Status::solved);
  EXPECT_LE(solution.error + solution.gap, kTolerance * solution.objective);
  EXPECT_LE(solution.excess, 1e-7);
}

// n = 6 m (1 - 2 t/T) / T², whose mean square is 12 m² / T⁴ = F².
TEST(ClosedForms, RmsAlone) {
  for (const double force : {0.01, 1.0, 700.0}) {
    const SlideField field(1, kMass, 0.0, 1e3 * force);
    const MotionSolution solution = solve(field, make_rated_aim(VectorXd::Constant(1, force), 0.0));
    expect_solved(solution);
    const double time = std::sqrt(6.0 * kMass / (std::sqrt(3.0) * force));
    EXPECT_NEAR(solution.period, time, kTolerance * time);
    EXPECT_NEAR(solution.totals[0], time, kTolerance * time);
    EXPECT_NEAR(solution.totals[1], time, kTolerance * time);
    EXPECT_TRUE(solution.is_global);
  }
}

// Of one grid at a time: half the cells, at least a third of the error.
TEST(ClosedForms, ErrorsFallWithTheSquareOfCells) {
  const SlideField field(1, kMass, 0.0, 1e3);
  const double time = std::sqrt(6.0 * kMass / (std::sqrt(3.0) * 5.0));
  double before = 0.0;
  for (const int cells : {32, 64, 128, 256}) {
    const MotionSolution solution = solve_motion(
        field, {{.begin = 0.0, .end = 1.0}}, {}, make_rated_aim(VectorXd::Constant(1, 5.0), 0.0),
        start, {.tolerance = 1e-12, .first = {cells}, .most_cells = cells});
    const double error = std::abs(solution.period / time - 1.0);
    if (before > 0.0) {
      EXPECT_LE(error, before / 3.0) << cells;
    }
    before = error;
  }
  EXPECT_LE(before, 1e-5);
}

// Resting for w without losses: 12 m² / T³ = F² (T + w); resting against the bias b costs b² w.
TEST(ClosedForms, RmsWithARest) {
  constexpr double kForce = 5.0, kWait = 0.7, kBias = 2.0;
  for (const double bias : {0.0, kBias}) {
    const SlideField field(1, kMass, bias, 1e3);
    const MotionSolution solution =
        solve(field, make_rated_aim(VectorXd::Constant(1, kForce), kWait),
              {{.p = 1.0, .duration = kWait}});
    expect_solved(solution);
    const double time = solution.totals[0];
    const double losses = 12.0 * kMass * kMass / std::pow(time, 3) + bias * bias * (time + kWait);
    EXPECT_NEAR(losses, kForce * kForce * (time + kWait), 1e-5 * losses);
    EXPECT_NEAR(solution.period, time + kWait, kTolerance * time);
    ASSERT_EQ(solution.forces_at_rests.size(), 1U);
    EXPECT_NEAR(solution.forces_at_rests.front()[0], bias, 1e-9);
  }
}

// Motors of different strengths share so that all are used up.
TEST(ClosedForms, MotorsShareByTheirRatings) {
  const VectorXd rated = (VectorXd(3) << 1.0, 4.0, 2.5).finished();
  const SlideField field(3, kMass, 0.0, 1e3);
  const MotionSolution solution = solve(field, make_rated_aim(rated, 0.0));
  expect_solved(solution);
  const double time = std::sqrt(6.0 * kMass / (std::sqrt(3.0) * rated.sum()));
  EXPECT_NEAR(solution.period, time, kTolerance * time);
  for (Eigen::Index k = 0; k < 3; ++k) EXPECT_NEAR(solution.totals[1 + k], time, 1e-5 * time);
}

// 12 m² / T³ + b² T, whatever the bias does.
TEST(ClosedForms, LeastLossesInATime) {
  constexpr double kTime = 1.3, kBias = 4.0;
  const SlideField field(1, kMass, kBias, 1e3);
  MotionAim aim = aim_at(1, 1.0);
  aim.costs[1] = 1.0;
  add_budget(aim, 0, 0.0, kTime);
  const MotionSolution solution = solve(field, aim);
  expect_solved(solution);
  const double losses = 12.0 * kMass * kMass / std::pow(kTime, 3) + kBias * kBias * kTime;
  EXPECT_NEAR(solution.totals[1], losses, kTolerance * losses);
  // What one more second saves.
  const double price = 36.0 * kMass * kMass / std::pow(kTime, 4) - kBias * kBias;
  EXPECT_NEAR(solution.prices[0], price, 1e-4 * price);
}

// More time than the bias lets be worth it is not taken.
TEST(ClosedForms, TimeThatSavesNothingIsLeft) {
  constexpr double kBias = 4.0;
  const SlideField field(1, kMass, kBias, 1e3);
  MotionAim aim = aim_at(1, 1.0);
  aim.costs[1] = 1.0;
  add_budget(aim, 0, 0.0, 50.0);
  const MotionSolution solution = solve(field, aim);
  expect_solved(solution);
  const double best = std::pow(36.0 * kMass * kMass / (kBias * kBias), 0.25);
  EXPECT_NEAR(solution.totals[0], best, 1e-3 * best);
}

// The least of a T + losses: without friction and peaks, losses are a T / 3.
TEST(ClosedForms, LossesAreAThirdOfThePriceOfTime) {
  const SlideField field(2, kMass, 0.0, 1e3);
  for (const double price : {0.01, 1.0, 50.0}) {
    MotionAim aim = aim_at(2, 1.0);
    aim.costs << price, 1.0, 1.0;
    const MotionSolution solution = solve(field, aim);
    expect_solved(solution);
    EXPECT_NEAR(solution.totals.tail(2).sum(), price * solution.totals[0] / 3.0,
                1e-5 * price * solution.totals[0]);
  }
}

// Four phases of the greatest jerk: T³ = 32 / J; a rate of force is a jerk of the mass.
TEST(ClosedForms, JerkAndRateAlone) {
  for (const double jerk : {0.5, 40.0, 3e4}) {
    for (const bool is_rate : {false, true}) {
      SlideField field(1, kMass, is_rate ? 1.0 : 0.0, 1e7);
      field.limits.resize(1);
      (is_rate ? field.limits[0].rate : field.limits[0].jerk) = is_rate ? jerk * kMass : jerk;
      MotionAim aim = aim_at(1, 1.0);
      aim.costs[0] = 1.0;
      const MotionSolution solution = solve(field, aim, {}, 1e-5);
      ASSERT_EQ(solution.status, MotionSolution::Status::solved) << jerk;
      const double time = std::cbrt(32.0 / jerk);
      EXPECT_NEAR(solution.totals[0], time, 1e-5 * time) << jerk << is_rate;
      EXPECT_TRUE(solution.is_global) << jerk << is_rate;
    }
  }
}

// P = m v dv/dt, there and back: v = sqrt(2 P t / m), so that 1 = 4/3 sqrt(2 P / m) (T/2)^(3/2).
TEST(ClosedForms, PowerAlone) {
  constexpr double kPower = 20.0;
  SlideField field(1, kMass, 0.0, 1e5);
  field.limits.resize(1);
  field.limits[0].power = kPower;
  MotionAim aim = aim_at(1, 1.0);
  aim.costs[0] = 1.0;
  const MotionSolution solution = solve(field, aim, {}, 1e-4);
  const double time = 2.0 * std::pow(0.75 * std::sqrt(kMass / (2.0 * kPower)), 2.0 / 3.0);
  // The force that a start with all its power would need is not there for the first moments.
  EXPECT_NEAR(solution.totals[0], time, 1e-3 * time);
  EXPECT_GE(solution.totals[0], time * (1.0 - 1e-6));
  // Power is of single places, which time cannot make up for.
  EXPECT_FALSE(solution.is_global);
}

// With peaks alone the plan of two parabolas.
TEST(ClosedForms, PeaksAlone) {
  constexpr double kMost = 7.0;
  const SlideField field(1, kMass, 0.0, kMost);
  MotionAim aim = aim_at(1, kMost);
  aim.costs[0] = 1.0;
  const MotionSolution solution = solve(field, aim);
  expect_solved(solution);
  const double time = 2.0 * std::sqrt(kMass / kMost);
  EXPECT_NEAR(solution.totals[0], time, kTolerance * time);
}

// The motion that is told is the one that was solved for.
TEST(ClosedForms, NodesAreTheMotion) {
  const SlideField field(2, kMass, 0.0, 1e3);
  const MotionSolution solution =
      solve(field, make_rated_aim((VectorXd(2) << 2.0, 3.0).finished(), 0.0));
  expect_solved(solution);
  double time = 0.0;
  for (std::size_t i = 0; i + 1 < solution.nodes.size(); ++i) {
    const MotionNode &from = solution.nodes[i], &to = solution.nodes[i + 1];
    const double rise = (from.u + to.u) * (to.p - from.p);
    EXPECT_NEAR(to.x - from.x, rise, 1e-9 * std::max(from.x, to.x));
    time += 2.0 * (to.p - from.p) / (std::sqrt(from.x) + std::sqrt(to.x));
  }
  EXPECT_NEAR(time, solution.totals[0], 1e-3 * time);
  for (const MotionForces& at : solution.course) {
    const double sum = at.forces.sum();
    EXPECT_NEAR(at.forces[0], 0.4 * sum, 1e-3);
  }
}

// A field has short parts where it changes fast: they have cells of their own on the first grid.
TEST(ClosedForms, ShortPartsHaveCells) {
  SlideField field(1, kMass, 0.0, 7.0);
  field.pieces = {{0.0, 0.499}, {0.499, 0.501, true, true, true}, {0.501, 1.0, true, true, true}};
  constexpr int kCells = 128;
  const SplineGrid grid(field, {{.begin = 0.0, .end = 1.0}}, {}, kCells, RestKind::forceful);
  const auto& cells = grid.cells();
  const auto count = [&](std::size_t part) {
    return std::count_if(cells.begin(), cells.end(),
                         [&](const GridCell& one) { return one.part == part; });
  };
  EXPECT_GE(count(1), kCells / 6 - 1);
  EXPECT_LE(cells.size(), static_cast<std::size_t>(3 * kCells / 2 + 3));
  EXPECT_GE(count(0), kCells / 2 - 2);
}

TEST(ClosedForms, WhatCannotBeIsNotSolved) {
  constexpr double kMost = 7.0;
  const SlideField field(1, kMass, 0.0, kMost);
  MotionAim aim = aim_at(1, kMost);
  aim.costs[1] = 1.0;
  add_budget(aim, 0, 0.0, 1.9 * std::sqrt(kMass / kMost));
  EXPECT_EQ(solve(field, aim).status, MotionSolution::Status::failed);
}

// Where holding alone takes more than is rated the cycle is a short motion and a long pause, which
// is lossless.
TEST(ClosedForms, APauseIsWithoutLosses) {
  constexpr double kBias = 3.0, kRated = 1.0;
  const SlideField field(1, kMass, kBias, 1e3);
  const MotionSolution solution = solve(field, make_rated_aim(VectorXd::Constant(1, kRated), 0.0));
  expect_solved(solution);
  // The least of 12 m² / T³ + b² T.
  const double time = std::pow(36.0 * kMass * kMass / (kBias * kBias), 0.25);
  const double losses = 12.0 * kMass * kMass / std::pow(time, 3) + kBias * kBias * time;
  EXPECT_NEAR(solution.period, losses, kTolerance * losses);
  EXPECT_NEAR(solution.totals[0], time, 1e-3 * time);
}

}  // namespace
}  // namespace globaldyn::inside::test
