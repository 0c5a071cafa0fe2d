#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "optimize/pareto/points.h"
#include "optimize/random/random_stream.h"

namespace globaldyn::inside {
inline namespace sampling {

/// The maximum number of coordinates of a point of make_sobol_points().
inline constexpr std::size_t kMostSobolDimensions = 3667;

/// The first points of Sobol's sequence (Sobol' 1967, direction numbers of Joe & Kuo 2008, as in
/// Boost), in [0, 1). The first 2^k fill a cube evenly only if the very first point, the origin, is
/// among them (Owen 2020), as it is here.
/// @param dimension 1 … kMostSobolDimensions
/// @param shift_seed if given, the binary digits of each coordinate are XORed with the same random
///     digits in all points: points are as evenly spread as before, and each by itself is uniform
[[nodiscard]] Points make_sobol_points(std::size_t dimension, std::size_t count,
                                       std::optional<std::uint64_t> shift_seed);

/// A Latin hypercube (McKay, Beckman & Conover 1979) in [0, 1): each of the `count` equal parts of
/// any coordinate contains one point, anywhere in it.
[[nodiscard]] Points make_hypercube_points(std::size_t dimension, std::size_t count,
                                           std::uint64_t seed);

/// Independent uniform points in [0, 1).
[[nodiscard]] Points make_random_points(std::size_t dimension, std::size_t count,
                                        std::uint64_t seed);

/// 0 … count - 1 in random order, all orders equally likely (Fisher & Yates 1938).
[[nodiscard]] std::vector<std::size_t> make_permutation(std::size_t count, RandomStream& random);

}  // namespace sampling
}  // namespace globaldyn::inside
