// What evolution costs by itself, per evaluation of a trivial problem; for comparison, where
// available, the NSGA-II of the public library pagmo, on the same problem with the same settings.
#include <benchmark/benchmark.h>

#include <vector>

#include "optimize/evolution/nsga.h"
#include "optimize/evolution/steady_state.h"
#include "optimize/search/function_evaluations.h"

#ifdef GLOBALDYN_PAGMO
#include <pagmo/algorithms/nsga2.hpp>
#include <pagmo/population.hpp>
#include <pagmo/problem.hpp>
#endif

namespace globaldyn::inside {
namespace {

constexpr int kGenerations = 50;

// Two objectives, a concave front at the sum of all but the first variable = 0 (ZDT2 of Zitzler,
// Deb & Thiele 2000).
void evaluate(const std::vector<double>& x, std::vector<double>& objectives) {
  double sum = 0.0;
  for (std::size_t i = 1; i < x.size(); ++i) sum += x[i];
  const double g = 1.0 + 9.0 * sum / static_cast<double>(x.size() - 1);
  objectives = {x[0], g - x[0] * x[0] / g};
}

DesignSpace make_space(std::size_t variables) {
  DesignSpace space;
  space.variables.resize(variables);
  return space;
}

void count_evaluations(benchmark::State& state, std::size_t per_iteration) {
  state.counters["per_evaluation"] = benchmark::Counter(
      static_cast<double>(per_iteration),
      benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

template <class Run>
void measure(benchmark::State& state, const Run& run, std::size_t lag) {
  const auto population = static_cast<std::size_t>(state.range(1));
  const DesignSpace space = make_space(static_cast<std::size_t>(state.range(0)));
  const std::size_t budget = population * kGenerations;
  std::uint64_t seed = 0;
  for (auto _ : state) {
    FunctionEvaluations evaluations(
        [](const Design& x) {
          Outcome outcome;
          evaluate(x, outcome.objectives);
          return outcome;
        },
        budget);
    benchmark::DoNotOptimize(
        run(space, {.population = population, .seed = ++seed, .lag = lag}, evaluations));
  }
  count_evaluations(state, budget);
}

void generational(benchmark::State& state) {
  measure(state, run_generational, 1);
}
void steady_state(benchmark::State& state) {
  measure(state, run_steady_state, 8);
}

void add_sizes(benchmark::internal::Benchmark* benchmark) {
  benchmark->ArgNames({"variables", "population"})->Unit(benchmark::kMillisecond);
  for (const int variables : {5, 30}) {
    for (const int population : {100, 400, 1000}) benchmark->Args({variables, population});
  }
}

BENCHMARK(generational)->Apply(add_sizes);
BENCHMARK(steady_state)->Apply(add_sizes);

#ifdef GLOBALDYN_PAGMO
struct PagmoProblem {
  std::size_t variables{0};

  pagmo::vector_double fitness(const pagmo::vector_double& x) const {
    pagmo::vector_double objectives;
    evaluate(x, objectives);
    return objectives;
  }
  std::pair<pagmo::vector_double, pagmo::vector_double> get_bounds() const {
    return {pagmo::vector_double(variables, 0.0), pagmo::vector_double(variables, 1.0)};
  }
  pagmo::vector_double::size_type get_nobj() const { return 2; }
};

void pagmo_nsga2(benchmark::State& state) {
  const auto variables = static_cast<std::size_t>(state.range(0));
  const auto size = static_cast<std::size_t>(state.range(1));
  unsigned seed = 0;
  for (auto _ : state) {
    ++seed;
    pagmo::population population(pagmo::problem(PagmoProblem{variables}), size, seed);
    const pagmo::nsga2 algorithm(kGenerations - 1, 0.9, 15.0, 1.0 / static_cast<double>(variables),
                                 20.0, seed);
    benchmark::DoNotOptimize(algorithm.evolve(population));
  }
  count_evaluations(state, size * kGenerations);
}

BENCHMARK(pagmo_nsga2)->Apply(add_sizes);
#endif

}  // namespace
}  // namespace globaldyn::inside

BENCHMARK_MAIN();
