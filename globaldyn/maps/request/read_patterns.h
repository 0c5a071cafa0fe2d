#pragma once

#include "core/description/document.h"
#include "core/description/parameters.h"
#include "globaldyn/maps/request/map_description.h"

namespace globaldyn::inside {
inline namespace maps {

/// Reads `patterns` of a map whose poses prescribe positions along `axes` (0, 1, 2 for x, y, z).
/// @throws InputError
[[nodiscard]] std::vector<PatternDescription> read_patterns(const Node& node,
                                                            const Parameters& parameters,
                                                            const std::vector<int>& axes);

}  // namespace maps
}  // namespace globaldyn::inside
