// What a right-hand side of a simulation costs in each formulation: for machines of the library,
// and for closed loops and rows of windows of growing size.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "core/formulations/forward_dynamics.h"
#include "core/formulations/registry/formulations.h"
#include "core/kinematics/assembly.h"
#include "globaldyn/machine/machine.h"

namespace globaldyn {
namespace {

constexpr const char* kForwardMachines[] = {"arm_3r", "puma560",      "rrr3",
                                            "delta",  "sliding_star", "hexapod_6ups"};

// N unit rods in a closed loop, the first of them fixed (seed 000, Fig. 3).
Machine make_loop(int count) {
  std::string bodies, joints;
  const double corner = 360.0 / count;
  for (int i = 1; i < count; ++i) {
    bodies += fmt::format(
        "  r{}: {{mass: 1, com: [0.5, 0], inertia: {{rod: 1/12}}, frames: {{tip: [1, 0]}}}}\n", i);
    joints +=
        fmt::format("  J{0}: {{type: revolute, a: {1}, b: r{0}, guess: {2} deg}}\n", i,
                    i == 1 ? "{body: ground, at: [1, 0]}" : fmt::format("r{}.tip", i - 1), -corner);
  }
  joints += fmt::format("  J{0}: {{type: revolute, a: r{1}.tip, b: ground}}\n", count, count - 1);
  return parse_machine(
      "globaldyn: 1\nname: loop\ngravity: [0, -9.81, 0]\nbodies:\n" + bodies + "joints:\n" + joints,
      "loop.yaml", ".");
}

void calc_right_sides(const Machine& machine, const Formulation& formulation,
                      benchmark::State& state) {
  const AssemblyOutcome outcome = assemble(machine.mechanism, machine.topology, {});
  if (outcome.status != AssemblyStatus::ok) {
    state.SkipWithError(outcome.reason.c_str());
    return;
  }
  ForwardDynamics dynamics(machine.mechanism,
                           formulation.make_state(machine.mechanism, machine.topology));
  Actuation actuation;
  actuation.forces.setZero(machine.mechanism.drive_count());
  VectorXd y(dynamics.state_size()), rates(dynamics.state_size());
  dynamics.start(outcome.pose, Twists(outcome.pose.size()), actuation, y);
  for (auto _ : state) {
    dynamics.take(y);
    benchmark::DoNotOptimize(dynamics.calc_rates(actuation, rates));
  }
  const double bodies = static_cast<double>(machine.mechanism.body_count());
  state.counters["ns_per_body"] = benchmark::Counter(
      bodies, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
  state.SetLabel(fmt::format("{} {}", machine.mechanism.name, formulation.key));
}

void right_side(benchmark::State& state) {
  const std::string name = kForwardMachines[state.range(0)];
  const Machine machine =
      load_machine(std::string(GLOBALDYN_SOURCE_DIR) + "/machines/" + name + "/" + name + ".yaml");
  calc_right_sides(machine, list_formulations()[static_cast<std::size_t>(state.range(1))], state);
}

void right_side_of_loop(benchmark::State& state) {
  calc_right_sides(make_loop(static_cast<int>(state.range(0))),
                   list_formulations()[static_cast<std::size_t>(state.range(1))], state);
}

const std::vector<std::int64_t> kAll{0, 1, 2, 3};

BENCHMARK(right_side)
    ->ArgsProduct({benchmark::CreateDenseRange(0, 5, 1), kAll})
    ->Unit(benchmark::kMicrosecond);
BENCHMARK(right_side_of_loop)
    ->ArgsProduct({{5, 15, 51, 151, 301}, {1, 2, 3}})
    ->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace globaldyn
