#pragma once

#include <vector>

#include "globaldyn/plan/rows/grid_segment.h"

namespace globaldyn {

/// Sides of a segment without roots that seem far from being active: their numbers, increasing.
/// Where the others allow any motion, at five places along the segment, these hold with room to
/// spare. Most of the circuits of eight cables are of this kind. Nothing is proven: a motion found
/// without them must be checked with them. None if there are few sides.
[[nodiscard]] std::vector<int> list_far_sides(const GridSegment& segment);

}  // namespace globaldyn
