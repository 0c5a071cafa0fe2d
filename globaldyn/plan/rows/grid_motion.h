#pragma once

#include <cmath>
#include <vector>

#include "core/base/round_off.h"
#include "globaldyn/plan/rows/side.h"
#include "globaldyn/plan/segment_motion.h"

namespace globaldyn::inside {
inline namespace plan {

/// A motion along the segments of a grid.
struct GridMotion {
  std::vector<double> x;                ///< d1² at nodes
  std::vector<SegmentMotion> segments;  ///< one fewer
  std::vector<double> times;            ///< of segments
  double time{0.0};
};

/// The motion on a segment of length h that starts at x with d2 = u.
[[nodiscard]] inline SegmentMotion make_segment_motion(double x, const QuadraticPush& u, double h) {
  return {h, x, u[0], u[2], 0.5 * u[1] - 0.25 * (u[0] + u[2])};
}

/// d2 along a segment.
[[nodiscard]] inline QuadraticPush push_of(const SegmentMotion& motion) {
  return {motion.d2_begin, 2.0 * motion.bulge + 0.5 * (motion.d2_begin + motion.d2_end),
          motion.d2_end};
}

/// Reduces d2 at the end by as much as rounding errors may have left of x there: otherwise the end
/// would be passed at the square root of that rounding error.
inline void come_to_rest(SegmentMotion& motion) {
  const double terms = motion.x_begin / motion.length + std::abs(motion.d2_begin) +
                       std::abs(motion.d2_end) + 2.0 * std::abs(motion.bulge);
  motion.d2_end -= 8.0 * round_off::kEpsilon * terms;
}

}  // namespace plan
}  // namespace globaldyn::inside
