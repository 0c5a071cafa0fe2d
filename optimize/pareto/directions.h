#pragma once

#include <cstddef>
#include <optional>

#include "optimize/pareto/points.h"

namespace globaldyn::inside {
inline namespace pareto {

/// How many points a lattice of directions has: (divisions + objectives - 1 over divisions), or the
/// largest representable number if that does not fit. objectives >= 1, divisions >= 0.
[[nodiscard]] std::size_t count_directions(int objectives, int divisions);

/// All points with sum 1 whose coordinates are multiples >= 0 of 1 / divisions (Das & Dennis 1998),
/// in descending lexicographic order: (1, 0, …) first. 0 divisions: the centre (1/m, 1/m, …) alone.
[[nodiscard]] Points make_directions(int objectives, int divisions);

/// The largest number of divisions that gives at most `population` directions; 0 if these would be
/// fewer than the objectives; 1 for a single objective, which has only one direction.
[[nodiscard]] int choose_divisions(int objectives, std::size_t population);

/// One lattice, or two with the inner one shrunk half way to the centre (Deb & Jain 2014): for many
/// objectives a fine lattice has far too many points, and a coarse one only points on the boundary.
struct DirectionLayers {
  int outer{0};              ///< divisions
  std::optional<int> inner;  ///< divisions

  bool operator==(const DirectionLayers&) const = default;
};

[[nodiscard]] std::size_t count_directions(int objectives, const DirectionLayers& layers);

/// The outer lattice, then the inner one. They have no point in common if 0 < outer < objectives.
[[nodiscard]] Points make_directions(int objectives, const DirectionLayers& layers);

/// The largest lattice with at most `population` directions if it has interior points (divisions >=
/// objectives); otherwise the largest two layers of p and p - 1 divisions with at most as many;
/// otherwise the one lattice there is room for.
[[nodiscard]] DirectionLayers choose_layers(int objectives, std::size_t population);

}  // namespace pareto
}  // namespace globaldyn::inside
