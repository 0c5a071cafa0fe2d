// Forces over time that act for a short while, and those that do not. Oracle: their integral, by
// closed forms, is what a slide's speed becomes.
#include "globaldyn/simulation/drive_force.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "core/formulations/registry/formulations.h"
#include "globaldyn/simulation/machine_simulation.h"
#include "tests/support/draw.h"
#include "tests/support/machines.h"

namespace globaldyn::inside::test {
namespace {

constexpr const char* kSlide = R"(globaldyn: 1
name: slide
bodies: {cart: {mass: 2, inertia: {diag: [1, 1, 1]}}}
joints: {P: {type: prismatic, a: ground, b: cart, guess: 0}}
drives: {F: {joint: P, limits: 1000 N}}
)";

std::vector<DriveForce> make_force(const std::string& text) {
  const auto find_time = [](const std::string& /*t*/, const SourcePlace& /*place*/) {
    return Symbol{.kind = Symbol::Kind::variable, .typed = true, .dimension = dimension::time};
  };
  return {{DriveId(0), Expression::parse(text, {"force", 0, 0}, find_time)}};
}

int count_looks(const std::string& force, double duration) {
  const ForceLooks looks(make_force(force), duration);
  int count = 0;
  for (double t = looks.find_next(0.0); std::isfinite(t); t = looks.find_next(t)) ++count;
  return count;
}

// 200 N for some 7 ms, anywhere in a second of nothing: by all integrators, however coarse.
TEST(DriveForce, NoPulseIsPassedOver) {
  const Machine machine = parse_machine(kSlide, "slide.yaml", ".");
  const Pose pose = find_start_pose(machine, {});
  Draw draw(3);
  for (int i = 0; i < 30; ++i) {
    const double at = draw.uniform(0.05, 0.95);
    const std::string force = fmt::format("200 N*exp(-((t/1 s - {})/0.002)^2)", at);
    for (const IntegrationMethod method :
         {IntegrationMethod::runge_kutta, IntegrationMethod::adams, IntegrationMethod::bdf}) {
      const MachineSimulation run =
          simulate_machine(machine, pose, Twists(machine.mechanism.bodies.size()),
                           make_force(force), {.method = method, .tolerance = 1e-4, .samples = 2});
      ASSERT_EQ(run.result.status, SimulationStatus::done);
      const double impulse = 200.0 * 0.002 * std::sqrt(std::numbers::pi);
      EXPECT_NEAR(run.rows.back().rates(0), 0.5 * impulse, 1e-3 * impulse) << at;
    }
  }
}

// What acts all the time does not bound the steps.
TEST(DriveForce, SmoothForcesLeaveStepsLong) {
  EXPECT_EQ(count_looks("5 N", 1.0), 0);
  EXPECT_EQ(count_looks("5 N + 3 N*t/1 s", 1.0), 1);
  EXPECT_LE(count_looks("5 N*sin(2*pi*t/1 s)", 1.0), 8);
  EXPECT_LE(count_looks("5 N*sin(20*2*pi*t/1 s)", 1.0), 160);
  EXPECT_EQ(count_looks("5 N*sin(200*2*pi*t/1 s)", 1.0), 512);
  // At a jump only.
  EXPECT_LE(count_looks("5 N*max(0, min(1, (t - 0.3333 s)/1e-9 s))", 1.0), 20);
}

// Two and a half decades of lengths, each next to its end.
TEST(DriveForce, LooksEndWithTheRun) {
  for (const double duration : {1e-3, 0.3, 40.0}) {
    const ForceLooks looks(make_force("1 N*t/1 s"), duration);
    EXPECT_EQ(looks.find_next(0.0), duration);
    EXPECT_TRUE(std::isinf(looks.find_next(duration)));
  }
}

}  // namespace
}  // namespace globaldyn::inside::test
