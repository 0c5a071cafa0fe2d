#pragma once

#include "globaldyn/plan/rows/grid_segment.h"

namespace globaldyn::inside {
inline namespace plan {

enum class SegmentEnd { begin, end };

/// The x that rows allow at an end of a segment, whatever d2: the upper end is on the maximum
/// velocity curve (Bobrow et al. 1985; Shin and McKay 1985), infinite where nothing stops x; the
/// lower is 0 where nothing demands x. Both are NaN if no x is allowed.
[[nodiscard]] Interval find_admissible_speeds(const GridSegment& segment, SegmentEnd at);

}  // namespace plan
}  // namespace globaldyn::inside
