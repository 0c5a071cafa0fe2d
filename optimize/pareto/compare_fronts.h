#pragma once

#include <vector>

#include "optimize/pareto/points.h"

namespace globaldyn::inside {
inline namespace pareto {

/// The share of the points of front `of` that points of front `by` dominate or equal (the C metric
/// of Zitzler & Thiele 1999); 0 if there are none. Cost: O(n m) of n and m points.
[[nodiscard]] double calc_coverage(const Points& by, const Points& of);

/// The hypervolume of each front in one box common to all: objectives scaled to 0 … 1 from the
/// minimum to the maximum over all fronts' points, the reference point at 1.1 in each. An objective
/// that is the same everywhere counts as 0. All fronts have the same number of objectives.
[[nodiscard]] std::vector<double> calc_common_hypervolumes(const std::vector<Points>& fronts);

}  // namespace pareto
}  // namespace globaldyn::inside
