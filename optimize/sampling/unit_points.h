#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "optimize/pareto/points.h"
#include "optimize/random/random_stream.h"

namespace globaldyn {

/// So many coordinates a point of make_sobol_points() may have.
inline constexpr std::size_t kMostSobolDimensions = 3667;

/// The first points of Sobol's sequence (Sobol' 1967, numbers of Joe & Kuo 2008, as Boost has
/// them), in [0, 1). Any 2^k of them fill a cube evenly if the first one is among them (Owen 2020):
/// it is, the origin.
/// @param dimension 1 … kMostSobolDimensions
/// @param shift_seed if given, the binary digits of each coordinate are changed by the same random
///     ones in all points: points are as evenly spread as before, and each for itself uniform
[[nodiscard]] Points make_sobol_points(std::size_t dimension, std::size_t count,
                                       std::optional<std::uint64_t> shift_seed);

/// A Latin hypercube (McKay, Beckman & Conover 1979) in [0, 1): of `count` equal parts of any
/// coordinate each holds one point, somewhere in it.
[[nodiscard]] Points make_hypercube_points(std::size_t dimension, std::size_t count,
                                           std::uint64_t seed);

/// Independent uniform points in [0, 1).
[[nodiscard]] Points make_random_points(std::size_t dimension, std::size_t count,
                                        std::uint64_t seed);

/// 0 … count - 1 in random order, all orders equally likely (Fisher & Yates 1938).
[[nodiscard]] std::vector<std::size_t> make_permutation(std::size_t count, RandomStream& random);

}  // namespace globaldyn
