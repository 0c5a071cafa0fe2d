#pragma once

#include "globaldyn/region/region.h"

namespace globaldyn::inside {
inline namespace plan {

/// How far what is accessible in the middle of a segment is from the mean of its ends, relative to
/// its size: 1 or more at jumps, second order in the length where limits are smooth.
[[nodiscard]] double find_roughness(const Region& begin, const Region& middle, const Region& end);

}  // namespace plan
}  // namespace globaldyn::inside
