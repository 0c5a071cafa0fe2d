// How the cost of a pose grows with the number of bodies: N windows of unit rods in a row (N
// four-bars), 2N + 1 moving bodies, one degree of freedom for any N.
#include <benchmark/benchmark.h>

#include "globaldyn/evaluation/path_walker.h"
#include "globaldyn/generation/generated_machine.h"

namespace globaldyn::inside {
namespace {

void pose_of_windows(benchmark::State& state) {
  const Machine machine = parse_machine(make_four_bars(static_cast<int>(state.range(0))),
                                        "four_bars.yaml", ".", {{"turns", "1e6"}});
  PathWalker walker(machine, machine.paths[0]);
  double p = 0.0;
  (void)walker.move_to(p);
  for (auto _ : state) {
    const Sample& sample = walker.move_to(p += 0.1);
    if (sample.status != SampleStatus::ok) {
      state.SkipWithError(sample.reason.what.c_str());
      break;
    }
  }
  const double bodies = static_cast<double>(machine.mechanism.body_count());
  state.counters["bodies"] = bodies;
  state.counters["ns_per_body"] = benchmark::Counter(
      bodies, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

BENCHMARK(pose_of_windows)->RangeMultiplier(2)->Range(1, 128)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace globaldyn::inside
