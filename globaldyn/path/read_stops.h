#pragma once

#include <vector>

#include "globaldyn/path/path.h"
#include "globaldyn/path/point_curves.h"

namespace globaldyn::inside {
inline namespace path {

/// What stops have to know of a curve that a path follows.
struct StopCurve {
  std::vector<double> corners;
  std::vector<RoundCorner> rounds;
  Knots points;  ///< of the points that it goes through, if it does
};

/// `stops` of a path of this length: at a p, or at a point of a curve by its number.
/// @throws InputError
[[nodiscard]] std::vector<PathStop> read_stops(const Node& path, const Parameters& parameters,
                                               double p_max, const std::vector<StopCurve>& curves);

}  // namespace path
}  // namespace globaldyn::inside
