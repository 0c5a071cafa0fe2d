// Plans of coefficient tables: what straightforward reachability costs per grid point; and what
// proven bounds cost, compared with a time that is only within 1 %.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>

#include "bench/plain_reachability.h"
#include "globaldyn/plan/rows/table_field.h"
#include "tests/table/table_cases.h"

namespace globaldyn::inside {
namespace {

CoefficientTable make_table(const benchmark::State& state) {
  return RandomPath(static_cast<std::size_t>(state.range(0)), 3)
      .tabulate_axes(static_cast<std::size_t>(state.range(1)));
}

void count_points(benchmark::State& state) {
  state.counters["time_per_point"] = benchmark::Counter(
      static_cast<double>(state.range(1)),
      benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

void plain_passes(benchmark::State& state, bool at_both_ends) {
  const CoefficientTable table = make_table(state);
  for (auto _ : state) {
    double time = PlainReachability(table, at_both_ends).run();
    benchmark::DoNotOptimize(time);
    if (!std::isfinite(time)) state.SkipWithError("no motion");
  }
  count_points(state);
}

void plain_at_nodes(benchmark::State& state) {
  plain_passes(state, false);
}
void plain_at_both_ends(benchmark::State& state) {
  plain_passes(state, true);
}

void add_sizes(benchmark::internal::Benchmark* benchmark) {
  benchmark->ArgNames({"m", "N"});
  for (const int m : {6, 12, 24}) {
    for (const int n : {100, 1000, 5000}) benchmark->Args({m, n});
  }
}

BENCHMARK(plain_at_nodes)->Apply(add_sizes);
BENCHMARK(plain_at_both_ends)->Apply(add_sizes);

RandomPath make_path(const benchmark::State& state) {
  return {static_cast<std::size_t>(state.range(0)), static_cast<std::uint64_t>(state.range(1))};
}

// Bounds within 1e-4 of each other, proven, of a table of 100 segments.
void certified_plan(benchmark::State& state) {
  const CoefficientTable table = make_path(state).tabulate_axes(100);
  Plan plan;
  for (auto _ : state) {
    plan = plan_table(table, {.tolerance = 1e-4});
    benchmark::DoNotOptimize(plan);
    if (plan.status != PlanStatus::optimal) state.SkipWithError("not optimal");
  }
  state.counters["nodes"] = static_cast<double>(plan.p.size());
  state.counters["gap"] = 1.0 - plan.time_lower / plan.time;
}

// The coarsest grid from which on the straightforward time stays within 1e-2 of that of the same
// path tabulated finely.
void plain_within_a_percent(benchmark::State& state) {
  const RandomPath path = make_path(state);
  const double time = plan_table(path.tabulate_axes(5000)).time;
  std::size_t segments = 3000;
  double error = 0.0;
  while (segments > 10) {
    const CoefficientTable table = path.tabulate_axes(segments * 9 / 10);
    const double next = std::abs(PlainReachability(table, false).run() / time - 1.0);
    if (!(next <= 1e-2)) break;
    error = next;
    segments = segments * 9 / 10;
  }
  const CoefficientTable table = path.tabulate_axes(segments);
  for (auto _ : state) {
    double result = PlainReachability(table, false).run();
    benchmark::DoNotOptimize(result);
  }
  state.counters["nodes"] = static_cast<double>(segments + 1);
  state.counters["error"] = error;
}

void add_paths(benchmark::internal::Benchmark* benchmark) {
  benchmark->ArgNames({"m", "seed"})->Unit(benchmark::kMicrosecond);
  for (const int m : {2, 6, 12}) {
    for (const int seed : {1, 2, 3}) benchmark->Args({m, seed});
  }
}

BENCHMARK(certified_plan)->Apply(add_paths);
BENCHMARK(plain_within_a_percent)->Apply(add_paths);

}  // namespace
}  // namespace globaldyn::inside

BENCHMARK_MAIN();
