// The same way told by p that moves along with it, and by formulas that stand still where it begins
// and ends: what is best along it does not depend on how it is told.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "globaldyn/convex/standstill_pace.h"
#include "globaldyn/cycle/planned_cycle.h"
#include "globaldyn/machine/machine.h"
#include "globaldyn/record/planned_motion.h"

namespace globaldyn::inside::test {
namespace {

// Two motors on one slide, one of them weaker, against gravity and friction.
std::string make_lift(const std::string& share) {
  return R"(globaldyn: 1
name: lift
gravity: [-9.81, 0, 0]
bodies: {beam: {mass: 5 kg}}
joints: {X: {type: prismatic, a: {body: ground, axis: x}, b: {body: beam, axis: x}}}
drives:
  M: {joint: X, limits: 100 N, rated: 30 N, loss_weight: 0.2 W/N^2, viscous: 2 N*s/m}
  N: {joint: X, limits: 60 N, rated: 40 N, loss_weight: 0.1 W/N^2, coulomb: 1 N}
paths: {way: {joints: {X: ")" +
         share + R"("}, p_max: 1}}
cycles: {day: {steps: [{path: way}, {dwell: 0.1 s}, {path: way, reverse: true}]}}
)";
}

// An arm of two links in a vertical plane whose tip goes along an arc.
std::string make_arm(const std::string& share) {
  return R"(globaldyn: 1
name: arm
gravity: [0, -9.81, 0]
bodies:
  upper: {mass: 3 kg, com: [0.25, 0], inertia: {rod: 0.06}, frames: {elbow: [0.5, 0]}}
  lower: {mass: 2 kg, com: [0.2, 0], inertia: {rod: 0.03}, frames: {tip: [0.4, 0]}}
joints:
  S: {type: revolute, a: ground, b: upper, guess: 0.3}
  E: {type: revolute, a: upper.elbow, b: lower, guess: 1.4}
drives:
  A: {joint: S, limits: 90 N m, rated: 45 N m, loss_weight: 0.05 W/(N*m)^2, coulomb: 0.5 N m}
  B: {joint: E, limits: 30 N m, rated: 15 N m, loss_weight: 0.1 W/(N*m)^2, viscous: 0.2 N*m*s}
tool: lower.tip
paths:
  way: {position: {x: ")" +
         ("0.45 + 0.2*cos(2*(" + share + "))") + "\", y: \"" +
         ("0.1 + 0.2*sin(2*(" + share + "))") +
         R"("}, p_max: 1}
)";
}

constexpr const char* kMovesAlong = "1*p";
constexpr const char* kStandsStill[] = {"3*p^2-2*p^3", "10*p^3-15*p^4+6*p^5", "0.5-0.5*cos(pi*p)",
                                        "p^2",         "1-(1-p)^3",           "0.3*p^2+0.7*p^3"};

struct Wished {
  const char* name;
  PathPlanOptions options;
};

std::vector<Wished> list_wishes() {
  std::vector<Wished> all;
  all.push_back({"rated", {.wish = {.within_rated = true}}});
  all.push_back({"losses", {.wish = {.least_losses = true, .time = 1.6}}});
  all.push_back({"energy", {.wish = {.least_energy = true, .time = 1.6}}});
  all.push_back({"rise", {.rise_time = 0.1}});
  all.push_back({"even", {.wish = {.variation_worth = 0.05}}});
  return all;
}

class Standstills : public testing::TestWithParam<Wished> {};
INSTANTIATE_TEST_SUITE_P(Wishes, Standstills, testing::ValuesIn(list_wishes()),
                         [](const auto& test) { return std::string(test.param.name); });

PlannedMotion plan_way(const std::string& text, const PathPlanOptions& asked) {
  const Machine machine = parse_machine(text, "way.yaml", ".");
  PlannedMotionOptions options;
  options.plan = asked;
  options.plan.report = false;
  options.checks = 500;
  return plan_motion(machine, machine.paths.front(), options);
}

// Time, and what changes of forces are worth.
double calc_cost(const PlannedMotion& motion) {
  double cost = motion.plan.time();
  const VectorXd& variation = motion.plan.wished->variation;
  const VectorXd ranges = Eigen::Vector2d(200.0, 120.0);  // of the lift
  if (variation.size() > 0) {
    cost += motion.plan.wished->wish.variation_worth * variation.cwiseQuotient(ranges).sum();
  }
  return cost;
}

void expect_same(const PlannedMotion& motion, const PlannedMotion& known) {
  ASSERT_EQ(motion.plan.status(), PlanStatus::optimal) << motion.plan.reason;
  EXPECT_LE(motion.max_violation, 1e-6);
  constexpr double kSame = 3e-5;  // each is known to 1e-5
  EXPECT_NEAR(calc_cost(motion), calc_cost(known), kSame * calc_cost(known));
  const double losses = known.plan.wished->losses;
  // Of motions that are not to lose least they are known as well as forces, not as times.
  EXPECT_NEAR(motion.plan.wished->losses, losses, 2e-3 * losses);
}

TEST_P(Standstills, DoNotChangeALift) {
  const PlannedMotion known = plan_way(make_lift(kMovesAlong), GetParam().options);
  ASSERT_EQ(known.plan.status(), PlanStatus::optimal) << known.plan.reason;
  for (const char* share : kStandsStill) {
    SCOPED_TRACE(share);
    expect_same(plan_way(make_lift(share), GetParam().options), known);
  }
}

TEST_P(Standstills, DoNotChangeAnArm) {
  if (GetParam().options.wish.variation_worth > 0.0) return;  // ranges are those of the lift
  const PlannedMotion known = plan_way(make_arm(kMovesAlong), GetParam().options);
  ASSERT_EQ(known.plan.status(), PlanStatus::optimal) << known.plan.reason;
  for (const char* share : {kStandsStill[0], kStandsStill[1]}) {
    SCOPED_TRACE(share);
    expect_same(plan_way(make_arm(share), GetParam().options), known);
  }
}

// Steps of a cycle share what they are allowed, however they are told.
TEST(Standstills, DoNotChangeACycle) {
  const auto plan_day = [](const char* share) {
    const Machine machine = parse_machine(make_lift(share), "way.yaml", ".");
    PlannedMotionOptions options;
    options.plan.wish = {.within_rated = true};
    return plan_cycle(machine, find_cycle(machine, "day"), options);
  };
  const PlannedMotion known = plan_day(kMovesAlong);
  ASSERT_EQ(known.plan.status(), PlanStatus::optimal) << known.plan.reason;
  expect_same(plan_day(kStandsStill[0]), known);
  expect_same(plan_day(kStandsStill[1]), known);
}

// At a steep standstill on the way the machine rests, as its d1 is finite: two ways of half the
// length.
TEST(Standstills, OnTheWayAreRests) {
  const PathPlanOptions rated{.wish = {.within_rated = true}};
  const PlannedMotion known = plan_way(make_lift("0.5*p"), rated);
  const PlannedMotion twice = plan_way(make_lift("0.5+4*(p-0.5)^3"), rated);
  ASSERT_EQ(twice.plan.status(), PlanStatus::optimal) << twice.plan.reason;
  EXPECT_NEAR(twice.plan.time(), 2.0 * known.plan.time(), 3e-5 * twice.plan.time());
}

// Forces on both sides of it differ, d1 does not.
TEST(Standstills, OnTheWayHaveOneSpeed) {
  for (const char* share : {"0.5+4*(p-0.5)^3", "0.3+(p-0.6)^3/0.72"}) {
    for (const PathPlanOptions& asked :
         {PathPlanOptions{.wish = {.within_rated = true}}, PathPlanOptions{.rise_time = 0.05}}) {
      const PlannedMotion motion = plan_way(make_arm(share), asked);
      EXPECT_EQ(motion.plan.status(), PlanStatus::optimal) << share << motion.plan.reason;
      EXPECT_LE(motion.max_violation, 1e-6) << share;
    }
  }
}

TEST(StandstillPace, IsItsOwnInverse) {
  for (const auto& [before, after] : {std::pair{1, 0}, {0, 2}, {1, 1}, {2, 3}, {4, 4}}) {
    const StandstillPace pace(2.0, 5.0, before, after);
    EXPECT_EQ(pace.find_place(2.0).p, 2.0);
    EXPECT_EQ(pace.find_place(5.0).p, 5.0);
    for (const double p : {2.1, 2.4, 3.0, 3.5, 4.1, 4.9}) {
      const double s = pace.find_s(p);
      const StandstillPace::Place place = pace.find_place(s);
      EXPECT_NEAR(place.p, p, 1e-9) << before << after;
      // Derivatives by small steps.
      const double step = 1e-5 * std::min(s - 2.0, 5.0 - s);
      const StandstillPace::Place next = pace.find_place(s + step),
                                  last = pace.find_place(s - step);
      EXPECT_NEAR((next.p - last.p) / (2.0 * step), place.rate, 1e-6 * place.rate);
      EXPECT_NEAR((next.rate - last.rate) / (2.0 * step), place.second,
                  1e-5 * (std::abs(place.second) + place.rate));
    }
  }
}

}  // namespace
}  // namespace globaldyn::inside::test
