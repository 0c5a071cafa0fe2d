// The rose path of the 3-RRR of Raoofian et al. 2017, a lap in 2 s, with constraints and with
// springs that close the loops; and three laps opened around the platform, without dampers, as in
// its Table 2. Counters: log10 of the largest elongation, as a share of the kinematic length, and
// of the platform's distance from its path, m.
#include <benchmark/benchmark.h>

#include <cmath>

#include "core/formulations/registry/formulations.h"
#include "globaldyn/simulation/machine_simulation.h"
#include "tests/support/cut_around_tool.h"
#include "tests/support/steady_plan.h"

namespace globaldyn::inside {
namespace {

// Integration stops at each.
constexpr int kSamples = 21;

void run_rose(benchmark::State& state, const char* formulation, IntegrationMethod method,
              double tolerance, const std::optional<LoopSprings>& springs, bool as_paper = false) {
  const Machine machine =
      load_machine(std::string(GLOBALDYN_SOURCE_DIR) + "/machines/rrr3/rrr3.yaml");
  const Path& path = find_path(machine, "rose");
  Machine open = machine;
  if (as_paper) test::cut_around_tool(open);
  const int laps = as_paper ? 3 : 1;
  PlannedForces planned(machine, path, test::make_steady_plan(path, 2.0, laps));
  SimulationOptions options{.duration = planned.duration(),
                            .method = method,
                            .tolerance = tolerance,
                            .formulation = find_formulation(formulation),
                            .loop_springs = springs,
                            .samples = laps * (kSamples - 1) + 1};
  MachineSimulation simulation;
  for (auto _ : state) {
    simulation = replay_plan(machine, path, planned, {.simulation = options, .real = &open});
  }
  state.counters["steps"] = static_cast<double>(simulation.result.count.steps);
  state.counters["right_sides"] = static_cast<double>(simulation.result.count.right_sides);
  state.counters["log_drift"] = std::log10(simulation.result.max_drift);
  state.counters["log_position"] = std::log10(simulation.tracking_error);
  state.counters["done"] = simulation.result.status == SimulationStatus::done ? 1.0 : 0.0;
}

void with_constraints(benchmark::State& state) {
  run_rose(state, "denoc", IntegrationMethod::runge_kutta,
           std::pow(10.0, -static_cast<double>(state.range(0))), {});
}
BENCHMARK(with_constraints)
    ->DenseRange(3, 9)
    ->ArgName("tolerance 1e-")
    ->Unit(benchmark::kMillisecond);

void with_springs(benchmark::State& state, double damping, IntegrationMethod method) {
  const double stiffness = std::pow(10.0, static_cast<double>(state.range(0)));
  run_rose(state, "denoc", method, 1e-3,
           LoopSprings{.stiffness = stiffness, .damping_ratio = damping});
}
BENCHMARK_CAPTURE(with_springs, damped_runge_kutta, 1.0, IntegrationMethod::runge_kutta)
    ->DenseRange(3, 8)
    ->ArgName("K 1e")
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(with_springs, damped_bdf, 1.0, IntegrationMethod::bdf)
    ->DenseRange(3, 8)
    ->ArgName("K 1e")
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(with_springs, undamped_runge_kutta, 0.0, IntegrationMethod::runge_kutta)
    ->DenseRange(3, 8)
    ->ArgName("K 1e")
    ->Unit(benchmark::kMillisecond)
    ->Iterations(1);

// Table 2; by backward differences with dampers, too.
void as_in_the_paper(benchmark::State& state, double damping, IntegrationMethod method) {
  const double stiffness = std::pow(10.0, static_cast<double>(state.range(0)));
  run_rose(state, "denoc", method, 1e-3,
           LoopSprings{.stiffness = stiffness, .damping_ratio = damping}, true);
}
BENCHMARK_CAPTURE(as_in_the_paper, undamped_runge_kutta, 0.0, IntegrationMethod::runge_kutta)
    ->DenseRange(1, 8)
    ->ArgName("K 1e")
    ->Unit(benchmark::kMillisecond)
    ->Iterations(1);
BENCHMARK_CAPTURE(as_in_the_paper, damped_bdf, 1.0, IntegrationMethod::bdf)
    ->DenseRange(1, 8)
    ->ArgName("K 1e")
    ->Unit(benchmark::kMillisecond);

void three_laps_with_constraints(benchmark::State& state) {
  run_rose(state, "denoc", IntegrationMethod::runge_kutta,
           std::pow(10.0, -static_cast<double>(state.range(0))), {}, true);
}
BENCHMARK(three_laps_with_constraints)
    ->DenseRange(3, 8)
    ->ArgName("tolerance 1e-")
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace globaldyn::inside
