#pragma once

#include <vector>

#include "globaldyn/plan/rows/side.h"
#include "globaldyn/plan/segment_motion.h"

namespace globaldyn {

/// A motion along the segments of a grid.
struct GridMotion {
  std::vector<double> x;                ///< d1² at nodes
  std::vector<SegmentMotion> segments;  ///< one fewer
  std::vector<double> times;            ///< of segments
  double time{0.0};
};

/// d2 along a segment.
[[nodiscard]] inline QuadraticPush push_of(const SegmentMotion& motion) {
  return {motion.d2_begin, 2.0 * motion.bulge + 0.5 * (motion.d2_begin + motion.d2_end),
          motion.d2_end};
}

}  // namespace globaldyn
