// How the cost of a pose grows with the number of bodies: N windows of unit rods in a row (N
// four-bars), 2N + 1 moving bodies, one degree of freedom for any N.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "globaldyn/evaluation/path_walker.h"

namespace globaldyn {
namespace {

Machine make_windows(int count) {
  std::string bodies, joints;
  for (int i = 0; i <= count; ++i) {
    bodies += fmt::format(
        "  u{0}: {{mass: 1, com: [0.5, 0], inertia: {{rod: 1/12}}, frames: {{tip: [1, 0]}}, "
        "pose: {{at: [{0}, 0], cardan: [0, 0, 80 deg]}}}}\n",
        i);
    joints += fmt::format(
        "  A{0}: {{type: revolute, a: {{body: ground, at: [{0}, 0]}}, b: u{0}, guess: 80 deg}}\n",
        i);
  }
  for (int i = 1; i <= count; ++i) {
    bodies += fmt::format(
        "  c{0}: {{mass: 1, com: [0.5, 0], inertia: {{rod: 1/12}}, frames: {{tip: [1, 0]}}, "
        "pose: {{at: [{1} + cos(80 deg), sin(80 deg)]}}}}\n",
        i, i - 1);
    joints += fmt::format(
        "  B{0}: {{type: revolute, a: u{1}.tip, b: c{0}, guess: -80 deg}}\n"
        "  C{0}: {{type: revolute, a: c{0}.tip, b: u{0}.tip}}\n",
        i, i - 1);
  }
  return parse_machine("globaldyn: 1\nname: windows\ngravity: [0, -9.81, 0]\nbodies:\n" + bodies +
                           "joints:\n" + joints +
                           "drives: {M: {joint: A0, limits: 500 N m}}\n"
                           "paths: {swing: {joints: {A0: 80 deg + 0.4*sin(p)}, p_max: 1e6}}\n",
                       "windows.yaml", ".");
}

void pose_of_windows(benchmark::State& state) {
  const Machine machine = make_windows(static_cast<int>(state.range(0)));
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
}  // namespace globaldyn
