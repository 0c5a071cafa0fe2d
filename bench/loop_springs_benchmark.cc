// The rose path of the 3-RRR of Raoofian et al. 2017, a lap in 2 s, with constraints and with
// springs that close the loops; and three laps opened around the platform, without dampers, as in
// its Table 2. Counters: log10 of the largest elongation, as a share of the kinematic length; the
// platform's distance from its path, m; right-hand sides of all runs.
#include <benchmark/benchmark.h>

#include <cmath>

#include "core/formulations/registry/formulations.h"
#include "globaldyn/simulation/machine_simulation.h"
#include "tests/support/cut_around_tool.h"
#include "tests/support/steady_plan.h"

namespace globaldyn::inside {
namespace {

// Of a lap; integration stops at each.
constexpr int kSamples = 20;

struct Rose {
  const char* formulation{"denoc"};
  IntegrationMethod method{IntegrationMethod::runge_kutta};
  double tolerance{1e-3};
  std::optional<LoopSprings> springs{};
  int laps{1};
  bool is_cut_around_tool{false};
  std::optional<Feedback> feedback{};
};

void run_rose(benchmark::State& state, const Rose& rose) {
  const Machine machine =
      load_machine(std::string(GLOBALDYN_SOURCE_DIR) + "/machines/rrr3/rrr3.yaml");
  const Path& path = find_path(machine, "rose");
  Machine open = machine;
  if (rose.is_cut_around_tool) test::cut_around_tool(open);
  PlannedForces planned(machine, path, test::make_steady_plan(path, 2.0, rose.laps));
  SimulationOptions options{.duration = planned.duration(),
                            .method = rose.method,
                            .tolerance = rose.tolerance,
                            .formulation = find_formulation(rose.formulation),
                            .loop_springs = rose.springs,
                            .samples = rose.laps * kSamples + 1};
  MachineSimulation simulation;
  for (auto _ : state) {
    simulation = replay_plan(machine, path, planned,
                             {.simulation = options, .feedback = rose.feedback, .real = &open});
  }
  state.counters["steps"] = static_cast<double>(simulation.result.count.steps);
  state.counters["right_sides"] = static_cast<double>(simulation.right_sides);
  state.counters["log_drift"] = std::log10(simulation.result.max_drift);
  state.counters["position"] = simulation.tracking_error;
  state.counters["done"] = simulation.result.status == SimulationStatus::done ? 1.0 : 0.0;
}

double to_tolerance(std::int64_t digits) {
  return std::pow(10.0, -static_cast<double>(digits));
}

void with_constraints(benchmark::State& state) {
  run_rose(state, {.tolerance = to_tolerance(state.range(0))});
}
BENCHMARK(with_constraints)
    ->DenseRange(3, 9)
    ->ArgName("tolerance 1e-")
    ->Unit(benchmark::kMillisecond);

void with_springs(benchmark::State& state, double damping, IntegrationMethod method) {
  const double stiffness = std::pow(10.0, static_cast<double>(state.range(0)));
  run_rose(state, {.method = method,
                   .springs = LoopSprings{.stiffness = stiffness, .damping_ratio = damping}});
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
  run_rose(state, {.method = method,
                   .springs = LoopSprings{.stiffness = stiffness, .damping_ratio = damping},
                   .laps = 3,
                   .is_cut_around_tool = true});
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
  run_rose(state,
           {.tolerance = to_tolerance(state.range(0)), .laps = 3, .is_cut_around_tool = true});
}
BENCHMARK(three_laps_with_constraints)
    ->DenseRange(3, 8)
    ->ArgName("tolerance 1e-")
    ->Unit(benchmark::kMillisecond);

// What it takes to stay within a hundredth of a millimetre: one lap and three, cut at one joint a
// loop, without and with a feedback that is as slow as errors grow.
void to_a_hundredth_of_a_millimetre(benchmark::State& state) {
  Rose rose{.tolerance = to_tolerance(state.range(2)), .laps = static_cast<int>(state.range(0))};
  if (state.range(1) > 0) {
    rose.feedback = Feedback{.bandwidth = static_cast<double>(state.range(1))};
  }
  run_rose(state, rose);
}
BENCHMARK(to_a_hundredth_of_a_millimetre)
    ->ArgsProduct({{1, 3}, {0, 2, 5}, benchmark::CreateDenseRange(3, 9, 1)})
    ->ArgNames({"laps", "feedback", "tolerance 1e-"})
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace globaldyn::inside
