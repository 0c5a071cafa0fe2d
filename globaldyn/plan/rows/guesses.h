#pragma once

#include "globaldyn/plan/rows/grid_motion.h"
#include "globaldyn/plan/rows/rough_motion.h"
#include "globaldyn/plan/rows/row_plan.h"
#include "globaldyn/plan/rows/speed_barrier.h"

namespace globaldyn {

// Where rows have roots: what x is guessed to be, the lines in place of the roots made about it.

/// Before anything is known: whatever is accessible.
void guess_from_extremes(RowGrid& grid);

/// From rough speeds, of each segment's quarters.
void guess_from_speeds(RowGrid& grid, const std::vector<RoughSpeeds>& speeds);

/// From a share of the barrier, which is above all motions.
void guess_from_barrier(RowGrid& grid, const SpeedBarrier& barrier, double share);

/// From a motion along the grid, as narrow as the barrier is near, but no narrower than a tolerance
/// of the time asks for.
void guess_from_motion(RowGrid& grid, const SpeedBarrier& barrier, const GridMotion& motion,
                       double tolerance);

/// The same, but where the barrier is far above the motion others are guessed to be as near to it
/// as this share says, of the ratio of both: lines about one that is much too slow hold it down.
void guess_above_motion(RowGrid& grid, const SpeedBarrier& barrier, const GridMotion& motion,
                        double tolerance, double share);

/// From a plan made before, on whatever its segments have become; the levels of motions as well.
void guess_from_plan(RowGrid& grid, const RowPlan& plan);

}  // namespace globaldyn
