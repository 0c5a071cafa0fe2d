// Motions averaged over time, so that forces take time to change.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "globaldyn/motion/path_analysis.h"
#include "globaldyn/record/planned_motion.h"
#include "tests/support/machines.h"

namespace globaldyn::inside::test {
namespace {

// The first path's plan, smoothed.
Smoothing smooth_first_path(const Machine& machine, const PathPlanOptions& options,
                            double rise_time, const RecordOptions& record) {
  const Path& path = machine.paths.front();
  PathAnalysis analysis(machine, path, make_survey_options(path, options));
  return smooth_plan(analysis, options, rise_time, record);
}

// A slide of 1 kg under |n| <= 1 N, along 1 m: d2 jumps from 1 to -1 half-way.
Machine make_smooth_slide(const std::string& more = "", const std::string& path = "") {
  return parse_machine(R"(globaldyn: 1
name: slide
gravity: [0, 0, 0]
bodies:
  table: {mass: 1 kg, inertia: {diag: [1, 1, 1]}}
joints:
  X: {type: prismatic, a: {body: ground, axis: x}, b: {body: table, axis: x}}
drives:
  F: {joint: X, limits: 1 N)" +
                           more + R"(}
tool: {body: table, at: [0, 0]}
paths:
  line: {position: {line: {from: [0, 0], to: [1, 0]}}, prescribe: [x])" +
                           path + "}\n",
                       "slide.yaml", ".");
}

constexpr double kWindow = 0.2;

// The mean of x(t) = t²/2 … 1 - (2 - t)²/2 by hand: d2 is a trapezoid.
TEST(SmoothMotion, IsTheMeanOverTheWindow) {
  const Machine machine = make_smooth_slide();
  const PathPlan plan = plan_path(machine, machine.paths[0], {.tolerance = 1e-9});
  const SmoothMotion motion(plan.trajectory, kWindow);
  EXPECT_NEAR(motion.duration(), 2.0 + kWindow, 1e-8);
  const auto integral = [](double t) {  // of the trajectory's p
    if (t <= 0.0) return 0.0;
    if (t <= 1.0) return t * t * t / 6.0;
    if (t >= 2.0) return 1.0 + (t - 2.0);
    return 1.0 / 6.0 + (t - 1.0) - (1.0 - std::pow(2.0 - t, 3)) / 6.0;
  };
  for (double t = 0.0; t <= 2.2; t += 0.05) {
    const MotionState state = motion.at(t);
    EXPECT_NEAR(state.p, (integral(t) - integral(t - kWindow)) / kWindow, 1e-8) << t;
  }
  EXPECT_NEAR(motion.at(0.1).d2, 0.5, 1e-7);
  EXPECT_NEAR(motion.at(0.5).d2, 1.0, 1e-7);
  EXPECT_NEAR(motion.at(1.1).d2, 0.0, 1e-7);
  EXPECT_NEAR(motion.at(1.7).d2, -1.0, 1e-7);
}

TEST(SmoothMotion, DerivativesAreThoseOfP) {
  const Machine machine = make_smooth_slide();
  const PathPlan plan = plan_path(machine, machine.paths[0]);
  const SmoothMotion motion(plan.trajectory, kWindow);
  constexpr double kStep = 1e-5;
  for (double t = 0.03; t < 2.15; t += 0.0371) {
    const MotionState before = motion.at(t - kStep), here = motion.at(t),
                      after = motion.at(t + kStep);
    // Central differences: third order terms of 1e-10, and round-off of 1e-16 / 1e-5.
    EXPECT_NEAR((after.p - before.p) / (2.0 * kStep), here.d1, 1e-8) << t;
    EXPECT_NEAR((after.d1 - before.d1) / (2.0 * kStep), here.d2, 2.0 * kStep / kWindow) << t;
  }
}

// It rests where the plan rests, for as long.
TEST(SmoothMotion, RestsWhereThePlanRests) {
  const Machine machine = make_smooth_slide("", ", stops: [{at: 0.5, for: 0.3 s}]");
  const PathPlan plan = plan_path(machine, machine.paths[0]);
  const SmoothMotion motion(plan.trajectory, kWindow);
  EXPECT_NEAR(motion.duration(), plan.time() + 2.0 * kWindow, 1e-12);
  const double arrives = plan.plan.time / 2.0 + kWindow;
  for (const double after : {0.01, 0.15, 0.29}) {
    const MotionState state = motion.at(arrives + after);
    EXPECT_NEAR(state.p, 0.5, 1e-12);
    EXPECT_EQ(state.d1, 0.0);
    EXPECT_EQ(state.d2, 0.0);
  }
  EXPECT_GT(motion.at(arrives + 0.35).d1, 0.0);
  EXPECT_GT(motion.at(arrives - 0.05).d1, 0.0);
}

// The jump of 2 N is the whole range: it takes the rise time, and the motion takes as much longer.
TEST(Smoothing, ForcesTakeTheRiseTime) {
  const Machine machine = make_smooth_slide();
  const Smoothing smooth = smooth_first_path(machine, {}, kWindow, {});
  EXPECT_NEAR(smooth.duration, 2.0 + kWindow, 1e-5);
  EXPECT_GE(smooth.fastest_rise, kWindow * (1.0 - 1e-9));
  EXPECT_NEAR(smooth.fastest_rise, kWindow, 1e-6);
}

TEST(Smoothing, KeepsLimitsAndRiseOnAMachine) {
  const Machine machine = load("sliding_star");
  PlannedMotionOptions options;
  options.plan.tolerance = 1e-4;
  options.rise_time = 0.004;
  options.samples = 1501;
  const PlannedMotion motion = plan_motion(machine, find_path(machine, "circle_a"), options);
  ASSERT_TRUE(motion.smoothing.has_value());
  EXPECT_GT(motion.smoothing->duration, motion.plan.time());
  EXPECT_LT(motion.smoothing->duration, 1.1 * motion.plan.time());
  EXPECT_LE(motion.record.max_violation, kMostViolation);
  const auto& samples = motion.record.samples;
  for (std::size_t i = 1; i < samples.size(); ++i) {
    const double dt = samples[i].state.t - samples[i - 1].state.t;
    const double rate = (samples[i].forces - samples[i - 1].forces).cwiseAbs().maxCoeff() / dt;
    // The rise was checked at other instants than these: corners of the forces lie in between.
    EXPECT_LE(rate, 1.1 * 2000.0 / options.rise_time) << samples[i].state.t;
  }
}

TEST(Smoothing, RefusesWhatItCannotDo) {
  const Machine rubbing = parse_machine(R"(globaldyn: 1
name: turn
gravity: [0, 0, 0]
bodies: {arm: {mass: 1 kg, com: [0.5, 0], inertia: {rod: 0.1}}}
joints: {J: {type: revolute, a: ground, b: arm}}
drives: {M: {joint: J, limits: 1 N m, coulomb: 0.1 N m}}
paths: {swing: {joints: {J: sin(p)}, p_max: 3}}
)",
                                        "turn.yaml", ".");
  EXPECT_THROW((void)smooth_first_path(rubbing, {}, 0.01, {}), Error);
  const Machine machine = make_smooth_slide();
  PathPlanOptions running;
  running.start = {EndSpeed::Kind::tool, 0.1};
  EXPECT_THROW((void)smooth_first_path(machine, running, 0.01, {}), InputError);
}

std::string find_refusal(const Machine& machine) {
  try {
    (void)smooth_first_path(machine, {.tolerance = 1e-4}, 0.005, {});
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

// A table on two slides of 10 kg each along a corner.
Machine make_table(const std::string& corner) {
  return parse_machine(R"(globaldyn: 1
name: table
bodies: {beam: {mass: 10 kg}, cart: {mass: 10 kg}}
joints:
  Y: {type: prismatic, a: {body: ground, axis: y}, b: {body: beam, axis: y}}
  X: {type: prismatic, a: {body: beam, axis: x}, b: {body: cart, axis: x}}
drives:
  FY: {joint: Y, limits: 1000 N}
  FX: {joint: X, limits: 1000 N}
tool: cart
paths:
  corner: {position: )" + corner +
                           "}\n",
                       "table.yaml", ".");
}

// The force on a blend is that of its curvature from its first point on: no averaging makes it less
// sudden. A spline and a smooth blend, whose third derivatives jump, and a corner with a stop are
// no obstacle.
TEST(Smoothing, RefusesPathsWhoseCurvatureJumps) {
  const std::string refusal = find_refusal(
      make_table("{polyline: {points: [[0, 0], [0.5, 0], [0.5, 0.5]], blend: 30 mm, shape: "
                 "parabola}}"));
  EXPECT_NE(refusal.find("table.yaml:"), std::string::npos) << refusal;
  EXPECT_NE(refusal.find("at p = 0.47"), std::string::npos) << refusal;
  EXPECT_NE(refusal.find("curvature jumps"), std::string::npos) << refusal;
  EXPECT_EQ(find_refusal(make_table("{polyline: {points: [[0, 0], [0.5, 0], [0.5, 0.5]]}}")), "");
  EXPECT_EQ(find_refusal(make_table("{polyline: {points: [[0, 0], [0.5, 0], [0.5, 0.5]], blend: 30 "
                                    "mm}}")),
            "");
  EXPECT_EQ(find_refusal(make_table("{spline: {points: [[0, 0], [0.4, 0.1], [0.5, 0.5]]}}")), "");
}

// At the stop friction needs no motor, but at once the whole of it as the slide starts.
TEST(Smoothing, RefusesStopsUnderFriction) {
  const std::string stop = ", stops: [{at: 0.5, for: 1 s}]";
  const std::string refusal = find_refusal(make_smooth_slide(", coulomb: 0.1 N", stop));
  EXPECT_NE(refusal.find("starts from the stop at p = 0.5"), std::string::npos) << refusal;
  EXPECT_EQ(find_refusal(make_smooth_slide("", stop)), "");
}

// Means and peaks are those of the motion recorded: forces of a trapezoid between 1 and -1 N over
// 2.2 s, and power at the ends of its plateaus.
TEST(Smoothing, TellsWhatTheSmoothedMotionAsksFor) {
  PlannedMotionOptions options;
  options.rise_time = kWindow;
  options.samples = 2201;
  const Machine machine = make_smooth_slide();
  const PlannedMotion motion = plan_motion(machine, machine.paths[0], options);
  ASSERT_TRUE(motion.smoothing.has_value());
  double sum = 0.0, most = 0.0;
  const auto& samples = motion.record.samples;
  for (std::size_t i = 1; i < samples.size(); ++i) {
    const double dt = samples[i].state.t - samples[i - 1].state.t;
    const double a = samples[i - 1].forces(0), b = samples[i].forces(0);
    sum += dt * (a * a + a * b + b * b) / 3.0;  // the force is linear in time
    most = std::max(most, std::abs(samples[i].calc_power()(0)));
  }
  // Two plateaus of 0.8 s, two flanks of 0.2 s, and one of 0.2 s from 1 to -1 N.
  EXPECT_NEAR(sum, 1.6 + 0.6 / 3.0, 1e-3);
  EXPECT_NEAR(motion.use.rms_force(0), std::sqrt(sum / motion.smoothing->duration), 1e-6);
  EXPECT_NEAR(motion.use.peak_power(0), most, 1e-4 * most);
  EXPECT_NEAR(motion.use.peak_force(0), 1.0, 1e-5);
  EXPECT_GE(motion.use.peak_power(0), most);
}

}  // namespace
}  // namespace globaldyn::inside::test
