// Bodies without mass or moments of inertia, in motion: point masses, and links that only connect.
// Oracles: energy; the same machine with all of it lumped where it matters; formulations beside
// each other.
#include <gtest/gtest.h>

#include <cmath>

#include "core/kinematics/assembly.h"
#include "core/simulation/simulation.h"
#include "globaldyn/machine/machine.h"

namespace globaldyn {
namespace {

struct Swing {
  SimulationResult result;
  std::vector<SimulationSample> samples;
};

Swing let_swing(const Machine& machine, const Formulation& formulation, double duration,
                double tolerance) {
  const AssemblyOutcome start = assemble(machine.mechanism, machine.topology, {});
  EXPECT_EQ(start.status, AssemblyStatus::ok) << start.reason;
  SimulationOptions options;
  options.duration = duration;
  options.tolerance = tolerance;
  options.formulation = &formulation;
  options.samples = 101;
  Swing swing;
  swing.result = simulate(machine.mechanism, machine.topology, start.pose,
                          Twists(machine.mechanism.bodies.size()), {}, options,
                          [&](const SimulationSample& sample) { swing.samples.push_back(sample); });
  return swing;
}

std::string make_pendulum(const std::string& body) {
  return "globaldyn: 1\nname: pendulum\ngravity: [0, -9.81, 0]\nbodies:\n  bob: " + body +
         "\njoints:\n  J: {type: revolute, a: ground, b: bob, guess: 0}\n"
         "drives: {M: {joint: J}}\ntool: {body: bob, at: [1, 0]}\n";
}

// A point mass on a rod keeps its energy the better the finer steps are (an inertia of 1e-9 that
// the energy does not know would be seen at any), in a number of steps as with an inertia.
TEST(Massless, APointMassSwingsLikeABody) {
  const Machine point = parse_machine(
      make_pendulum("{mass: 1 kg, com: [1, 0], inertia: {diag: [0, 0, 0]}}"), "point.yaml", ".");
  // The same moment about the pivot: I + m r^2 = 1, m r = 1.
  const Machine body =
      parse_machine(make_pendulum("{mass: 2 kg, com: [0.5, 0], inertia: {diag: [0.3, 0.3, 0.5]}}"),
                    "body.yaml", ".");
  for (const Formulation& formulation : list_formulations()) {
    const Swing a = let_swing(point, formulation, 3.0, 1e-10),
                b = let_swing(body, formulation, 3.0, 1e-10);
    ASSERT_EQ(a.result.status, SimulationStatus::done) << formulation.key << a.result.reason;
    const Swing coarse = let_swing(point, formulation, 3.0, 1e-7);
    EXPECT_LT(a.result.energy_error, 1e-6 * a.result.max_kinetic) << formulation.key;
    EXPECT_LT(a.result.energy_error, 0.1 * coarse.result.energy_error) << formulation.key;
    EXPECT_LT(a.result.count.steps, 2 * b.result.count.steps) << formulation.key;
    const Matrix3d apart = a.samples.back().pose[1].R.transpose() * b.samples.back().pose[1].R;
    EXPECT_LT((apart - Matrix3d::Identity()).norm(), 1e-6) << formulation.key;
  }
}

// A slider-crank whose rod has neither mass nor inertia: only its loop holds it.
TEST(Massless, ALinkInALoopNeedsNoMass) {
  const Machine machine = parse_machine(R"(globaldyn: 1
name: press
gravity: [0, -9.81, 0]
bodies:
  crank: {mass: 2 kg, com: [0.05, 0], inertia: {plate: 0.02}}
  rod: {mass: 0 kg, inertia: {diag: [0, 0, 0]}}
  ram: {mass: 3 kg}
joints:
  A: {type: revolute, a: ground, b: crank, guess: 60 deg}
  B: {type: revolute, a: {body: crank, at: [0.1, 0]}, b: rod, guess: -70 deg}
  C: {type: revolute, a: {body: rod, at: [0.4, 0]}, b: ram}
  S: {type: prismatic, a: {body: ground, axis: x}, b: {body: ram, axis: x}, guess: 0.4}
drives: {M: {joint: A}}
)",
                                        "press.yaml", ".");
  std::vector<Swing> runs;
  for (const Formulation& formulation : list_formulations()) {
    runs.push_back(let_swing(machine, formulation, 1.0, 1e-9));
    const Swing& one = runs.back();
    ASSERT_EQ(one.result.status, SimulationStatus::done) << formulation.key << one.result.reason;
    EXPECT_LT(one.result.energy_error, 1e-6 * one.result.max_kinetic) << formulation.key;
    EXPECT_LT(one.result.count.steps, 5000) << formulation.key;
    EXPECT_NEAR(one.samples.back().pose[3].r.x(), runs.front().samples.back().pose[3].r.x(), 1e-5)
        << formulation.key;
  }
}

}  // namespace
}  // namespace globaldyn
