// How well sweeps use two threads: workspace maps, and the paths of several machines at once.
#include <benchmark/benchmark.h>

#include <chrono>

#include "globaldyn/evaluation/evaluation.h"
#include "globaldyn/maps/workspace_map.h"

namespace globaldyn::inside {
namespace {

Machine load(const std::string& name) {
  return load_machine(std::string(GLOBALDYN_SOURCE_DIR) + "/machines/" + name + "/" + name +
                      ".yaml");
}

double time_of(const auto& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// Alternates one and two threads, so that both see the same machine; minimum times count.
void compare_threads(benchmark::State& state, const auto& work) {
  double one = 1e300, two = 1e300;
  for (auto _ : state) {
    one = std::min(one, time_of([&] { work(SweepOptions{.threads = 1}); }));
    two = std::min(two, time_of([&] { work(SweepOptions{.threads = 2}); }));
  }
  state.counters["ms_1_thread"] = 1e3 * one;
  state.counters["ms_2_threads"] = 1e3 * two;
  state.counters["efficiency"] = one / (2.0 * two);
}

void map(benchmark::State& state, const char* name) {
  const Machine machine = load(name);
  std::size_t poses = 0;
  double least = 1e300;
  compare_threads(state, [&](const SweepOptions& sweep) {
    const double time = time_of([&] {
      poses = make_map(machine, machine.maps.front(), {{}, sweep}).status.size();
    });
    if (sweep.threads == 1) least = std::min(least, time);
  });
  state.counters["poses"] = static_cast<double>(poses);
  state.counters["us_per_pose"] = 1e6 * least / static_cast<double>(poses);
}

void paths(benchmark::State& state) {
  std::vector<Machine> machines;
  for (const char* name : {"sliding_star", "rrr4", "hexapod_6ups", "octapod_8ups"}) {
    machines.push_back(load(name));
  }
  std::vector<const Machine*> all;
  for (const Machine& machine : machines) all.push_back(&machine);
  compare_threads(state, [&](const SweepOptions& sweep) {
    benchmark::DoNotOptimize(evaluate_all(all, {.samples = 2001, .sweep = sweep}));
  });
}

BENCHMARK_CAPTURE(map, sliding_star, "sliding_star")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(map, hexapod_6ups, "hexapod_6ups")->Unit(benchmark::kMillisecond);
BENCHMARK(paths)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace globaldyn::inside
