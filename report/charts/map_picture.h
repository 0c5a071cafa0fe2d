#pragma once

#include "globaldyn/maps/workspace_map.h"
#include "report/canvas/picture.h"

namespace globaldyn::inside::report {

/// The map with all numbers in the units that people are shown them in.
[[nodiscard]] WorkspaceMap convert(WorkspaceMap map, const ShownUnits& units);

/// One column of a map, which is in `units`, over its grid.
[[nodiscard]] Picture draw_map_column(const WorkspaceMap& map, const MapColumn& column,
                                      const ShownUnits& units);

}  // namespace globaldyn::inside::report
