// What a right-hand side of a simulation costs in each formulation: for machines of the library,
// for closed loops of growing size: one loop, up to 10 000 bodies; and for growing rows of loops.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <numbers>

#include "core/formulations/forward_dynamics.h"
#include "core/formulations/registry/formulations.h"
#include "core/kinematics/assembly.h"
#include "core/mechanism/topology.h"
#include "globaldyn/generation/generated_machine.h"
#include "globaldyn/machine/machine.h"

namespace globaldyn::inside {
namespace {

constexpr const char* kForwardMachines[] = {"arm_3r", "puma560",      "rrr3",
                                            "delta",  "sliding_star", "hexapod_6ups"};

void calc_right_sides(const Mechanism& mechanism, const Topology& topology, const Pose& pose,
                      const Formulation& formulation, benchmark::State& state) {
  ForwardDynamics dynamics(mechanism, formulation.make_state(mechanism, topology));
  Actuation actuation;
  actuation.forces.setZero(mechanism.drive_count());
  VectorXd y(dynamics.state_size()), rates(dynamics.state_size());
  dynamics.start(pose, Twists(pose.size()), actuation, y);
  for (auto _ : state) {
    dynamics.take(y);
    benchmark::DoNotOptimize(dynamics.calc_rates(actuation, rates));
  }
  const double bodies = static_cast<double>(mechanism.body_count());
  state.counters["ns_per_body"] = benchmark::Counter(
      bodies, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
  state.SetLabel(fmt::format("{} {}", mechanism.name, formulation.key));
}

const Formulation& nth_formulation(std::int64_t number) {
  return list_formulations()[static_cast<std::size_t>(number)];
}

// At its assembled pose.
void calc_right_sides(const Machine& machine, benchmark::State& state) {
  const AssemblyOutcome outcome = assemble(machine.mechanism, machine.topology, {});
  if (outcome.status != AssemblyStatus::ok) {
    state.SkipWithError(outcome.reason.c_str());
    return;
  }
  calc_right_sides(machine.mechanism, machine.topology, outcome.pose,
                   nth_formulation(state.range(1)), state);
}

void right_side(benchmark::State& state) {
  const std::string name = kForwardMachines[state.range(0)];
  const Machine machine =
      load_machine(std::string(GLOBALDYN_SOURCE_DIR) + "/machines/" + name + "/" + name + ".yaml");
  calc_right_sides(machine, state);
}

// As make_rods(), also where the file would be too large to be read.
Mechanism make_loop(int count) {
  Mechanism mechanism = parse_machine(make_rods(4), "rods.yaml", ".").mechanism;
  const Body rod = mechanism.bodies.back();
  const Joint between = mechanism.joints[JointId(2)];
  Joint last = mechanism.joints.back();
  mechanism.joints.resize(mechanism.joints.size() - 1);
  for (int i = 4; i < count; ++i) {
    mechanism.bodies.push_back(rod);
    mechanism.joints.push_back(between);
    mechanism.joints.back().body_a = BodyId(i - 1);
    mechanism.joints.back().body_b = BodyId(i);
  }
  last.body_a = BodyId(count - 1);
  mechanism.joints.push_back(last);
  mechanism.name = "loop";
  return mechanism;
}

// A regular polygon. A body's place is that of its centre of mass, in the middle of its rod.
Pose make_polygon(int count) {
  Pose pose(static_cast<std::size_t>(count));
  Vector3d corner = Vector3d::UnitX();
  for (const BodyId body : moving_bodies(pose)) {
    BodyPose& rod = pose[body];
    const double angle = -2.0 * std::numbers::pi * body.number() / count;
    rod.R = Eigen::AngleAxisd(angle, Vector3d::UnitZ()).toRotationMatrix();
    rod.r = corner + 0.5 * rod.R.col(0);
    corner += rod.R.col(0);
  }
  return pose;
}

void right_side_of_loop(benchmark::State& state) {
  const int bodies = static_cast<int>(state.range(0));
  const Mechanism mechanism = make_loop(bodies + 1);
  calc_right_sides(mechanism, make_topology(mechanism), make_polygon(bodies + 1),
                   nth_formulation(state.range(1)), state);
}

// Of one freedom, with a cut joint a window.
void right_side_of_windows(benchmark::State& state) {
  const Machine machine =
      parse_machine(make_four_bars(static_cast<int>(state.range(0))), "windows.yaml", ".");
  calc_right_sides(machine, state);
}

const std::vector<std::int64_t> kAll{0, 1, 2, 3};

BENCHMARK(right_side)
    ->ArgsProduct({benchmark::CreateDenseRange(0, 5, 1), kAll})
    ->Unit(benchmark::kMicrosecond);
// denoc keeps dense matrices, which grow with the square of the bodies and take their cube.
BENCHMARK(right_side_of_loop)
    ->ArgsProduct({{10, 30, 100, 300, 1000, 3000, 10000}, {1, 2}})
    ->ArgsProduct({{10, 30, 100, 300}, {3}})
    ->Unit(benchmark::kMicrosecond);
BENCHMARK(right_side_of_windows)
    ->ArgsProduct({{1, 3, 10, 30}, kAll})
    ->ArgsProduct({{100, 300}, {1, 2, 3}})
    ->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace globaldyn::inside
