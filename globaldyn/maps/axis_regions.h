#pragma once

#include <vector>

#include "globaldyn/evaluation/evaluation.h"
#include "globaldyn/maps/request/map_description.h"

namespace globaldyn::inside {
inline namespace maps {

/// The machine at the poses of a map that it can be in, and its regions there, for motions straight
/// along each axis of the map by itself: one evaluation an axis, called as the axis, whose samples'
/// p are the poses' numbers (MapGrid), increasing. d1 is the rate of the axis' coordinate, m/s or
/// rad/s. Of a map with more than `most` poses every so-manieth along all axes is taken.
/// @throws InputError if the map prescribes too much or too little, or where inertia or load would
///   move an idle freedom; AssemblyError if the machine cannot be assembled at all; Interrupted
[[nodiscard]] std::vector<PathEvaluation> find_axis_regions(const Machine& machine,
                                                            const MapDescription& map,
                                                            std::size_t most,
                                                            const SweepOptions& options);

}  // namespace maps
}  // namespace globaldyn::inside
