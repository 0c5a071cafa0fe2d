#include "optimize/refinement/front_problem.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "core/base/constants.h"
#include "optimize/pareto/ranges.h"

namespace globaldyn::inside {
inline namespace refinement {
namespace {

// Small enough not to trade a visible loss in one objective for gains in others, large enough to
// stand out from rounding errors.
constexpr double kSumShare = 1e-3;

// How far the point from which distances are measured lies below the front's smallest values, in
// the front's ranges, so that points with the smallest value of an objective have weights, too.
constexpr double kUtopianGap = 0.1;

}  // namespace

std::vector<MeritScale> make_front_scales(const Points& front) {
  std::vector<MeritScale> scales;
  if (front.empty()) return scales;
  for (const Range& range : find_ranges(front)) {
    const double size = std::abs(range.least);
    const double unit = range.length() > 0.0 ? range.length() : size > 0.0 ? size : 1.0;
    scales.push_back({range.least, unit});
  }
  return scales;
}

FrontProblem::FrontProblem(const std::vector<MeritScale>& scales, const Outcome& point)
    : scales_(scales), weights_(scales.size(), 1.0), from_(scales.size()) {
  assert(point.is_feasible() && point.objectives.size() == scales.size());
  for (std::size_t i = 0; i < scales.size(); ++i) from_[i] = calc_merit(point, i, scales[i]);
}

FrontProblem FrontProblem::make_epsilon(const std::vector<MeritScale>& scales, const Outcome& point,
                                        std::size_t objective) {
  FrontProblem problem(scales, point);
  problem.objective_ = objective;
  return problem;
}

FrontProblem FrontProblem::make_chebyshev(const std::vector<MeritScale>& scales,
                                          const Outcome& point) {
  FrontProblem problem(scales, point);
  problem.is_chebyshev_ = true;
  for (std::size_t i = 0; i < scales.size(); ++i) {
    // A point that was already refined may itself be below the front's smallest value.
    const double utopian = std::min(0.0, problem.from_[i]) - kUtopianGap;
    problem.weights_[i] = 1.0 / (problem.from_[i] - utopian);
    problem.from_[i] = utopian;
  }
  return problem;
}

std::size_t FrontProblem::constraints() const {
  return 1 + scales_.size() - (is_chebyshev_ ? 0 : 1);
}

double FrontProblem::calc_term(const Outcome& outcome, std::size_t i) const {
  return weights_[i] * (calc_merit(outcome, i, scales_[i]) - from_[i]);
}

void FrontProblem::calc(const Outcome& outcome, std::span<const double> extra,
                        std::span<double> values) const {
  assert(values.size() == constraints() + 1 && extra.size() == extra_variables());
  const double level = is_chebyshev_ ? extra[0] : 0.0;
  values[0] = level;
  values[1] = calc_constraint(outcome.violation);
  std::size_t next = 2;
  for (std::size_t i = 0; i < scales_.size(); ++i) {
    const double term = calc_term(outcome, i);
    values[0] += kSumShare * term;
    if (is_chebyshev_ || i != objective_) {
      values[next++] = term - level;
    } else {
      values[0] += term;
    }
  }
}

double FrontProblem::rate(const Outcome& outcome) const {
  double sum = 0.0, greatest = -kInfinity;
  for (std::size_t i = 0; i < scales_.size(); ++i) {
    const double term = calc_term(outcome, i);
    sum += term;
    if (is_chebyshev_ || i == objective_) greatest = std::max(greatest, term);
  }
  return greatest + kSumShare * sum;
}

}  // namespace refinement
}  // namespace globaldyn::inside
