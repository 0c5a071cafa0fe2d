#pragma once

#include "globaldyn/plan/rows/grid_segment.h"

namespace globaldyn {

enum class SegmentEnd { begin, end };

/// The x accessible at an end of a segment, whatever d2: the lower end is 0 where nothing stops it,
/// the upper infinite; both NaN if none is accessible.
[[nodiscard]] Interval find_accessible(const GridSegment& segment, SegmentEnd at);

}  // namespace globaldyn
