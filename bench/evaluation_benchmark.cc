// What one pose costs, step by step: following the path, the equations of motion, the drive
// force map by the SVD of the whole system and by projection on the task, the region.
#include <benchmark/benchmark.h>

#include "core/formulations/cardan_equations.h"
#include "core/loops/loop_solver.h"
#include "globaldyn/evaluation/evaluation.h"
#include "globaldyn/region/enumeration.h"

namespace globaldyn {
namespace {

constexpr const char* kMachines[][2] = {{"sliding_star", "circle_a"}, {"rrr4", "circle"},
                                        {"hexapod_6ups", "circle"},   {"octapod_8ups", "circle"},
                                        {"cogiro", "circle"},         {"puma560", "circle"}};

struct Prepared {
  Machine machine;
  const Path* path{nullptr};
  Task task;
  Motion motion;
  MotionEquations equations;
  DriveForceMap map;
};

Prepared prepare(const benchmark::State& state) {
  const auto& [name, path] = kMachines[state.range(0)];
  Prepared p;
  p.machine =
      load_machine(std::string(GLOBALDYN_SOURCE_DIR) + "/machines/" + name + "/" + name + ".yaml");
  p.path = &find_path(p.machine, path);
  PathFollower follower(p.machine.mechanism, p.machine.topology, p.path->task, 0.0, p.path->p_max);
  p.task = p.path->task(0.0);
  p.motion = follower.pose_at(0.0).motion;
  p.equations = make_cardan_equations(p.machine.mechanism, p.task, p.motion, 0.0);
  p.map = make_drive_force_map(p.equations, p.machine.limits);
  return p;
}

void label(benchmark::State& state) {
  state.SetLabel(kMachines[state.range(0)][0]);
}

void follow_path(benchmark::State& state) {
  const Prepared p = prepare(state);
  for (auto _ : state) {
    PathFollower follower(p.machine.mechanism, p.machine.topology, p.path->task, 0.0,
                          p.path->p_max);
    for (const double at : p.path->make_samples(61)) {
      benchmark::DoNotOptimize(follower.pose_at(at));
    }
  }
  label(state);
}

void follow_path_by_loops(benchmark::State& state) {
  const Prepared p = prepare(state);
  LoopSolver solver(p.machine.mechanism, p.machine.topology);
  if (!solver.prepare(p.task, p.motion.pose, 0)) state.SkipWithError("not prepared");
  const double h = p.path->p_max / 60.0;
  std::vector<Task> tasks;
  for (int i = 0; i <= 60; ++i) tasks.push_back(p.path->task(h * i));
  int i = 0;
  for (auto _ : state) {
    if (i == 60) {
      i = 0;
    }
    ++i;
    if (!solver.advance(tasks[static_cast<std::size_t>(i)], h, 0.3)) {
      state.SkipWithError("lost");
      break;
    }
  }
  label(state);
}

void task_of_path(benchmark::State& state) {
  const Prepared p = prepare(state);
  double at = 0.1;
  for (auto _ : state) benchmark::DoNotOptimize(p.path->task(at));
  label(state);
}

void equations_of_motion(benchmark::State& state) {
  const Prepared p = prepare(state);
  for (auto _ : state) {
    benchmark::DoNotOptimize(make_cardan_equations(p.machine.mechanism, p.task, p.motion, 0.0));
  }
  label(state);
}

void map_by_full_svd(benchmark::State& state) {
  const Prepared p = prepare(state);
  for (auto _ : state) {
    benchmark::DoNotOptimize(make_drive_force_map(p.equations, p.machine.limits));
  }
  label(state);
}

void map_by_projection(benchmark::State& state) {
  const Prepared p = prepare(state);
  for (auto _ : state) {
    benchmark::DoNotOptimize(make_projected_map(p.equations, p.machine.limits));
  }
  label(state);
}

void region_by_enumeration(benchmark::State& state) {
  const Prepared p = prepare(state);
  const LimitSystem system = make_limit_system(p.machine.mechanism, p.map, p.machine.limits);
  for (auto _ : state) benchmark::DoNotOptimize(enumerate_region(system));
  label(state);
}

BENCHMARK(follow_path)->DenseRange(0, 5)->Unit(benchmark::kMillisecond);
BENCHMARK(follow_path_by_loops)->DenseRange(0, 5)->Unit(benchmark::kMicrosecond);
BENCHMARK(task_of_path)->DenseRange(0, 5)->Unit(benchmark::kMicrosecond);
BENCHMARK(equations_of_motion)->DenseRange(0, 5)->Unit(benchmark::kMicrosecond);
BENCHMARK(map_by_full_svd)->DenseRange(0, 5)->Unit(benchmark::kMicrosecond);
BENCHMARK(map_by_projection)->DenseRange(0, 5)->Unit(benchmark::kMicrosecond);
BENCHMARK(region_by_enumeration)->DenseRange(0, 5)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace globaldyn
