#pragma once

#include "globaldyn/path/timed_path.h"

namespace globaldyn::inside {
inline namespace path {

/// p that was listed over time: the cubic spline through the points, twice continuously
/// differentiable, at rest at both ends or, if `is_free`, with p'' = 0 there.
/// @param t from 0, strictly increasing, at least two; p from 0, strictly increasing
/// @param places of the points
/// @throws InputError at the second of two points between which p would turn back
[[nodiscard]] ParameterCourse make_table_course(const std::vector<double>& t,
                                                const std::vector<double>& p, bool is_free,
                                                const std::vector<SourcePlace>& places);

}  // namespace path
}  // namespace globaldyn::inside
