#pragma once

#include <string>

#include "globaldyn/maps/workspace_map.h"
#include "globaldyn/storage/origin.h"

namespace globaldyn::inside {
inline namespace maps {

/// The map as the JSON document of schema globaldyn/map/1 (docs/files.md), with its origin. Doubles
/// read back exactly; NaN and infinity become null.
[[nodiscard]] std::string to_json(const WorkspaceMap& map, const Origin& origin);

/// A line per pose: the orientation's name if there are several, the axes, status, and the columns.
/// Doubles read back exactly; infinite ones are inf.
[[nodiscard]] std::string to_csv(const WorkspaceMap& map);

/// Writes the map as an HDF5 file (next to the target, then renamed): datasets /axes/NAME,
/// /orientations, /status (an enumeration), /signed_drive_margin, /pattern_fits/NAME,
/// /criteria/NAME with the attributes `unit`, `better` and `when_unreachable`, all except the axes
/// have the shape of the grid, the orientations first if there are several; and /reductions/NAME.
/// @throws Error if it cannot be written.
void write_hdf5(const WorkspaceMap& map, const Origin& origin, const std::string& file);

}  // namespace maps
}  // namespace globaldyn::inside
