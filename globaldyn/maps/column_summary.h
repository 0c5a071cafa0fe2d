#pragma once

#include "globaldyn/maps/workspace_map.h"

namespace globaldyn::inside {
inline namespace maps {

/// A column of a map in short: what it is where it is a number, and at how many poses it is none.
struct ColumnSummary {
  std::size_t counted{0};    ///< poses with a value of their own that is finite
  std::size_t never{0};      ///< poses where it is as bad as can be: no region, not held at all
  std::size_t unlimited{0};  ///< poses where nothing limits it
  double min{0.0};           ///< over those counted; NaN if there are none, as for mean and max
  double mean{0.0};
  double max{0.0};
};

/// Over all poses where the column has a value of its own.
[[nodiscard]] ColumnSummary summarize(const WorkspaceMap& map, const MapColumn& column);

}  // namespace maps
}  // namespace globaldyn::inside
