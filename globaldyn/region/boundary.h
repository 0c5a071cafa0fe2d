#pragma once

#include "globaldyn/region/region.h"

namespace globaldyn::inside {
inline namespace region {

/// Traces the boundary of contiguous strips of `region`. Corners that coincide to 1e-10 of the
/// size, or lie on a straight line to 1e-9 rad, are left out.
[[nodiscard]] RegionComponent trace_boundary(const Region& region, const Strips& strips);

}  // namespace region
}  // namespace globaldyn::inside
