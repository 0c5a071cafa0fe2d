#pragma once

#include <optional>

#include "core/description/quantities.h"
#include "globaldyn/path/orientation.h"
#include "globaldyn/path/path_formula.h"

namespace globaldyn {

/// The `position` of a path as read.
struct CurveReading {
  Curve curve;
  std::vector<int> axes;        ///< the global axes it prescribes
  std::optional<double> p_max;  ///< if the kind of curve determines it
  AngleFunction phi;            ///< from a CSV file with a column phi; otherwise empty
  CurveSteps steps;
  PathFormulas formulas{};  ///< that it is made of, not divided yet
};

/// Reads {circle: …}, {line: …}, {polyline: …}, {spline: …}, {rose: …}, {csv: …} or expressions
/// {x: …, y: …, z: …}. @throws InputError
[[nodiscard]] CurveReading read_curve(const Node& node, const Parameters& parameters,
                                      const std::string& folder);

}  // namespace globaldyn
