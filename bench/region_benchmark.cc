// What a region costs by each method, over the number of limit rows m and the redundancy r.
#include <benchmark/benchmark.h>

#include <random>

#include "globaldyn/region/methods/region_solver.h"

namespace globaldyn::inside {
namespace {

// Rows as a machine at rest under a moderate load has them: (0, 0) is accessible.
LimitSystem make_system(int rows, int redundancy, bool friction) {
  std::mt19937_64 random(17);
  std::uniform_real_distribution<double> unit(-1.0, 1.0);
  LimitSystem system;
  system.redundancy = redundancy;
  for (int i = 0; i < rows; ++i) {
    LimitRow row{{unit(random), friction ? unit(random) : 0.0, 0.3 * unit(random), unit(random)}};
    row.v = VectorXd::NullaryExpr(redundancy, [&] { return unit(random); });
    row.low = -1.0;
    row.high = 1.0;
    system.rows.push_back(row);
  }
  return system;
}

void solve(benchmark::State& state, RegionMethod method) {
  const LimitSystem system = make_system(static_cast<int>(state.range(0)),
                                         static_cast<int>(state.range(1)), state.range(2) != 0);
  RegionSolver solver(method);
  Region region;
  for (auto _ : state) {
    solver.solve(system, region);
    benchmark::DoNotOptimize(region);
  }
}

void region_by_enumeration(benchmark::State& state) {
  solve(state, RegionMethod::enumeration);
}
void region_by_circuits(benchmark::State& state) {
  solve(state, RegionMethod::circuits);
}
void region_by_support(benchmark::State& state) {
  solve(state, RegionMethod::support);
}

void add_small_sizes(benchmark::internal::Benchmark* benchmark) {
  benchmark->ArgNames({"m", "r", "friction"});
  for (const int friction : {0, 1}) {
    for (const auto& [m, r] : {std::pair{3, 0}, {4, 1}, {6, 0}, {8, 2}, {8, 5}, {16, 2}}) {
      benchmark->Args({m, r, friction});
    }
  }
}

void add_all_sizes(benchmark::internal::Benchmark* benchmark) {
  add_small_sizes(benchmark);
  for (const int friction : {0, 1}) {
    for (const auto& [m, r] : {std::pair{12, 6}, {16, 10}, {24, 18}}) {
      if (m < 24) benchmark->Args({m, r, friction});
    }
  }
}

void add_large_sizes(benchmark::internal::Benchmark* benchmark) {
  add_all_sizes(benchmark);
  for (const int friction : {0, 1}) benchmark->Args({24, 18, friction})->Args({48, 6, friction});
}

BENCHMARK(region_by_enumeration)->Apply(add_small_sizes)->Unit(benchmark::kMicrosecond);
BENCHMARK(region_by_circuits)->Apply(add_all_sizes)->Unit(benchmark::kMicrosecond);
BENCHMARK(region_by_support)->Apply(add_large_sizes)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace globaldyn::inside
