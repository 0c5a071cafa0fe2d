#pragma once

#include <optional>

#include "globaldyn/plan/rows/grid_motion.h"
#include "globaldyn/plan/rows/row_plan.h"
#include "globaldyn/plan/rows/speed_barrier.h"

namespace globaldyn {

// By how much rows may be off grows with how fast a motion is, which is known once there is one:
// segments keep the largest x and |d2| that motions are expected to have there.

/// As long as there is no motion: from the barrier, as if nothing were pushed.
void take_levels(RowGrid& grid, const SpeedBarrier& barrier);

/// From a motion along it, and by how much others may be faster.
void take_levels(GridSegment& segment, const SegmentMotion& motion);

/// A |d2| up to which what it does to the rows is known; may be infinite.
[[nodiscard]] double find_sure_push(const GridSegment& segment);

/// A barrier as high as a motion needs to be that is somewhat faster than one kept, if there is
/// one, and no steeper than rows are known. Where hardly anything limits x, as at standstills, the
/// barrier itself is much higher, or infinite: whoever follows it goes where what the rows are off
/// by leaves no room, or where x is lost in round-off.
[[nodiscard]] SpeedBarrier lower_barrier(const RowGrid& grid, const SpeedBarrier& barrier,
                                         const RowPlan* kept);

/// Lowers levels to what motions below such a barrier have.
void lower_levels(RowGrid& grid, const SpeedBarrier& low);

/// The first segment on which d2, of the grid's shapes about these means, is larger than lowered
/// levels allow for.
[[nodiscard]] std::optional<std::size_t> find_beyond_levels(const RowGrid& grid,
                                                            const std::vector<double>& means);

}  // namespace globaldyn
