#pragma once

#include "core/description/document.h"
#include "core/description/parameters.h"
#include "core/mechanism/mechanism.h"
#include "globaldyn/maps/request/map_description.h"

namespace globaldyn::inside {
inline namespace maps {

/// Reads the map `maps` of the machine file. @throws InputError
[[nodiscard]] std::vector<MapDescription> read_maps(const Node& node, const Parameters& parameters,
                                                    const Mechanism& mechanism);

}  // namespace maps
}  // namespace globaldyn::inside
