#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "optimize/pareto/points.h"
#include "optimize/search/design_space.h"

namespace globaldyn::inside {
inline namespace sampling {

/// How many designs a list may have: each is a block of memory of its own, and all may take 1 GB.
[[nodiscard]] constexpr double count_listable(std::size_t variables) {
  constexpr double kMostBytes = 1e9, kEach = 48.0;
  return kMostBytes / (kEach + sizeof(double) * static_cast<double>(variables));
}

/// The designs at `shares` of the variables' ranges.
/// @param shares a coordinate for each variable, in [0, 1]
[[nodiscard]] std::vector<Design> make_designs(const DesignSpace& space, const Points& shares);

/// Every combination of some levels of each variable; the last variable changes fastest.
/// @param levels how many levels of each variable, >= 1. Continuous variables: evenly spaced from
///     one end of the range to the other, by ratios if logarithmic; one level is the middle.
///     Integer and categorical ones: that many of their values, chosen as evenly as possible, or
///     all if there are no more. A variable whose ends are the same has one level.
[[nodiscard]] std::vector<Design> make_factorial_designs(const DesignSpace& space,
                                                         const std::vector<std::size_t>& levels);

/// How many these are, to check before they exceed the memory; at most the largest number.
[[nodiscard]] std::size_t count_factorial_designs(const DesignSpace& space,
                                                  const std::vector<std::size_t>& levels);

/// A Latin hypercube, see make_hypercube_points(). Every value of an integer or categorical
/// variable occurs equally often or once more; those that occur once more are random but evenly
/// spread over the range.
[[nodiscard]] std::vector<Design> make_hypercube_designs(const DesignSpace& space,
                                                         std::size_t count, std::uint64_t seed);

/// Sobol's sequence without a shift, see make_sobol_points(): the first design has the low values
/// of all variables.
/// @param space of 1 … kMostSobolDimensions variables
[[nodiscard]] std::vector<Design> make_sobol_designs(const DesignSpace& space, std::size_t count,
                                                     std::optional<std::uint64_t> shift_seed);

/// Independent designs, uniform in the shares of all ranges.
[[nodiscard]] std::vector<Design> make_random_designs(const DesignSpace& space, std::size_t count,
                                                      std::uint64_t seed);

/// `count` numbers below `values`, each equally often or once more, in random order. Those that
/// occur once more are evenly spread among all, each with the same probability.
[[nodiscard]] std::vector<std::size_t> spread_values(std::size_t values, std::size_t count,
                                                     std::uint64_t seed, std::size_t variable);

}  // namespace sampling
}  // namespace globaldyn::inside
