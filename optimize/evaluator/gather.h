#pragma once

#include <span>

#include "optimize/study/study.h"

namespace globaldyn::inside {
inline namespace evaluator {

/// One value for several. `larger_is_worse` tells which one is the worst.
/// @param values at least one; the result is NaN if any is
/// @param weights of the mean, one per value, > 0; empty: all equal
[[nodiscard]] double gather(std::span<const double> values, std::span<const double> weights,
                            Gather how, bool larger_is_worse);

/// How far a value is beyond a constraint's bounds, in its scale; the negative margin if within.
[[nodiscard]] double calc_excess(const StudyConstraint& constraint, double value);

/// The value of a constraint from its values for samples of tolerances in every scenario: the worst
/// scenario counts. NaN if any value is.
/// `values[s][t]`: in scenario s with tolerances t, the first nominal
[[nodiscard]] double gather_constraint(const StudyConstraint& constraint,
                                       const std::vector<std::vector<double>>& values);

}  // namespace evaluator
}  // namespace globaldyn::inside
