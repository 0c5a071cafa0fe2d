#pragma once

#include <string>
#include <vector>

#include "core/base/interval.h"
#include "globaldyn/plan/obstacle.h"
#include "globaldyn/plan/plan.h"
#include "globaldyn/survey/path_failure.h"

namespace globaldyn::inside {
inline namespace motion {

/// In one line, where and why a machine cannot follow its path.
[[nodiscard]] std::string describe(const PathFailure& failure);

/// In one line, why no motion reaches the end of a path, p_max; only the place if nothing more was
/// asked for.
[[nodiscard]] std::string describe(const Obstacle& obstacle, double p_max, bool is_explained);

/// In one line, what was not enough, and for what: "the bounds met".
[[nodiscard]] std::string describe(Shortage shortage, const char* missing);

/// In one line, that a motion cannot start at, or get past, a dead point.
[[nodiscard]] std::string describe_dead_point(double p, bool can_be_passed);

/// That the machine stays at rest at p, or never quite comes to rest there, whatever the forces
/// within its limits.
[[nodiscard]] std::string describe_stuck(double p, bool is_start);

/// In one line, that formulas may hold more in these places than has been looked at.
[[nodiscard]] std::string describe_hidden(const std::vector<Interval>& places);

/// In one line, that no drive moves the joints of those names, so that they go as they like.
[[nodiscard]] std::string describe_undriven(const std::vector<std::string>& names);

}  // namespace motion
}  // namespace globaldyn::inside
