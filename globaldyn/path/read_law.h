#pragma once

#include "core/description/quantities.h"
#include "globaldyn/path/motion_law.h"
#include "globaldyn/path/path.h"

namespace globaldyn::inside {
inline namespace path {

/// `{time, shape, ramp}`.
[[nodiscard]] MotionLaw read_motion_law(const Node& node, const Parameters& parameters);

/// A motion from rest to rest along the path, see make_timed_path().
/// @throws InputError at `place` for paths with corners or stops inside, at which no law rests
[[nodiscard]] Path follow_law(const MotionLaw& law, const SourcePlace& place, const Path& path);

/// The path with `law: {time, shape, ramp}`, `law: {speed, of}` or `law: {csv: {file, ends}}`: its
/// motion is given, see make_timed_path().
/// @param folder that the file is named from
/// @throws InputError for paths with corners or stops inside, at which no law of motion rests
[[nodiscard]] Path follow_law(const Node& law, const Parameters& parameters,
                              const Mechanism& mechanism, const std::string& folder,
                              const Path& path);

}  // namespace path
}  // namespace globaldyn::inside
