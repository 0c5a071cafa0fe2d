#pragma once

#include <cstddef>
#include <vector>

#include "optimize/pareto/points.h"

namespace globaldyn {

/// How far the neighbours of each point of a front are from each other (Deb 2002): in each
/// objective the gap between the next lower and the next higher point as a share of the front's
/// range, summed over the objectives; infinite at both ends of any objective.
///
/// Of equal points the first stands for all, as though the others were not there; theirs is 0.
/// Points that tie in one objective are taken there in the order of the others (lexically), so
/// that distances depend on the points only, not on their order. An objective without range
/// counts nothing and has no ends; if none has a range, the first point has infinite distance.
/// Cost: O(m n log n) for n points of m objectives.
[[nodiscard]] std::vector<double> calc_crowding_distances(const Points& front);

/// The numbers, ascending, of the `count` points left (all, if there are no more) when the point
/// with the least crowding distance is taken out and its neighbours' distances are computed anew,
/// again and again (Kukkonen & Deb 2006). Ranges stay those of the whole front. Of two objectives
/// that leaves a greater hypervolume than taking out at once all that are crowded at first, of
/// three mostly so; of more neither is better.
///
/// Copies go before any distinct point does, those of which there are most first; of equal
/// distances the lexically least point goes. So what is left does not depend on the order of the
/// points. Cost: O(m n log n) for n points of m objectives.
[[nodiscard]] std::vector<int> keep_least_crowded(const Points& front, std::size_t count);

}  // namespace globaldyn
