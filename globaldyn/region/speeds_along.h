#pragma once

#include "globaldyn/region/region.h"
#include "globaldyn/region/speed_set.h"

namespace globaldyn::inside {
inline namespace region {

/// All d1 at which (d1, slope d1²) is accessible: with a slope of 0 those at which d1 can be kept.
[[nodiscard]] SpeedSet list_speeds_along(const Region& region, double slope);

}  // namespace region
}  // namespace globaldyn::inside
