#pragma once

#include "globaldyn/plan/profile.h"

namespace globaldyn {

/// On which side of what is accessible a motion runs.
enum class Side {
  inside,  ///< d2 could be more and could be less, or sides change
  up,      ///< d2 no more: nothing gets across the motion from below
  down,    ///< d2 no less: nothing gets across it from above
  only,    ///< neither
  top,     ///< d1 is as large as it can be: nothing is above it
};

/// How a motion stands to what is accessible, at a point or along a segment.
struct Stand {
  Side side{Side::only};
  bool is_kept{true};  ///< the limits are
  double room{0.0};    ///< by how far d2 could be both more and less
  double x{0.0};       ///< d1², the least looked at
};

/// At the distance s into a segment, where `region` is accessible.
[[nodiscard]] Stand look_at(const Region& region, const SegmentMotion& segment, double s);

/// At a quarter, the middle and three quarters. @param stations the segment's, from its first on
[[nodiscard]] Stand look_along(const Station* stations, const SegmentMotion& segment);

}  // namespace globaldyn
