#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/expression/shown_units.h"
#include "globaldyn/maps/workspace_map.h"
#include "report/canvas/colours.h"

namespace globaldyn::inside::report {

/// One panel of a map's picture: an orientation and, for three axes, a point of the third.
struct MapSlice {
  std::size_t orientation{0};
  std::size_t third{0};
};

/// All slices at which anything is reached, or some of them, evenly chosen.
[[nodiscard]] std::vector<MapSlice> choose_slices(const WorkspaceMap& map);

/// The pose of a slice at point i of the first axis and j of the second, if there is one.
[[nodiscard]] std::size_t find_cell(const WorkspaceMap& map, const MapSlice& slice, std::size_t i,
                                    std::size_t j);

/// "leaning, z = 0.9 m", the map's axes being in `units`.
[[nodiscard]] std::string describe(const WorkspaceMap& map, const ShownUnits& units,
                                   const MapSlice& slice);

/// Poses of a slice without a value for the same reason, by their points along the axes.
struct MapGap {
  std::string reason;
  Colour colour;
  std::vector<std::pair<std::size_t, std::size_t>> points;
};

[[nodiscard]] std::vector<MapGap> list_gaps(const WorkspaceMap& map, const MapColumn& column,
                                            const MapSlice& slice);

/// "12 % unreachable": of the slice.
[[nodiscard]] std::string describe(const WorkspaceMap& map, const MapGap& gap);

}  // namespace globaldyn::inside::report
