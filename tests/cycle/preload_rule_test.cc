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

TEST(PreloadRule, OtherNumbersOfForcesAreRefused) {
  Machine machine = make_slide(1.0, 1.0, 1.0);
  EXPECT_THROW(set_preload({Kind::constant, VectorXd::Zero(3)}, kHere, machine), InputError);
}

}  // namespace
}  // namespace globaldyn::inside::test
