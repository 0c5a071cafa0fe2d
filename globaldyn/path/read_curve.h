#pragma once

#include <optional>

#include "core/description/quantities.h"
#include "globaldyn/path/orientation.h"
#include "globaldyn/path/path_formula.h"
#include "globaldyn/path/path_pieces.h"
#include "globaldyn/path/point_curves.h"

namespace globaldyn::inside {
inline namespace path {

/// The `position` of a path as read.
struct CurveReading {
  Curve curve;
  std::vector<int> axes;        ///< the global axes it prescribes
  std::optional<double> p_max;  ///< if the kind of curve determines it
  AngleFunction phi;            ///< from a CSV file with a column phi; otherwise empty
  RotationFunction rotation{};  ///< from a CSV file with columns of one; otherwise empty
  CurveSteps steps{};
  std::vector<RoundCorner> rounds{};       ///< increasing
  Knots points{};                          ///< p of the points that it goes through, if it does
  std::optional<WrittenPoints> written{};  ///< they themselves
  PathFormulas formulas{};                 ///< that it is made of, not divided yet
  std::vector<PieceKind> kinds{};          ///< between its points, if all are lines and arcs
};

/// Reads {circle: …}, {line: …}, {polyline: …}, {spline: …}, {rose: …}, {csv: …} or expressions
/// {x: …, y: …, z: …}.
/// @throws InputError
[[nodiscard]] CurveReading read_curve(const Node& node, const CurveContext& context);

}  // namespace path
}  // namespace globaldyn::inside
