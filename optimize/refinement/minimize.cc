#include "optimize/refinement/minimize.h"

#include <cmath>
#include <optional>

#include "optimize/random/random_stream.h"
#include "optimize/refinement/merit.h"

namespace globaldyn::inside {
inline namespace refinement {
namespace {

bool is_better(const Outcome& first, const Outcome& second, std::size_t objective) {
  if (!first.is_feasible() || !second.is_feasible()) return first.violation < second.violation;
  return first.objectives[objective] < second.objectives[objective];
}

// Scales by the first objective found.
class Scaler {
 public:
  explicit Scaler(std::size_t objective) : objective_(objective) {}

  const MeritScale& learn(const Outcome& outcome) {
    if (!scale_ && !outcome.objectives.empty()) {
      const double first = outcome.objectives[objective_];
      scale_ = {first, first == 0.0 ? 1.0 : std::abs(first)};
    }
    return scale_ ? *scale_ : unscaled_;
  }

 private:
  std::size_t objective_;
  std::optional<MeritScale> scale_;
  MeritScale unscaled_;
};

ScalarProblem make_problem(const MinimizationOptions& options, std::vector<double> start) {
  const std::size_t n = start.size();
  return {std::vector<double>(n, 0.0),
          std::vector<double>(n, 1.0),
          std::move(start),
          std::vector<double>(n, options.first_step),
          std::vector<double>(n, options.last_step),
          knows_constraints(options.algorithm) ? std::size_t{1} : std::size_t{0}};
}

SearchEnd search(const MinimizationOptions& options, std::uint64_t seed, DesignProbe& probe,
                 const Design& start) {
  Scaler scaler(options.objective);
  const auto evaluate = [&](std::span<const double> shares, std::span<double> values) {
    const Outcome* outcome = probe.look(shares);
    if (outcome == nullptr) return false;
    const MeritScale& scale = scaler.learn(*outcome);
    if (knows_constraints(options.algorithm)) {
      values[0] = calc_merit(*outcome, options.objective, scale);
      values[1] = calc_constraint(outcome->violation);
    } else {
      values[0] = calc_feasible_merit(*outcome, options.objective, scale);
    }
    return true;
  };
  return search_scalar(options.algorithm, make_problem(options, probe.shares_of(start)), seed,
                       kMostCallsPerDesign * options.budget, evaluate);
}

Minimum minimize_from(const DesignSpace& space, const Design& start,
                      const MinimizationOptions& options, std::uint64_t seed, const Ask& ask) {
  DesignProbe probe(space, start, options.budget, ask);
  Minimum minimum;
  minimum.best.design = start;
  if (probe.dimension() > 0) {
    minimum.end = search(options, seed, probe, start);
  } else if (probe.look({}) != nullptr) {
    minimum.end = SearchEnd::converged;  // there is nothing to choose
  }
  minimum.evaluations = probe.asked();
  for (const ProbedDesign& known : probe.known()) {
    if (minimum.best.number == 0 ||
        is_better(known.outcome, minimum.best.outcome, options.objective)) {
      minimum.best = known;
    }
  }
  return minimum;
}

}  // namespace

std::vector<Minimum> minimize(const DesignSpace& space, const std::vector<Design>& starts,
                              const MinimizationOptions& options, Evaluations& evaluations) {
  std::vector<Minimum> minima(starts.size());
  for (std::size_t i = 0; i < starts.size(); ++i) minima[i].best.design = starts[i];
  const auto course = [&](std::size_t i, const Ask& ask) {
    const std::uint64_t seed = RandomStream(options.seed, i).bits();
    minima[i] = minimize_from(space, starts[i], options, seed, ask);
  };
  run_in_lock_step(starts.size(), options.width, course, evaluations);
  return minima;
}

}  // namespace refinement
}  // namespace globaldyn::inside
