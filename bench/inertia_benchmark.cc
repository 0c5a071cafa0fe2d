// Inertia matrices of chains: methods over the number of joints; columns and poses in parallel. For
// results/formulations/inertia.md.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <numeric>

#include "core/formulations/inertia/inertia_matrix.h"
#include "core/formulations/inertia/inertia_methods.h"
#include "globaldyn/machine/machine.h"
#include "globaldyn/sweep/sweep.h"

namespace globaldyn::inside {
namespace {

// Axes turn by a right angle from joint to joint, as most robots' do.
LinkTree make_chain(int count) {
  std::string bodies, joints;
  for (int i = 0; i < count; ++i) {
    bodies += fmt::format(
        "  b{}: {{mass: 2, com: [0.1, 0.02, 0.01], inertia: {{diag: [0.02, 0.05, 0.06]}}}}\n", i);
    joints += fmt::format(
        "  j{0}: {{type: revolute, a: {{body: {1}, at: [0.2, 0, 0], axis: {2}}}, b: {{body: b{0}, "
        "axis: {2}}}}}\n",
        i, i == 0 ? std::string("ground") : fmt::format("b{}", i - 1), i % 2 == 0 ? "z" : "y");
  }
  const Machine machine = parse_machine(
      "globaldyn: 1\nname: chain\nbodies:\n" + bodies + "joints:\n" + joints, "chain.yaml", ".");
  return make_link_tree(machine.mechanism, machine.topology);
}

VectorXd make_pose(int count, double start = 0.3) {
  VectorXd q(count);
  std::iota(q.begin(), q.end(), start);
  return q;
}

void one_matrix(benchmark::State& state, InertiaMethod method) {
  const LinkTree tree = make_chain(static_cast<int>(state.range(0)));
  const VectorXd q = make_pose(tree.size());
  for (auto _ : state) benchmark::DoNotOptimize(calc_inertia_matrix(tree, q, method));
}
BENCHMARK_CAPTURE(one_matrix, direction_cosines, InertiaMethod::direction_cosines)
    ->ArgsProduct({{3, 6, 12, 24, 48, 96}});
BENCHMARK_CAPTURE(one_matrix, composite_bodies, InertiaMethod::composite_bodies)
    ->ArgsProduct({{3, 6, 12, 24, 48, 96}});

// Accelerations under given forces: with the matrix and L D Lᵀ, and without.
void accelerations(benchmark::State& state, bool has_matrix) {
  const LinkTree tree = make_chain(static_cast<int>(state.range(0)));
  const VectorXd q = make_pose(tree.size()), forces = make_pose(tree.size(), -0.5);
  for (auto _ : state) {
    if (has_matrix) {
      MatrixXd inertia;
      calc_inertia_by_composites<double>(tree, q, inertia);
      benchmark::DoNotOptimize(solve_with_inertia<double>(inertia, forces));
    } else {
      benchmark::DoNotOptimize(solve_by_articulated_bodies<double>(tree, q, forces));
    }
  }
}
BENCHMARK_CAPTURE(accelerations, composite_bodies, true)->ArgsProduct({{3, 6, 12, 24, 48, 96}});
BENCHMARK_CAPTURE(accelerations, articulated_bodies, false)->ArgsProduct({{3, 6, 12, 24, 48, 96}});

RunEach on_threads(int threads) {
  return [threads](std::size_t count, const std::function<void(std::size_t)>& visit) {
    run_sweep(count, {.threads = threads}, [&](std::size_t, std::size_t i) { visit(i); });
  };
}

void columns_on_threads(benchmark::State& state) {
  const LinkTree tree = make_chain(static_cast<int>(state.range(0)));
  const VectorXd q = make_pose(tree.size());
  const RunEach run = on_threads(static_cast<int>(state.range(1)));
  for (auto _ : state) benchmark::DoNotOptimize(calc_inertia_columns(tree, q, run));
}
BENCHMARK(columns_on_threads)->ArgsProduct({{6, 24, 96}, {1, 2}})->UseRealTime();

void poses_on_threads(benchmark::State& state) {
  const LinkTree tree = make_chain(6);
  MatrixXd q(6, 10000);
  for (Eigen::Index i = 0; i < q.cols(); ++i)
    q.col(i) = make_pose(6, 1e-3 * static_cast<double>(i));
  const RunEach run = on_threads(static_cast<int>(state.range(0)));
  for (auto _ : state) {
    benchmark::DoNotOptimize(calc_inertia_matrices(tree, q, InertiaMethod::composite_bodies, run));
  }
  state.SetItemsProcessed(state.iterations() * q.cols());
}
BENCHMARK(poses_on_threads)->Arg(1)->Arg(2)->UseRealTime()->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace globaldyn::inside
