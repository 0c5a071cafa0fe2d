#pragma once

#include "globaldyn/maps/workspace_map.h"

namespace globaldyn::inside {
inline namespace maps {

/// Of orientations that are others turned about what is free of the tool, one is left: each
/// column has the best of all turns, poses are ok where any is, patterns fit where they do in any.
/// The signed margin is that of the turn which is farthest from losing control. A map without such
/// orientations stays as it is.
void take_best_turns(WorkspaceMap& map);

}  // namespace maps
}  // namespace globaldyn::inside
