#pragma once

#include <optional>
#include <vector>

namespace globaldyn::inside {
inline namespace plan {

/// normal_x x + normal_y y <= limit.
struct HalfPlane {
  double normal_x;
  double normal_y;
  double limit;
};

/// The two half planes, by their numbers, that meet in a corner.
struct CornerPair {
  int first;
  int second;
};

struct PlaneExtreme {
  std::optional<double> x;  ///< nothing if there is no point at all, or none is found
  bool is_stuck{false};     ///< none is found due to rounding errors: there may still be points
};

/// Extreme x over an intersection of half planes: the dual simplex method (Lemke 1954), which in
/// the plane replaces one of the two half planes of a corner by one that it violates. Started at
/// the corner of a similar problem, it needs one pass over all half planes to see that this is
/// still the answer.
/// @param direction 1: largest x, -1: smallest
/// @param start a pair to start with
/// @param safe a pair of which each x below (above) its corner's has positive prices or 0
[[nodiscard]] PlaneExtreme find_extreme_x(const std::vector<HalfPlane>& planes, double direction,
                                          CornerPair start, CornerPair safe);

}  // namespace plan
}  // namespace globaldyn::inside
