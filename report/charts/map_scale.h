#pragma once

#include <string>
#include <vector>

#include "globaldyn/maps/workspace_map.h"

namespace globaldyn::inside::report {

/// How the values of a map are coloured.
struct MapScale {
  double low{0.0};
  double high{1.0};
  bool cut_low{false};         ///< there are values below `low`,
  bool cut_high{false};        ///< beyond `high`: few, very far from most
  std::vector<double> levels;  ///< round numbers inside, for contour lines
};

/// Whether the column has a value at a pose: the pose is ok, the column's pattern fits there, and
/// the value is finite.
[[nodiscard]] bool has_value(const WorkspaceMap& map, const MapColumn& column, std::size_t cell);

/// From the values at poses that have one.
[[nodiscard]] MapScale choose_scale(const WorkspaceMap& map, const MapColumn& column);

}  // namespace globaldyn::inside::report
