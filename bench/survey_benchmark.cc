// What a survey of a path costs, and its panels.
#include <benchmark/benchmark.h>

#include <cmath>

#include "globaldyn/survey/path_survey.h"

namespace globaldyn::inside {
namespace {

Machine load_star() {
  return load_machine(std::string(GLOBALDYN_SOURCE_DIR) +
                      "/machines/sliding_star/sliding_star.yaml");
}

// Accuracy 1e-N.
void survey_circle(benchmark::State& state) {
  const Machine machine = load_star();
  const Path& path = find_path(machine, "circle_a");
  SurveyOptions options;
  options.start = PathSurvey(machine, path).start();
  options.accuracy = std::pow(10.0, -static_cast<double>(state.range(0)));
  std::size_t poses = 0, panels = 0;
  for (auto _ : state) {
    const PathSurvey survey(machine, path, options);
    poses = survey.pose_count();
    panels = survey.panels().size();
  }
  state.counters["poses"] = static_cast<double>(poses);
  state.counters["panels"] = static_cast<double>(panels);
}

void write_limits(benchmark::State& state) {
  const Machine machine = load_star();
  const Path& path = find_path(machine, "circle_a");
  const PathSurvey survey(machine, path,
                          {.accuracy = std::pow(10.0, -static_cast<double>(state.range(0)))});
  SmoothLimits limits;
  double p = 0.0;
  for (auto _ : state) {
    p = std::fmod(p + 0.0123 * path.p_max, path.p_max);
    survey.find_panel(p).write(p, limits);
    benchmark::DoNotOptimize(limits);
  }
}

BENCHMARK(survey_circle)->Arg(6)->Arg(9)->Unit(benchmark::kMicrosecond);
BENCHMARK(write_limits)->Arg(6)->Arg(9);

}  // namespace
}  // namespace globaldyn::inside
