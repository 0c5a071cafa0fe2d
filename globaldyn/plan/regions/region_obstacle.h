#pragma once

#include <vector>

#include "globaldyn/plan/limit_field.h"
#include "globaldyn/plan/obstacle.h"
#include "globaldyn/plan/regions/profile.h"
#include "globaldyn/plan/regions/work_meter.h"

namespace globaldyn::inside {
inline namespace plan {

/// What prevents a motion, as find_missing_limits() finds it to a relative 1e-4 from the regions at
/// the nodes of a grid, and where.
/// @param nodes fine enough to show that there is no motion
/// @param with_limits false: leave out the limits, which take some hundred times the rest
/// @param meter counts the work, if given; once it is used up the limits found so far are returned
[[nodiscard]] Obstacle find_region_obstacle(LimitField& field, const std::vector<double>& nodes,
                                            const Gates& gates, bool with_limits = true,
                                            WorkMeter* meter = nullptr);

}  // namespace plan
}  // namespace globaldyn::inside
