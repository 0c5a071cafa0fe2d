#pragma once

#include "globaldyn/region/region.h"

namespace globaldyn {

/// Traces the boundary of contiguous strips: fills vertices, edges and rays of `component` from
/// its strips. Corners that coincide to 1e-10 of the size, or lie on a straight line to 1e-9 rad
/// of it, are left out.
void trace_boundary(const std::vector<LimitCurve>& curves, const std::vector<LimitCurve>& walls,
                    RegionComponent& component);

}  // namespace globaldyn
