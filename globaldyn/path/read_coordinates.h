#pragma once

#include "core/kinematics/task.h"
#include "globaldyn/path/open_coordinates.h"
#include "globaldyn/path/orientation.h"
#include "globaldyn/path/path_formula.h"
#include "globaldyn/path/point_curves.h"

namespace globaldyn::inside {
inline namespace path {

/// Coordinates of joints or drives that follow points of a list or a table; or the whole
/// orientation, which is the curves' rotation.
struct CoordinateCurve {
  std::vector<TaskCoordinate> coordinates;
  PointCurves curves;     ///< three coordinates a track; or the rotation
  WrittenPoints written;  ///< a row a coordinate; divided by their ranges if of different kinds
  SourcePlace place;      ///< of `joints`, `drives` or `orientation`

  [[nodiscard]] const Knots& knots() const { return written.values.knots; }
};

/// What a path prescribes of joints and drives.
struct CoordinateReading {
  std::vector<CoordinateCurve> curves;
  std::vector<TaskCoordinate> coordinates{};  ///< of formulas
  std::vector<AngleFunction> values{};        ///< they
  PathFormulas formulas{};                    ///< that they are made of, not divided yet
  std::vector<TaskCoordinate> of_open{};      ///< joints that are left open
  std::vector<OpenCoordinate> open{};         ///< they
};

/// Reads `joints` and `drives` of a path: a formula for each, or `csv`, `polyline` or `spline` with
/// points of several of them; `free` for a joint that is left open. @param name of the path
/// @throws InputError
[[nodiscard]] CoordinateReading read_coordinates(const Node& path, const std::string& name,
                                                 const Mechanism& mechanism,
                                                 const CurveContext& context,
                                                 const OpenValues& values);

}  // namespace path
}  // namespace globaldyn::inside
