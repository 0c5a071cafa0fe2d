#pragma once

#include <cstdint>
#include <vector>

#include "globaldyn/plan/rows/grid_segment.h"

namespace globaldyn {

/// Which sides of a segment with roots may matter for 0 <= x <= most, by their numbers in
/// GridSegment::sides; all others hold wherever these do. Of the limits of one force that differ by
/// a constant and a term in sqrt(x), such as a maximum torque and a torque-speed line, often only
/// one is within reach; limits of speeds above `most` are not.
[[nodiscard]] std::vector<std::uint32_t> list_needed_sides(const GridSegment& segment, double most);

}  // namespace globaldyn
