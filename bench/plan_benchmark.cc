// What plans along paths of machines cost, compared with the straightforward way: limits
// interpolated as the planner needs them, regions on a grid that is halved until both bounds meet
// (plan_regions).
#include <benchmark/benchmark.h>

#include <chrono>
#include <cmath>

#include "bench/long_path.h"
#include "globaldyn/motion/path_analysis.h"
#include "globaldyn/motion/plan_request.h"
#include "globaldyn/motion/pose_field.h"
#include "globaldyn/plan/regions/region_plan.h"
#include "globaldyn/record/planned_motion.h"
#include "tests/campaign/peak_memory.h"

namespace globaldyn::inside {
namespace {

using Clock = std::chrono::steady_clock;

double measure(const std::function<void()>& run) {
  const auto begin = Clock::now();
  run();
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

// For the assembled machine, without what is only reported.
PathPlanOptions make_options(const Machine& machine, const Path& path, double tolerance) {
  PathPlanOptions options;
  options.tolerance = tolerance;
  options.explain = options.report = false;
  options.start_pose = PathSurvey(machine, path).start();
  return options;
}

Plan plan_otherwise(const Machine& machine, const Path& path, const PathPlanOptions& options) {
  PathSurvey survey(machine, path, make_survey_options(path, options));
  PoseField poses(survey, options.reserve);
  return plan_regions(poses, survey.breaks(), make_plan_options(machine, path, survey, options, {}),
                      false);
}

// Both ways alternately, in one run: the ratio is that of their minimum times.
void compare(benchmark::State& state, const Machine& machine, const Path& path, double tolerance) {
  const PathPlanOptions options = make_options(machine, path, tolerance);
  double least = INFINITY, least_otherwise = INFINITY;
  PathPlan plan;
  Plan other;
  for (auto _ : state) {
    const double time = measure([&] { plan = plan_path(machine, path, options); });
    state.SetIterationTime(time);
    least = std::min(least, time);
    least_otherwise =
        std::min(least_otherwise, measure([&] { other = plan_otherwise(machine, path, options); }));
  }
  if (plan.status() != PlanStatus::optimal) state.SkipWithError(plan.reason.c_str());
  state.counters["nodes"] = static_cast<double>(plan.plan.p.size());
  state.counters["otherwise_ms"] = 1e3 * least_otherwise;
  state.counters["otherwise_gap"] = 1.0 - other.time_lower / other.time;
  state.counters["ratio"] = least_otherwise / least;
}

// At a tolerance of 1e-N.
double read_tolerance(const benchmark::State& state) {
  return std::pow(10.0, -static_cast<double>(state.range(0)));
}

void star_circle(benchmark::State& state) {
  const Machine machine =
      load_machine(std::string(GLOBALDYN_SOURCE_DIR) + "/machines/sliding_star/sliding_star.yaml");
  compare(state, machine, find_path(machine, "circle_a"), read_tolerance(state));
}

void five_bar_cycle(benchmark::State& state) {
  const Machine machine =
      load_machine(std::string(GLOBALDYN_SOURCE_DIR) + "/tests/data/five_bar.yaml");
  compare(state, machine, find_path(machine, "cycle"), read_tolerance(state));
}

void polyline_of_100(benchmark::State& state) {
  const Machine machine = bench::make_long_path({.pieces = 100});
  compare(state, machine, machine.paths.front(), read_tolerance(state));
}

// The whole plan, and the plan with all that `globaldyn plan` reports.
void long_path(benchmark::State& state, bench::LongPathKind kind, bool is_replayed) {
  const auto pieces = static_cast<int>(state.range(0));
  const Machine machine = bench::make_long_path({kind, pieces, /*has_motors=*/state.range(1) == 1});
  const Path& path = machine.paths.front();
  PlannedMotionOptions options;
  options.plan = make_options(machine, path, 1e-3);
  options.plan.report = is_replayed;
  options.plan.memory = 4'000'000'000;
  PathPlan plan;
  double megabytes = 0.0;
  for (auto _ : state) {
    const test::PeakMemory memory;
    plan = is_replayed ? plan_motion(machine, path, options).plan
                       : plan_path(machine, path, options.plan);
    megabytes = memory.find_growth();
  }
  if (plan.status() != PlanStatus::optimal) state.SkipWithError(plan.reason.c_str());
  state.counters["nodes"] = static_cast<double>(plan.plan.p.size());
  state.counters["MB"] = megabytes;
  state.counters["time_per_piece"] = benchmark::Counter(
      pieces, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

void long_polyline(benchmark::State& state) {
  long_path(state, bench::LongPathKind::polyline, false);
}
void long_polyline_replayed(benchmark::State& state) {
  long_path(state, bench::LongPathKind::polyline, true);
}
void long_spline(benchmark::State& state) {
  long_path(state, bench::LongPathKind::spline, false);
}
void measured_points(benchmark::State& state) {
  long_path(state, bench::LongPathKind::measured, false);
}

void add_tolerances(benchmark::internal::Benchmark* benchmark) {
  benchmark->ArgName("digits")->UseManualTime()->Unit(benchmark::kMillisecond);
  for (const int digits : {3, 6, 8}) benchmark->Arg(digits);
}
void add_sizes(benchmark::internal::Benchmark* benchmark) {
  benchmark->ArgNames({"pieces", "motors"})->Unit(benchmark::kMillisecond);
  for (const int pieces : {100, 1000, 10000}) benchmark->Args({pieces, 0});
  for (const int pieces : {100, 1000}) benchmark->Args({pieces, 1});
}
void add_points(benchmark::internal::Benchmark* benchmark) {
  benchmark->ArgNames({"pieces", "motors"})->Unit(benchmark::kMillisecond);
  benchmark->Args({5000, 0})->Args({5000, 1});
}

BENCHMARK(star_circle)->Apply(add_tolerances);
BENCHMARK(five_bar_cycle)->Apply(add_tolerances);
BENCHMARK(polyline_of_100)
    ->ArgName("digits")
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond)
    ->Arg(3);
BENCHMARK(long_polyline)->Apply(add_sizes);
BENCHMARK(long_polyline_replayed)->Apply(add_sizes);
BENCHMARK(long_spline)->Apply(add_points);
BENCHMARK(measured_points)->Apply(add_points);

}  // namespace
}  // namespace globaldyn::inside
