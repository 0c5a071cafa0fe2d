#pragma once

#include <vector>

#include "core/description/document.h"
#include "core/description/parameters.h"
#include "core/mechanism/mechanism.h"
#include "globaldyn/path/path.h"

namespace globaldyn::inside {
inline namespace path {

/// Reads `acceleration_limit` of a path, if it has one: an acceleration (the length of the vector),
/// {along, across, all}, or a list of {from, to, limit} with one of these each.
/// @param path the rest of it, whose coordinates tell whether its tool moves
/// @throws InputError
[[nodiscard]] std::vector<PathAccelerationLimit> read_acceleration_limits(
    const Node& node, const Parameters& parameters, const Mechanism& mechanism, const Path& path);

/// Likewise `jerk_limit`: a jerk, or a list of {from, to, limit}.
[[nodiscard]] std::vector<PathJerkLimit> read_jerk_limits(const Node& node,
                                                          const Parameters& parameters,
                                                          const Mechanism& mechanism,
                                                          const Path& path);

}  // namespace path
}  // namespace globaldyn::inside
