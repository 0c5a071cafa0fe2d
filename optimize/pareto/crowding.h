#pragma once

#include <cstddef>
#include <vector>

#include "optimize/pareto/points.h"

namespace globaldyn::inside {
inline namespace pareto {

/// How far apart the neighbours of each point of a front are (Deb 2002): in each objective the gap
/// between the next lower and the next higher point as a share of the front's range, summed over
/// the objectives; infinite at both ends of any objective.
///
/// Of equal points the first represents all, as if the others were absent; these get 0. Points that
/// tie in one objective are ordered there by the others (lexicographically), so that distances
/// depend on the points only, not on their order. An objective without range adds nothing and has
/// no ends; if none has a range, the first point has infinite distance. Cost: O(m n log n) for n
/// points of m objectives.
[[nodiscard]] std::vector<double> calc_crowding_distances(const Points& front);

/// The numbers, ascending, of the `count` points left (all, if there are no more) when the point
/// with the smallest crowding distance is removed and its neighbours' distances are recomputed,
/// repeatedly (Kukkonen & Deb 2006). Ranges stay those of the whole front. For two objectives that
/// leaves a larger hypervolume than removing all initially crowded points at once, for three mostly
/// so; for more neither is better.
///
/// Copies are removed before any distinct point, those with the most copies first; of equal
/// distances the lexicographically smallest point goes. So the result does not depend on the order
/// of the points. Cost: O(m n log n) for n points of m objectives.
[[nodiscard]] std::vector<int> keep_least_crowded(const Points& front, std::size_t count);

}  // namespace pareto
}  // namespace globaldyn::inside
