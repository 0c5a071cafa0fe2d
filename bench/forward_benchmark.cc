// What a right-hand side of a simulation costs in each formulation: for machines of the library,
// and for closed loops and rows of windows of growing size.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "core/formulations/forward_dynamics.h"
#include "core/formulations/registry/formulations.h"
#include "core/kinematics/assembly.h"
#include "globaldyn/machine/machine.h"
#include "tests/support/rod_loop.h"

namespace globaldyn {
namespace {

constexpr const char* kForwardMachines[] = {"arm_3r", "puma560",      "rrr3",
                                            "delta",  "sliding_star", "hexapod_6ups"};

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
  calc_right_sides(
      parse_machine(test::make_rod_loop(static_cast<int>(state.range(0))), "loop.yaml", "."),
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
