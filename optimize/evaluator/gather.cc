#include "optimize/evaluator/gather.h"
#include "core/base/constants.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace globaldyn::inside {
inline namespace evaluator {

double gather(std::span<const double> values, std::span<const double> weights, Gather how,
              bool larger_is_worse) {
  assert(!values.empty() && (weights.empty() || weights.size() == values.size()));
  if (std::any_of(values.begin(), values.end(), [](double x) { return std::isnan(x); })) {
    return kNaN;
  }
  if (how == Gather::nominal) return values.front();
  if (how == Gather::worst) {
    return larger_is_worse ? *std::max_element(values.begin(), values.end())
                           : *std::min_element(values.begin(), values.end());
  }
  double sum = 0.0, weight = 0.0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double own = weights.empty() ? 1.0 : weights[i];
    sum += own * values[i];
    weight += own;
  }
  return sum / weight;
}

double calc_excess(const StudyConstraint& constraint, double value) {
  double excess = -kInfinity;
  if (constraint.at_least) excess = std::max(excess, *constraint.at_least - value);
  if (constraint.at_most) excess = std::max(excess, value - *constraint.at_most);
  return excess / constraint.scale;
}

double gather_constraint(const StudyConstraint& constraint,
                         const std::vector<std::vector<double>>& values) {
  const auto worst = [&](std::span<const double> of) {
    double chosen = of.front();
    for (const double value : of) {
      if (std::isnan(value)) return value;
      if (calc_excess(constraint, value) > calc_excess(constraint, chosen)) chosen = value;
    }
    return chosen;
  };
  std::vector<double> scenarios;
  for (const std::vector<double>& samples : values) {
    scenarios.push_back(constraint.over_tolerances == Gather::worst
                            ? worst(samples)
                            : gather(samples, {}, constraint.over_tolerances, true));
  }
  return worst(scenarios);
}

}  // namespace evaluator
}  // namespace globaldyn::inside
