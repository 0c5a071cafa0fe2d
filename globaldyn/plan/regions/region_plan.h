#pragma once

#include <vector>

#include "globaldyn/plan/limit_field.h"
#include "globaldyn/plan/plan.h"

namespace globaldyn::inside {
inline namespace plan {

/// A plan by the regions of single poses: for limits of any shape, known at any p but not as
/// functions of p.
///
/// The plan keeps limits tightened by a small share e at the nodes of a grid and half-way between
/// them, with a grid so fine that it keeps limits tightened by e/2 at all sixteenths of its
/// segments. Its time is an upper bound. The lower bound is the time of the same problem with
/// limits widened by e, minus what motions within the limits could gain by getting above its
/// solution, which is followed at the quarters of segments (headroom.h). As both are checked at
/// points, the bounds are estimated, not proven. If it gave up, the grid may be too coarse to
/// keep limits between nodes, and there is no lower bound (0) unless it is close. If it is
/// infeasible, the obstacle is looked for on the grid that shows it.
/// @param grid p to start with, increasing: the ends of the path, and every known p where limits or
///   their derivatives jump; gates are added
/// @param options `work` 0 and `memory` 0: unlimited. Half of the work is allowed on top for the
///   obstacle
/// @param explain find which limits prevent a motion, if there is none; otherwise only where
/// @throws Error if nothing limits the speed at which the motion may start
[[nodiscard]] Plan plan_regions(LimitField& field, const std::vector<double>& grid,
                                const PlanOptions& options, bool explain = true);

}  // namespace plan
}  // namespace globaldyn::inside
