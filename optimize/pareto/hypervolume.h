#pragma once

#include <span>
#include <vector>

#include "optimize/pareto/points.h"

namespace globaldyn::inside {
inline namespace pareto {

/// The volume of all that is covered by at least one of the points and bounded above by the
/// reference point; exact up to rounding errors, and bit for bit the same in any order of the
/// points. Points that are not below the reference in every objective add nothing. Points may be
/// dominated or equal.
///
/// Cost for n points: O(n log n) for up to three objectives (Beume et al. 2009), O(n² log n) for
/// four; for more it sums what each point adds (While et al. 2012), at worst exponential in the
/// number of objectives. For up to three it is a sum of positive terms; for more, volumes are also
/// subtracted, which costs digits: two methods differed by 4e-13 of the volume for 300 points of
/// seven objectives.
[[nodiscard]] double calc_hypervolume(const Points& points, std::span<const double> reference);

/// What each point adds: the hypervolume of all less that of all others, >= 0; 0 if it is
/// dominated or has an equal. Conditions as above. Cost: O(n log n) for two and three objectives
/// (after Emmerich & Fonseca 2011), for others n times that of a hypervolume at worst.
[[nodiscard]] std::vector<double> calc_contributions(const Points& points,
                                                     std::span<const double> reference);

}  // namespace pareto
}  // namespace globaldyn::inside
