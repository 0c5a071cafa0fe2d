#pragma once

#include <cstdint>
#include <vector>

#include "globaldyn/plan/rows/grid_segment.h"

namespace globaldyn::inside {
inline namespace plan {

// Sides that are redundant, in the words of linear programming (Karwan et al. 1983): that hold
// wherever the others do, and so need not be looked at.

/// The sides of a segment with roots that may matter for 0 <= x <= most, by their numbers in
/// GridSegment::sides; all others are proven to hold wherever these do. Of the limits of one force
/// that differ by a constant and a term in sqrt(x), such as a maximum torque and a torque-speed
/// line, often only one is within reach; limits of speeds above `most` are not.
[[nodiscard]] std::vector<std::uint32_t> list_needed_sides(const GridSegment& segment, double most);

/// Sides of a segment without roots that seem far from being active: their numbers, increasing.
/// Where the others allow any motion, at five places along the segment, these hold with room to
/// spare. Most of the circuits of eight cables are of this kind. Nothing is proven: a motion found
/// without them must be checked with them. None if there are few sides.
[[nodiscard]] std::vector<int> list_far_sides(const GridSegment& segment);

}  // namespace plan
}  // namespace globaldyn::inside
