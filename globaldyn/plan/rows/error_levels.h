#pragma once

#include <optional>

#include "globaldyn/plan/rows/grid_motion.h"
#include "globaldyn/plan/rows/row_plan.h"
#include "globaldyn/plan/rows/speed_barrier.h"

namespace globaldyn::inside {
inline namespace plan {

// The possible error of rows grows with the speed of a motion, which is known once there is one:
// segments keep the largest x and |d2| that motions are expected to have there.

/// As long as there is no motion: from the barrier, as if d2 were zero.
void take_levels(RowGrid& grid, const SpeedBarrier& barrier);

/// From a motion along it, with allowance for faster ones.
void take_levels(GridSegment& segment, const SegmentMotion& motion);

/// A barrier as high as a motion needs that is somewhat faster than the one kept, if there is one,
/// and no steeper than rows are known. Where hardly anything limits x, as at standstills, the
/// barrier itself is much higher, or infinite: a motion that follows it gets to where the error of
/// the rows leaves no room, or where x is lost in rounding errors.
[[nodiscard]] SpeedBarrier lower_barrier(const RowGrid& grid, const SpeedBarrier& barrier,
                                         const Plan* kept);

/// Lowers levels to those of motions below such a barrier.
void lower_levels(RowGrid& grid, const SpeedBarrier& low);

/// The first segment on which d2, with the grid's shapes about these means, is larger than lowered
/// levels allow.
[[nodiscard]] std::optional<std::size_t> find_beyond_levels(const RowGrid& grid,
                                                            const std::vector<double>& means);

}  // namespace plan
}  // namespace globaldyn::inside
