#pragma once

#include <cstdint>
#include <vector>

#include "optimize/space/design_space.h"

namespace globaldyn {

/// Designs spread over a space (McKay, Beckman & Conover 1979): cut the range of any variable into
/// `count` parts of equal share, and each part holds one design. So every value of an integer or
/// categorical variable occurs equally often, but for one. Random numbers of (seed, 0, variable).
[[nodiscard]] std::vector<Design> make_latin_hypercube(const DesignSpace& space, std::size_t count,
                                                       std::uint64_t seed);

}  // namespace globaldyn
