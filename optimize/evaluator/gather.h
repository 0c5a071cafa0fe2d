#pragma once

#include <span>

#include "optimize/study/study.h"

namespace globaldyn {

/// The value that several stand for. Of the worst, `larger_is_worse` tells which that is.
/// @param values at least one; NaN if any is that
/// @param weights as many, > 0, of the mean; empty: all the same
[[nodiscard]] double gather(std::span<const double> values, std::span<const double> weights,
                            Gather how, bool larger_is_worse);

/// How far a value is beyond a constraint's bounds, in its scale; negative where it keeps within,
/// by how much.
[[nodiscard]] double calc_excess(const StudyConstraint& constraint, double value);

/// The value of a constraint, given by samples of tolerances in every scenario: the worst scenario
/// counts. NaN if any is that.
/// @param values[s][t] in scenario s with tolerances t, the first without any
[[nodiscard]] double gather_constraint(const StudyConstraint& constraint,
                                       const std::vector<std::vector<double>>& values);

}  // namespace globaldyn
