// The same drive force coefficients by Simbody, with the pose given, and by globaldyn, whose
// position solve is included; checked against each other before anything is measured.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "bench/simbody_dynamics.h"
#include "core/following/path_follower.h"
#include "globaldyn/evaluation/path_walker.h"
#include "globaldyn/limits/limit_scales.h"

namespace globaldyn::inside {
namespace {

constexpr const char* kMachines[] = {"sliding_star", "rrr4", "hexapod_6ups", "octapod_8ups",
                                     "cogiro"};
constexpr int kPosesPerTurn = 60;

// A machine that goes round its first path, a circle, repeatedly.
struct Turning {
  Machine machine;
  Path path;
  double step;

  explicit Turning(const std::string& name)
      : machine(load_machine(std::string(GLOBALDYN_SOURCE_DIR) + "/machines/" + name + "/" + name +
                             ".yaml")),
        path(machine.paths.front()),
        step(path.p_max / kPosesPerTurn) {
    path.p_max *= 1e6;
  }
  explicit Turning(const benchmark::State& state) : Turning(kMachines[state.range(0)]) {}
  double next() { return p += step; }

 private:
  double p{0.0};
};

const Sample& sample_next(PathWalker& walker, Turning& turning) {
  const Sample& sample = walker.move_to(turning.next());
  if (sample.status != SampleStatus::ok) throw NumericalError(sample.reason.what);
  return sample;
}

// Largest difference of two matrices, relative to the largest entry.
double differ(const MatrixXd& ours, const MatrixXd& theirs) {
  if (ours.size() == 0) return 0.0;
  if (!theirs.allFinite()) return std::numeric_limits<double>::infinity();
  const double size = ours.cwiseAbs().maxCoeff();
  return (ours - theirs).cwiseAbs().maxCoeff() / (size > 0.0 ? size : 1.0);
}

// Of A, B, C, D, each by itself, and of the preloads.
double compare(const SimbodyMap& simbody, const DriveForceMap& map) {
  return std::max({differ(map.A(), simbody.forces.col(kSquare)),
                   differ(map.B(), simbody.forces.col(kLinear)),
                   differ(map.C(), simbody.forces.col(kConstant)),
                   differ(map.D(), simbody.forces.col(kAcceleration)),
                   differ(map.V * map.V.transpose(), simbody.V * simbody.V.transpose())});
}

// All poses of one turn.
std::vector<SimbodyMotion> list_motions(Turning& turning, const SimbodyModel& model) {
  PathWalker walker(turning.machine, turning.path);
  std::vector<SimbodyMotion> motions;
  for (int i = 0; i < kPosesPerTurn; ++i) {
    motions.push_back(fit(model, sample_next(walker, turning).motion));
  }
  return motions;
}

double find_largest_difference(const std::string& name, LoopsBy loops_by) {
  Turning turning(name);
  PathWalker walker(turning.machine, turning.path);
  const SimbodyModel model(turning.machine.mechanism);
  SimbodyDynamics dynamics(model, loops_by);
  double largest = 0.0;
  for (int i = 0; i < kPosesPerTurn; ++i) {
    const Sample& sample = sample_next(walker, turning);
    largest = std::max(largest, compare(dynamics.calc(fit(model, sample.motion)), sample.map));
  }
  return largest;
}

// Neither program may be measured if it is wrong.
bool all_agree() {
  constexpr double kAgree = 1e-6;
  bool agree = true;
  for (const char* name : kMachines) {
    const double difference = std::max(find_largest_difference(name, LoopsBy::constraints),
                                       find_largest_difference(name, LoopsBy::points));
    fmt::print(stderr, "{:<14} differs by {:.1e} at most\n", name, difference);
    agree = agree && difference < kAgree;
  }
  if (!agree) fmt::print(stderr, "Simbody and globaldyn disagree; nothing is measured.\n");
  return agree;
}

void simbody_given_pose(benchmark::State& state, LoopsBy loops_by) {
  Turning turning(state);
  const SimbodyModel model(turning.machine.mechanism);
  SimbodyDynamics dynamics(model, loops_by);
  const std::vector<SimbodyMotion> motions = list_motions(turning, model);
  std::size_t i = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(dynamics.calc(motions[i]));
    i = i + 1 < motions.size() ? i + 1 : 0;
  }
  state.SetLabel(kMachines[state.range(0)]);
}

void simbody_by_constraints(benchmark::State& state) {
  simbody_given_pose(state, LoopsBy::constraints);
}

void simbody_by_points(benchmark::State& state) {
  simbody_given_pose(state, LoopsBy::points);
}

// Position, map and region.
void globaldyn_pose(benchmark::State& state) {
  Turning turning(state);
  PathWalker walker(turning.machine, turning.path);
  for (auto _ : state) benchmark::DoNotOptimize(sample_next(walker, turning));
  state.SetLabel(kMachines[state.range(0)]);
}

// Position and map, the region left out as in Simbody. A fair comparison must include the position:
// its solution includes the elimination of the loops, which is part of Simbody's measurement, too.
void globaldyn_map(benchmark::State& state) {
  Turning turning(state);
  const Machine& machine = turning.machine;
  PathFollower follower(machine.mechanism, machine.topology, turning.path.task, 0.0,
                        turning.path.p_max, SolveBy::loops);
  LoopDynamics dynamics(machine.mechanism);
  const DriveForceSolver force_solver(make_limit_scales(machine.mechanism.drives));
  DriveForceMap map;
  (void)follower.follow(0.0);
  for (auto _ : state) {
    const double p = turning.next();
    (void)follower.follow(p);
    if (follower.branch().loops() == nullptr) throw NumericalError("not solved along the loops");
    force_solver.solve(dynamics.calc(*follower.branch().loops(), follower.branch().task(), p), map);
    benchmark::DoNotOptimize(map);
  }
  state.SetLabel(kMachines[state.range(0)]);
}

// The minimum of several repetitions is the least disturbed one.
void for_all_machines(benchmark::internal::Benchmark* benchmark) {
  benchmark->DenseRange(0, static_cast<int>(std::size(kMachines)) - 1)
      ->Unit(benchmark::kMicrosecond)
      ->ComputeStatistics("min", [](const std::vector<double>& times) {
        return *std::min_element(times.begin(), times.end());
      });
}

BENCHMARK(simbody_by_constraints)->Apply(for_all_machines);
BENCHMARK(simbody_by_points)->Apply(for_all_machines);
BENCHMARK(globaldyn_pose)->Apply(for_all_machines);
BENCHMARK(globaldyn_map)->Apply(for_all_machines);

}  // namespace
}  // namespace globaldyn::inside

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (!globaldyn::inside::all_agree()) return 1;
  benchmark::RunSpecifiedBenchmarks();
}
