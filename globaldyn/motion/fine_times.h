#pragma once

#include <vector>

#include "globaldyn/plan/trajectory.h"

namespace globaldyn {

/// When to look at a planned motion all along: at all nodes and ten times a segment, at long plans,
/// of more than 10 000 segments, as many times less as keeps it at 100 000 or all nodes.
[[nodiscard]] std::vector<double> list_fine_times(const Trajectory& trajectory);

}  // namespace globaldyn
