#pragma once

#include <vector>

#include "globaldyn/plan/rows/grid_segment.h"

namespace globaldyn {

/// Sides of a segment without roots that seem far from mattering: by their numbers, rising. Where
/// the others leave a motion at all, at five places along the segment, these hold with room to
/// spare. Of the circuits of eight cables most are such. Nothing is proven: a motion that was found
/// without them must be looked at with them. None where there are few sides.
[[nodiscard]] std::vector<int> list_far_sides(const GridSegment& segment);

}  // namespace globaldyn
