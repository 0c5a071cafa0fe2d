#pragma once

#include "core/description/quantities.h"
#include "globaldyn/path/path.h"

namespace globaldyn::inside {
inline namespace path {

/// The path with `law: {time, shape, ramp}` or `law: {speed, of}`: its motion is given, see
/// make_timed_path().
/// @throws InputError for paths with corners or stops inside, at which no law of motion rests
[[nodiscard]] Path follow_law(const Node& law, const Parameters& parameters,
                              const Mechanism& mechanism, const Path& path);

}  // namespace path
}  // namespace globaldyn::inside
