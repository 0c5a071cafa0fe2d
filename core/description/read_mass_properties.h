#pragma once

#include <vector>

#include "core/bodies/body.h"
#include "core/description/parameters.h"

namespace globaldyn::inside {
inline namespace core {

/// Reads `mass`, `com` and `inertia` of a body's node, or adds up its solids (SI units, centre of
/// mass and inertia in the body's frame, the inertia about the centre of mass).
/// @throws InputError where neither or both are given, or for an inertia that no body can have.
[[nodiscard]] MassProperties read_mass_properties(const Node& node, const Parameters& parameters,
                                                  const std::vector<MassProperties>& solids);

}  // namespace core
}  // namespace globaldyn::inside
