#pragma once

#include <random>

#include "core/bodies/pose.h"
#include "core/mechanism/topology.h"

namespace globaldyn::inside {
inline namespace core {

/// The file's rough pose: bodies' own `pose` where given, otherwise placed along the spanning tree
/// by the joints' `guess`.
[[nodiscard]] Pose make_file_guess(const Mechanism& mechanism, const Topology& topology);

/// A random pose along the spanning tree: joint coordinates within their travel; without limits,
/// any angle, and displacements within twice the machine's size of the guess.
[[nodiscard]] Pose make_random_guess(const Mechanism& mechanism, const Topology& topology,
                                     std::mt19937_64& random);

}  // namespace core
}  // namespace globaldyn::inside
