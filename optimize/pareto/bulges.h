#pragma once

#include <vector>

#include "optimize/pareto/points.h"

namespace globaldyn::inside {
inline namespace pareto {

/// How far each point of a front bulges towards the ideal point: its distance from the plane
/// through the extreme points, in scaled objectives; negative behind the plane. The largest one is
/// the knee of Das 1999.
/// The extreme point of an objective is the one at which the worst of the other objectives is best.
/// If no plane through these meets all axes, the plane through the worst value of each objective is
/// taken. The points of the front do not dominate each other. Cost: O(n m).
[[nodiscard]] std::vector<double> calc_bulges(const Points& front);

}  // namespace pareto
}  // namespace globaldyn::inside
