#pragma once

#include "globaldyn/plan/rows/grid_motion.h"
#include "globaldyn/plan/rows/rough_motion.h"
#include "globaldyn/plan/rows/row_plan.h"
#include "globaldyn/plan/rows/speed_barrier.h"

namespace globaldyn::inside {
inline namespace plan {

// Where rows have roots: guesses of x, about which the roots are replaced by lines.

/// Before anything is known: everything accessible.
void guess_from_extremes(RowGrid& grid);

/// From rough speeds at each segment's quarters.
void guess_from_speeds(RowGrid& grid, const std::vector<RoughSpeeds>& speeds);

/// From a fraction of the barrier, which is above all motions.
void guess_from_barrier(RowGrid& grid, const SpeedBarrier& barrier, double share);

/// From a motion along the grid, as narrow as the barrier is close, but no narrower than a
/// tolerance of the time requires.
void guess_from_motion(RowGrid& grid, const SpeedBarrier& barrier, const GridMotion& motion,
                       double tolerance);

/// The same, but where the barrier is far above the motion, others are guessed to be closer to it,
/// as this share of the ratio of both says: lines about a motion that is much too slow hold it
/// down.
void guess_above_motion(RowGrid& grid, const SpeedBarrier& barrier, const GridMotion& motion,
                        double tolerance, double share);

/// From an earlier plan, on its segments as they are now; the levels of motions as well.
void guess_from_plan(RowGrid& grid, const Plan& plan);

}  // namespace plan
}  // namespace globaldyn::inside
