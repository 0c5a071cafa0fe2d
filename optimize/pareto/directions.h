#pragma once

#include <cstddef>
#include <optional>

#include "optimize/pareto/points.h"

namespace globaldyn {

/// How many points a lattice of directions has: (divisions + objectives - 1 over divisions), or
/// the greatest number there is if that does not fit. objectives >= 1, divisions >= 0.
[[nodiscard]] std::size_t count_directions(int objectives, int divisions);

/// All points with sum 1 whose coordinates are multiples >= 0 of 1 / divisions (Das & Dennis 1998),
/// lexically descending: (1, 0, …) first. 0 divisions: the centre (1/m, 1/m, …) alone.
[[nodiscard]] Points make_directions(int objectives, int divisions);

/// The greatest number of divisions that makes not more than `population` directions; 0 if these
/// would be less than the objectives; 1 for a single objective, which has but one direction.
[[nodiscard]] int choose_divisions(int objectives, std::size_t population);

/// One lattice, or two with the inner one drawn half way to the centre (Deb & Jain 2014): of many
/// objectives a fine lattice has far too many points, and a coarse one none but at the edge.
struct DirectionLayers {
  int outer{0};              ///< divisions
  std::optional<int> inner;  ///< divisions

  bool operator==(const DirectionLayers&) const = default;
};

[[nodiscard]] std::size_t count_directions(int objectives, const DirectionLayers& layers);

/// The outer lattice, then the inner one. They have no point in common if 0 < outer < objectives.
[[nodiscard]] Points make_directions(int objectives, const DirectionLayers& layers);

/// The largest lattice with not more than `population` directions if it has points inside
/// (divisions >= objectives); else the largest two layers of p and p - 1 divisions with not more;
/// else what one lattice there is room for.
[[nodiscard]] DirectionLayers choose_layers(int objectives, std::size_t population);

}  // namespace globaldyn
