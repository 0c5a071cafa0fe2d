#pragma once

#include "globaldyn/plan/rows/speed_barrier.h"

namespace globaldyn {

/// Gives segments the shape of d2 of the barrier's arc that is followed; if neither is, of what
/// limits x itself. Sets GridSegment::shape and rising_shape.
void take_shapes(RowGrid& grid, const SpeedBarrier& barrier);

}  // namespace globaldyn
