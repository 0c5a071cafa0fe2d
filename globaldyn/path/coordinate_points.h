#pragma once

#include "core/kinematics/task.h"
#include "globaldyn/path/point_curves.h"

namespace globaldyn::inside {
inline namespace path {

/// Points of coordinates of joints or drives.
struct CoordinatePoints {
  std::vector<TaskCoordinate> coordinates;
  PointSource source;
};

/// The list of a polyline or spline, {points, of, knots}.
/// @param kind joint or drive: what the names in `of` are
/// @throws InputError
[[nodiscard]] CoordinatePoints read_coordinate_list(const Node& node, TaskCoordinate::Kind kind,
                                                    const Mechanism& mechanism, bool with_blends,
                                                    const Parameters& parameters);

/// The table in a CSV file, with a column for each coordinate and one for p, or none: then it is
/// the length along the straight lines. @throws InputError at the file's own line
[[nodiscard]] CoordinatePoints read_coordinate_table(const Node& file, TaskCoordinate::Kind kind,
                                                     const Mechanism& mechanism,
                                                     const std::string& folder);

}  // namespace path
}  // namespace globaldyn::inside
