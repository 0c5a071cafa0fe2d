// What one pose costs: drive force coefficients and region, by default along the machine's
// structure, with and without the position solve by continuation, and by the textbook's dense SVD
// of [Phiᵀ T]; and the steps one by one.
#include <benchmark/benchmark.h>

#include "core/following/path_follower.h"
#include "core/formulations/cardan/cardan_equations.h"
#include "globaldyn/evaluation/path_walker.h"
#include "globaldyn/limits/limit_scales.h"

namespace globaldyn::inside {
namespace {

constexpr const char* kMachines[] = {"sliding_star", "rrr4",   "hexapod_6ups",
                                     "octapod_8ups", "cogiro", "puma560"};
constexpr int kPosesPerTurn = 60;

// A machine that goes round its circle repeatedly.
struct Circling {
  Machine machine;
  Path path;
  double p{0.0};

  explicit Circling(const benchmark::State& state) {
    const std::string name = kMachines[state.range(0)];
    machine = load_machine(std::string(GLOBALDYN_SOURCE_DIR) + "/machines/" + name + "/" + name +
                           ".yaml");
    machine.clearance.reset();  // see step_clearance()
    path = machine.paths.front();
    for (const Path& each : machine.paths) {
      if (each.name == "circle" || each.name == "circle_a") path = each;
    }
    step = path.p_max / kPosesPerTurn;
    path.p_max *= 1e6;
  }
  double next() { return p += step; }

 private:
  double step;
};

void label(benchmark::State& state) {
  state.SetLabel(kMachines[state.range(0)]);
}

void walk(benchmark::State& state, SolveBy solve_by) {
  Circling at(state);
  PathWalker walker(at.machine, at.path, {RegionMethod::automatic, solve_by});
  (void)walker.move_to(0.0);
  for (auto _ : state) {
    const Sample& sample = walker.move_to(at.next());
    if (sample.status != SampleStatus::ok) {
      state.SkipWithError(sample.reason.what.c_str());
      break;
    }
    benchmark::DoNotOptimize(sample);
  }
  label(state);
}

void pose_default(benchmark::State& state) {
  walk(state, SolveBy::loops);
}

// The check whether bodies come too close.
void step_clearance(benchmark::State& state) {
  Circling at(state);
  ClearanceChecker checker(at.machine.mechanism, Clearance{});
  PathFollower follower(at.machine.mechanism, at.machine.topology, at.path.task, 0.0, at.path.p_max,
                        SolveBy::loops);
  const Pose pose = follower.follow(0.0).motion.pose;
  for (auto _ : state) benchmark::DoNotOptimize(checker.find_collisions(pose));
  label(state);
}

void pose_dense(benchmark::State& state) {
  walk(state, SolveBy::dense);
}

// One pose, solved for in both ways.
struct Posed : Circling {
  Task task;
  PathFollower by_loops;
  PathFollower dense;
  Motion motion;
  LimitSystem limits;

  explicit Posed(const benchmark::State& state)
      : Circling(state),
        by_loops(machine.mechanism, machine.topology, path.task, 0.0, path.p_max, SolveBy::loops),
        dense(machine.mechanism, machine.topology, path.task, 0.0, path.p_max) {
    task = path.task(0.0);
    (void)by_loops.follow(0.0);
    motion = dense.follow(0.0).motion;
    limits = make_limit_system(
        machine.mechanism.drives,
        make_projected_map(project(equations()), make_limit_scales(machine.mechanism.drives)));
  }
  [[nodiscard]] MotionEquations equations() const {
    return make_cardan_equations({machine.mechanism, machine.topology, task, motion, 0.0});
  }
};

void given_pose_default(benchmark::State& state) {
  Posed at(state);
  LoopDynamics dynamics(at.machine.mechanism);
  const DriveForceSolver force_solver(make_limit_scales(at.machine.mechanism.drives));
  RegionSolver region_solver;
  DriveForceMap map;
  Region region;
  for (auto _ : state) {
    force_solver.solve(dynamics.calc(*at.by_loops.branch().loops(), at.task, 0.0), map);
    update_limit_system(at.machine.mechanism.drives, map, at.limits);
    region_solver.solve(at.limits, region);
    benchmark::DoNotOptimize(region);
  }
  label(state);
}

void given_pose_dense(benchmark::State& state) {
  const Posed at(state);
  for (auto _ : state) {
    benchmark::DoNotOptimize(calc_dynamics(at.machine, at.task, at.motion, 0.0));
  }
  label(state);
}

void step_task(benchmark::State& state) {
  Circling at(state);
  Task task;
  for (auto _ : state) at.path.task.write(at.next(), task);
  label(state);
}

void step_follow(benchmark::State& state) {
  Circling at(state);
  PathFollower follower(at.machine.mechanism, at.machine.topology, at.path.task, 0.0, at.path.p_max,
                        SolveBy::loops);
  (void)follower.follow(0.0);
  for (auto _ : state) benchmark::DoNotOptimize(follower.follow(at.next()));
  label(state);
}

void step_project(benchmark::State& state) {
  Posed at(state);
  LoopDynamics dynamics(at.machine.mechanism);
  for (auto _ : state) {
    benchmark::DoNotOptimize(dynamics.calc(*at.by_loops.branch().loops(), at.task, 0.0));
  }
  label(state);
}

void step_map(benchmark::State& state) {
  const Posed at(state);
  const ProjectedEquations projected = project(at.equations());
  const DriveForceSolver force_solver(make_limit_scales(at.machine.mechanism.drives));
  DriveForceMap map;
  for (auto _ : state) force_solver.solve(projected, map);
  label(state);
}

void step_region(benchmark::State& state, RegionMethod method) {
  const Posed at(state);
  RegionSolver solver(method);
  Region region;
  for (auto _ : state) solver.solve(at.limits, region);
  label(state);
}

void step_region_by_circuits(benchmark::State& state) {
  step_region(state, RegionMethod::circuits);
}
void step_region_by_support(benchmark::State& state) {
  step_region(state, RegionMethod::support);
}

constexpr int kLast = 5;
BENCHMARK(pose_default)->DenseRange(0, kLast)->Unit(benchmark::kMicrosecond);
BENCHMARK(given_pose_default)->DenseRange(0, kLast)->Unit(benchmark::kMicrosecond);
BENCHMARK(pose_dense)->DenseRange(0, kLast)->Unit(benchmark::kMicrosecond);
BENCHMARK(given_pose_dense)->DenseRange(0, kLast)->Unit(benchmark::kMicrosecond);
BENCHMARK(step_task)->DenseRange(0, kLast)->Unit(benchmark::kMicrosecond);
BENCHMARK(step_follow)->DenseRange(0, kLast)->Unit(benchmark::kMicrosecond);
BENCHMARK(step_clearance)->DenseRange(0, kLast)->Unit(benchmark::kMicrosecond);
BENCHMARK(step_project)->DenseRange(0, kLast)->Unit(benchmark::kMicrosecond);
BENCHMARK(step_map)->DenseRange(0, kLast)->Unit(benchmark::kMicrosecond);
BENCHMARK(step_region_by_circuits)->DenseRange(0, kLast)->Unit(benchmark::kMicrosecond);
BENCHMARK(step_region_by_support)->DenseRange(0, kLast)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace globaldyn::inside
