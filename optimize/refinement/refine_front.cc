#include "optimize/refinement/refine_front.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include "optimize/pareto/domination.h"
#include "optimize/pareto/hypervolume.h"
#include "optimize/pareto/ranges.h"
#include "optimize/refinement/front_problem.h"
#include "optimize/refinement/lock_step.h"

namespace globaldyn::inside {
inline namespace refinement {
namespace {

constexpr double kReferenceGap = 0.1;
// For Chebyshev's t (1 at the point, 0 unreachable). COBYLA moves no farther in one step; steps
// between 0.1 and 1 were tried on test problems and made little difference.
constexpr double kFirstDistanceStep = 0.25;

std::vector<std::size_t> all_if_empty(const std::vector<std::size_t>& chosen, std::size_t count) {
  if (!chosen.empty()) return chosen;
  std::vector<std::size_t> all(count);
  std::iota(all.begin(), all.end(), std::size_t{0});
  return all;
}

// The course of one point.
class PointRefiner {
 public:
  PointRefiner(const DesignSpace& space, const std::vector<MeritScale>& scales,
               const FrontRefinementOptions& options, const ProbedDesign& point, const Ask& ask)
      : scales_(scales),
        options_(options),
        start_(point),
        probe_(space, point.design, options.budget, ask) {
    probe_.learn(point);
    result_.point = point;
  }

  RefinedPoint run() {
    while (probe_.dimension() > 0 && probe_.left() > 0 && play_round()) {
    }
    result_.evaluations = probe_.asked();
    for (std::size_t i = 0; i < scales_.size(); ++i) {
      result_.gains.push_back(start_.outcome.objectives[i] - result_.point.outcome.objectives[i]);
    }
    return result_;
  }

 private:
  // Every problem once. Returns whether that gained enough to continue.
  bool play_round() {
    const std::vector<double> before = result_.point.outcome.objectives;
    const std::vector<std::size_t> objectives = all_if_empty(options_.objectives, scales_.size());
    std::size_t problems =
        (options_.with_chebyshev ? 1 : 0) + (options_.with_epsilon ? objectives.size() : 0);
    if (options_.with_chebyshev) {
      solve(FrontProblem::make_chebyshev(scales_, result_.point.outcome), problems--);
    }
    for (std::size_t k = 0; problems > 0; ++k) {
      solve(FrontProblem::make_epsilon(scales_, result_.point.outcome, objectives[k]), problems--);
    }
    double gain = 0.0;
    for (std::size_t i = 0; i < scales_.size(); ++i) {
      gain = std::max(gain, (before[i] - result_.point.outcome.objectives[i]) / scales_[i].unit);
    }
    return gain > 0.0 && gain >= options_.min_gain;
  }

  // With its part of the remaining budget, which `to_come` problems, including this one, share.
  void solve(const FrontProblem& problem, std::size_t to_come) {
    probe_.allow((probe_.left() + to_come - 1) / to_come);
    const auto evaluate = [&](std::span<const double> x, std::span<double> values) {
      const Outcome* outcome = probe_.look(x.first(probe_.dimension()));
      if (outcome == nullptr) return false;
      problem.calc(*outcome, x.subspan(probe_.dimension()), values);
      return true;
    };
    result_.end = search_scalar(SearchAlgorithm::cobyla, make_problem(problem), 0,
                                kMostCallsPerDesign * options_.budget, evaluate);
    choose(problem);
  }

  [[nodiscard]] ScalarProblem make_problem(const FrontProblem& problem) const {
    const std::size_t n = probe_.dimension(), extra = problem.extra_variables();
    ScalarProblem result{
        std::vector<double>(n + extra, 0.0),        std::vector<double>(n, 1.0),
        probe_.shares_of(result_.point.design),     std::vector<double>(n, options_.first_step),
        std::vector<double>(n, options_.last_step), problem.constraints()};
    // COBYLA's steps shrink for all variables in the same proportion.
    result.high.resize(n + extra, FrontProblem::kMostDistance);
    result.start.resize(n + extra, 1.0);
    result.first_steps.resize(n + extra, kFirstDistanceStep);
    result.last_steps.resize(n + extra,
                             kFirstDistanceStep * options_.last_step / options_.first_step);
    return result;
  }

  // Of all that dominate the current point, the best for the problem.
  void choose(const FrontProblem& problem) {
    const Outcome before = result_.point.outcome;
    double least = problem.rate(before);
    for (const ProbedDesign& known : probe_.known()) {
      if (compare(known.outcome, before) != Domination::first) continue;
      if (const double rate = problem.rate(known.outcome); rate < least) {
        least = rate;
        result_.point = known;
      }
    }
  }

  const std::vector<MeritScale>& scales_;
  const FrontRefinementOptions& options_;
  const ProbedDesign& start_;
  DesignProbe probe_;
  RefinedPoint result_;
};

// Of the feasible points.
Points list_objectives(const std::vector<RefinedPoint>& refined) {
  std::vector<Outcome> outcomes;
  for (const RefinedPoint& one : refined) {
    if (one.point.outcome.is_feasible()) outcomes.push_back(one.point.outcome);
  }
  return gather_objectives(outcomes);
}

Points scale_objectives(const std::vector<RefinedPoint>& points,
                        const std::vector<MeritScale>& scales) {
  const Points plain = list_objectives(points);
  Points scaled(scales.size());
  std::vector<double> row(scales.size());
  for (std::size_t k = 0; k < plain.size(); ++k) {
    for (std::size_t i = 0; i < row.size(); ++i) row[i] = calc_merit(plain[k][i], scales[i]);
    scaled.add(row);
  }
  return scaled;
}

// Beyond the worst of each objective.
std::vector<double> make_reference(const Points& points) {
  std::vector<double> reference;
  for (const Range& range : find_ranges(points)) {
    reference.push_back(range.greatest + kReferenceGap);
  }
  return reference;
}

}  // namespace

FrontRefinement refine_front(const DesignSpace& space, const std::vector<ProbedDesign>& front,
                             const FrontRefinementOptions& options, Evaluations& evaluations) {
  FrontRefinement result;
  for (const ProbedDesign& point : front) {
    result.points.push_back({point, std::vector<double>(point.outcome.objectives.size(), 0.0)});
  }
  const std::vector<MeritScale> scales = make_front_scales(list_objectives(result.points));
  if (scales.empty()) return result;
  const Points before = scale_objectives(result.points, scales);
  const std::vector<double> reference = make_reference(before);
  result.hypervolume_before = calc_hypervolume(before, reference);

  std::vector<std::size_t> chosen = all_if_empty(options.points, front.size());
  std::erase_if(chosen, [&](std::size_t i) { return !front[i].outcome.is_feasible(); });
  const auto course = [&](std::size_t i, const Ask& ask) {
    PointRefiner refiner(space, scales, options, front[chosen[i]], ask);
    result.points[chosen[i]] = refiner.run();
  };
  run_in_lock_step(chosen.size(), options.width, course, evaluations);

  result.hypervolume_after = calc_hypervolume(scale_objectives(result.points, scales), reference);
  for (const RefinedPoint& refined : result.points) result.evaluations += refined.evaluations;
  return result;
}

}  // namespace refinement
}  // namespace globaldyn::inside
