#pragma once

#include "globaldyn/maps/workspace_map.h"

namespace globaldyn::inside {
inline namespace maps {

/// One number of a map. Shares and measures are of the whole grid; every pose represents a cell of
/// one grid step about it, cut at the edges. `ball` and `box` must be fully inside: they contain no
/// pose where the condition fails and do not cross the edge of the grid. Radii are in the axes'
/// units, which should be the same. With several orientations a condition must hold in all.
[[nodiscard]] Reduction calc_reduction(const WorkspaceMap& map, const ReductionRequest& request);

/// Min, mean and max of every column over the poses reached.
[[nodiscard]] std::vector<ReductionRequest> list_default_reductions(const WorkspaceMap& map);

}  // namespace maps
}  // namespace globaldyn::inside
