#pragma once

#include "globaldyn/maps/workspace_map.h"
#include "report/canvas/picture.h"

namespace globaldyn::report {

/// One column of a map over its grid.
[[nodiscard]] Picture draw_map_column(const WorkspaceMap& map, const MapColumn& column,
                                      const ShownUnits& units);

}  // namespace globaldyn::report
