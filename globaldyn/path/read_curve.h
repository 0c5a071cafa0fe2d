#pragma once

#include <optional>

#include "core/description/quantities.h"
#include "globaldyn/path/blends.h"
#include "globaldyn/path/orientation.h"
#include "globaldyn/path/path_formula.h"

namespace globaldyn::inside {
inline namespace path {

/// A corner that a blend rounds, and from where to where, in p.
struct RoundCorner {
  double begin{0.0};
  double p{0.0};
  double end{0.0};
};

/// The points of a curve as they were written.
struct WrittenPoints {
  PolylinePoints values;
  std::vector<SourcePlace> places;  ///< of each of them
};

/// The `position` of a path as read.
struct CurveReading {
  Curve curve;
  std::vector<int> axes;        ///< the global axes it prescribes
  std::optional<double> p_max;  ///< if the kind of curve determines it
  AngleFunction phi;            ///< from a CSV file with a column phi; otherwise empty
  CurveSteps steps;
  std::vector<RoundCorner> rounds{};       ///< increasing
  std::optional<WrittenPoints> written{};  ///< if it goes through points
  PathFormulas formulas{};                 ///< that it is made of, not divided yet
};

/// Reads {circle: …}, {line: …}, {polyline: …}, {spline: …}, {rose: …}, {csv: …} or expressions
/// {x: …, y: …, z: …}.
/// @param stops p at which the motion rests: corners there are not rounded
/// @throws InputError
[[nodiscard]] CurveReading read_curve(const Node& node, const Parameters& parameters,
                                      const std::string& folder, const std::vector<double>& stops);

}  // namespace path
}  // namespace globaldyn::inside
