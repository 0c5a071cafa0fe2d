#pragma once

#include "globaldyn/record/planned_motion.h"

namespace globaldyn::inside {
inline namespace record {

/// The p at which a motion comes to rest on its way, rising: at stops and corners; neither its own
/// ends nor those of a cycle's steps, which are known anyway.
[[nodiscard]] std::vector<double> list_rest_places(const PlannedMotion& motion);

/// "comes to rest at p = 0.25, 0.5": ten of these places and how many more there are; empty if
/// there are none.
[[nodiscard]] std::string describe_rest_places(const PlannedMotion& motion);

}  // namespace record
}  // namespace globaldyn::inside
