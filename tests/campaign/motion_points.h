#pragma once

#include <vector>

#include "globaldyn/motion/trajectory.h"

namespace globaldyn::inside::test {

/// A plan's motion in its segment `segment` after `share` of its length.
[[nodiscard]] MotionState find_state(const Plan& plan, std::size_t segment, double share);

/// Its motion at `per_segment` places of every segment at equal distances, none of them nodes, and
/// within `beside` of the length next to both of its nodes.
[[nodiscard]] std::vector<MotionState> list_states(const Plan& plan, int per_segment,
                                                   double beside);

}  // namespace globaldyn::inside::test
