#pragma once

#include "core/base/rotation.h"

namespace globaldyn::inside {
inline namespace clearance {

/// The points center + s half, -1 <= s <= 1; a point if `half` is zero.
struct Segment {
  Vector3d center{Vector3d::Zero()};
  Vector3d half{Vector3d::Zero()};
};

/// From the nearest point of one segment to that of another.
[[nodiscard]] Vector3d calc_separation(const Segment& from, const Segment& to);

/// The distance between the nearest points of two segments.
[[nodiscard]] double calc_distance(const Segment& a, const Segment& b);

}  // namespace clearance
}  // namespace globaldyn::inside
