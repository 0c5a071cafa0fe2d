// How redundant drives share, fixed before limits are looked at. Oracles: closed forms of two
// motors on one slide; forces that are orthogonal to all that does no work; forward simulation.
#include "globaldyn/forces/preload_rule.h"

#include <gtest/gtest.h>

#include <cmath>

#include "globaldyn/machine/leave_out_drives.h"
#include "globaldyn/record/planned_motion.h"
#include "globaldyn/record/write_plan.h"
#include "globaldyn/simulation/machine_simulation.h"
#include "tests/support/draw.h"
#include "tests/support/machines.h"

namespace globaldyn::inside::test {
namespace {

using Kind = PreloadRule::Kind;

const SourcePlace kHere{"test", 0, 0};

Machine with_rule(Machine machine, const PreloadRule& rule) {
  set_preload(rule, kHere, machine);
  return machine;
}

Machine make_slide(double mass, double first, double second) {
  return parse_machine(
      fmt::format("globaldyn: 1\nname: slide\nbodies: {{cart: {{mass: {}}}}}\n"
                  "joints: {{X: {{type: prismatic, a: {{body: ground, axis: x}}, b: {{body: cart, "
                  "axis: x}}}}}}\n"
                  "drives: {{F: {{joint: X, limits: {}}}, G: {{joint: X, limits: {}}}}}\n"
                  "paths: {{way: {{joints: {{X: 0.7*p}}, p_max: 1}}}}\n",
                  mass, first, second),
      "slide.yaml", ".");
}

double find_time(const Machine& machine) {
  return plan_path(machine, machine.paths[0], {.tolerance = 1e-8}).time();
}

// From rest to rest with these accelerations.
double find_trapezoid(double gain, double loss) {
  return std::sqrt(2.0 * 0.7 * (1.0 / gain + 1.0 / loss));
}

TEST(PreloadRule, TwoMotorsOnOneSlide) {
  Draw draw(2);
  for (int i = 0; i < 30; ++i) {
    const double m = draw.decade(-1.0, 2.0), f = draw.decade(0.0, 3.0);
    const double g = f * draw.uniform(0.3, 3.0), less = std::min(f, g);
    const double p = less * draw.uniform(-0.8, 0.8);
    const Machine machine = make_slide(m, f, g);
    EXPECT_NEAR(find_time(machine), find_trapezoid((f + g) / m, (f + g) / m), 1e-7);
    EXPECT_NEAR(find_time(with_rule(machine, {Kind::least_norm, {}})),
                find_trapezoid(2 * less / m, 2 * less / m), 1e-7);
    // What does no work is half the difference of what is asked for.
    PreloadRule rule{Kind::constant, Eigen::Vector2d(p + 7.0, 7.0 - p)};
    const double gain = 2 * std::min(f - p, g + p) / m, loss = 2 * std::min(f + p, g - p) / m;
    EXPECT_NEAR(find_time(with_rule(machine, rule)), find_trapezoid(gain, loss), 1e-7);
    const Machine alone = without(machine, {DriveId(1)});
    ASSERT_EQ(alone.off.size(), 1u);
    EXPECT_EQ(alone.off.begin()->name, "G");
    EXPECT_NEAR(find_time(alone), find_trapezoid(f / m, f / m), 1e-7);
  }
}

// All along, on real machines: never faster than with free choice, forces as the rule says, and
// the machine driven by them follows.
TEST(PreloadRule, PlansOfLibraryMachinesKeepIt) {
  for (const char* name : {"sliding_star", "rrr4", "dual_v"}) {
    SCOPED_TRACE(name);
    const Machine machine = load(name);
    const Path& path = machine.paths[0];
    const double free = plan_path(machine, path).time();
    const Machine ruled = with_rule(machine, {Kind::least_norm, {}});
    const PlannedMotion motion = plan_motion(ruled, path, {.samples = 41});
    ASSERT_TRUE(motion.plan.has_motion()) << motion.plan.reason;
    EXPECT_EQ(motion.plan.status(), PlanStatus::optimal) << motion.plan.reason;
    EXPECT_GE(motion.plan.time(), free * (1.0 - 1e-6));
    EXPECT_LE(motion.max_violation, 1e-6);
    for (const MotionSample& sample : motion.record.samples) {
      const Evaluation there = evaluate(machine, {.paths = {path.name}, .at = {sample.state.p}});
      const MatrixXd& V = there.paths[0].samples[0].map.V;
      ASSERT_EQ(V.cols(), 1);
      EXPECT_LE((V.transpose() * sample.forces).norm(), 1e-6 * (1.0 + sample.forces.norm()));
    }
  }
}

// A slide with motors of which only the first is near its limit.
Machine make_slide_of(int motors, double mass, double weakest) {
  std::string drives;
  for (int k = 0; k < motors; ++k) {
    drives += fmt::format("{}F{}: {{joint: X, limits: {}}}", k == 0 ? "" : ", ", k,
                          k == 0 ? weakest : 1e3 * weakest);
  }
  return parse_machine(
      fmt::format("globaldyn: 1\nname: slide\nbodies: {{cart: {{mass: {}}}}}\n"
                  "joints: {{X: {{type: prismatic, a: {{body: ground, axis: x}}, b: {{body: cart, "
                  "axis: x}}}}}}\ndrives: {{{}}}\n"
                  "paths: {{way: {{joints: {{X: 0.7*p}}, p_max: 1}}}}\n",
                  mass, drives),
      "slide.yaml", ".");
}

// Forces over p whose work-free part of the first motor is `preload`; that of the others is its
// opposite in equal parts, and all of them have the same in addition, which does work.
PreloadRule make_preload_table(const std::vector<double>& p, const std::vector<double>& preload,
                               int motors, double working) {
  PreloadTable table{p, MatrixXd(motors, static_cast<Eigen::Index>(p.size())), "table.csv"};
  for (std::size_t i = 0; i < p.size(); ++i) {
    const auto column = static_cast<Eigen::Index>(i);
    table.forces.col(column).setConstant(working - preload[i] / (motors - 1));
    table.forces(0, column) = working + preload[i];
  }
  return {Kind::table, {}, std::move(table)};
}

// The integral of 1 / sqrt(A s - B s²) from 0 to s.
double integrate_root(double A, double B, double s) {
  if (B == 0.0) return 2.0 * std::sqrt(s / A);
  const double root = std::sqrt(std::abs(B)), share = std::sqrt(std::abs(B) * s / A);
  return 2.0 / root * (B > 0.0 ? std::asin(share) : std::asinh(share));
}

// With w(p) = w0 + w1 p in the first motor the slide is accelerated by k (f - w) / m and braked by
// k (f + w) / m. Over d = 0.7 m of p: v²/2 = d k/m (f p - w0 p - w1 p²/2) from the start, likewise
// from the end, and the two meet at p = (f + w0 + w1/2) / (2 f).
TEST(PreloadRule, TablesOverPHaveTheirClosedForm) {
  Draw draw(11);
  for (int i = 0; i < 30; ++i) {
    SCOPED_TRACE(i);
    const int k = 2 + i % 2;
    const double m = draw.decade(-1.0, 2.0), f = draw.decade(0.0, 3.0);
    const double w0 = f * draw.uniform(-0.7, 0.7), w1 = f * draw.uniform(-0.7, 0.7) - w0;
    Machine machine = make_slide_of(k, m, f);
    set_preload(make_preload_table({0.0, 1.0}, {w0, w0 + w1}, k, 3.0 * f), kHere, machine);
    const double p = (f + w0 + 0.5 * w1) / (2.0 * f), scale = 2.0 * 0.7 * k / m;
    const double B = 0.5 * scale * w1;
    const double time = 0.7 * (integrate_root(scale * (f - w0), B, p) +
                               integrate_root(scale * (f + w0 + w1), B, 1.0 - p));
    EXPECT_NEAR(find_time(machine), time, 1e-7 * (1.0 + time));
  }
}

// Straight between its rows: by numbers, s² for p so that nothing is infinite at rest.
TEST(PreloadRule, TablesMayHaveManyRows) {
  const std::vector<double> places{0.0, 0.3, 0.55, 1.0}, preload{0.2, -0.4, 0.5, 0.1};
  Machine machine = make_slide_of(2, 1.0, 1.0);
  set_preload(make_preload_table(places, preload, 2, 0.0), kHere, machine);
  const auto w = [&](double p) {
    std::size_t i = 1;
    while (i + 2 < places.size() + 1 && p > places[i]) ++i;
    return preload[i - 1] +
           (preload[i] - preload[i - 1]) * (p - places[i - 1]) / (places[i] - places[i - 1]);
  };
  const auto time_to = [&](double length, auto&& push) {
    constexpr int kSteps = 200'000;
    double time = 0.0, work = 0.0;
    for (int i = 0; i < kSteps; ++i) {
      const double s = std::sqrt(length) * (i + 0.5) / kSteps, h = std::sqrt(length) / kSteps;
      const double before = std::pow(s - 0.5 * h, 2), after = std::pow(s + 0.5 * h, 2);
      const double middle = s * s;
      const double half = push(0.5 * (before + middle)) * (middle - before);
      time += 0.7 * 2.0 * s * h / std::sqrt(2.0 * 0.7 * 2.0 * (work + half));
      work += half + push(0.5 * (middle + after)) * (after - middle);
    }
    return time;
  };
  double whole = 0.0;
  for (std::size_t i = 1; i < places.size(); ++i) {
    whole += 0.5 * (preload[i] + preload[i - 1]) * (places[i] - places[i - 1]);
  }
  const double meet = 0.5 * (1.0 + whole);
  const double time = time_to(meet, [&](double p) { return 1.0 - w(p); }) +
                      time_to(1.0 - meet, [&](double q) { return 1.0 + w(1.0 - q); });
  EXPECT_NEAR(find_time(machine), time, 1e-6 * time);  // of the sum
}

TEST(PreloadRule, ATableOfConstantsIsTheConstantRule) {
  const Machine machine = load("sliding_star");
  const Path& path = machine.paths[0];
  const Eigen::Vector4d forces(40.0, -10.0, 25.0, 5.0);
  PreloadTable table{{0.0, 1.0, path.p_max}, forces.replicate(1, 3), "table.csv"};
  const Machine constant = with_rule(machine, {Kind::constant, forces});
  const Machine listed = with_rule(machine, {Kind::table, {}, table});
  const PlannedMotion one = plan_motion(constant, path, {.samples = 21});
  const PlannedMotion other = plan_motion(listed, listed.paths[0], {.samples = 21});
  ASSERT_EQ(one.plan.status(), PlanStatus::optimal);
  ASSERT_EQ(other.plan.status(), PlanStatus::optimal);
  EXPECT_NEAR(one.plan.time(), other.plan.time(), 2e-6 * one.plan.time());  // both tolerances
  EXPECT_NE(one.fingerprint, other.fingerprint);
  for (const MotionSample& sample : other.record.samples) {
    const Evaluation there = evaluate(machine, {.paths = {path.name}, .at = {sample.state.p}});
    const MatrixXd& V = there.paths[0].samples[0].map.V;
    EXPECT_LE((V.transpose() * (sample.forces - forces)).norm(), 1e-6 * forces.norm());
  }
}

TEST(PreloadRule, TablesThatEndTooEarlyAreRefused) {
  Machine machine = make_slide_of(2, 1.0, 1.0);
  set_preload(make_preload_table({0.0, 0.5}, {0.1, 0.2}, 2, 0.0), kHere, machine);
  EXPECT_THROW((void)find_time(machine), InputError);
  EXPECT_THROW(set_preload(make_preload_table({0.0, 1.0}, {0.1, 0.2}, 3, 0.0), kHere, machine),
               InputError);
}

TEST(PreloadRule, OtherNumbersOfForcesAreRefused) {
  Machine machine = make_slide(1.0, 1.0, 1.0);
  EXPECT_THROW(set_preload({Kind::constant, VectorXd::Zero(3)}, kHere, machine), InputError);
}

}  // namespace
}  // namespace globaldyn::inside::test
