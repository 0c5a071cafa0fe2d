#pragma once

#include "globaldyn/plan/rows/grid_motion.h"
#include "globaldyn/plan/rows/row_field.h"
#include "globaldyn/plan/rows/speed_barrier.h"

namespace globaldyn::inside {
inline namespace plan {

/// A motion along a grid with its bound.
struct BoundedMotion {
  RowField& field;
  const RowGrid& grid;
  const SpeedBarrier& barrier;
  const GridMotion& motion;
};

/// Which segments are to blame for a motion being slower than what bounds it.
enum class Blame {
  origin,      ///< those where it loses time, wherever that shows
  difference,  ///< those on which it is slower
};

/// Where to divide the grid's segments, in the form of RowGrid::divide(), so that the times of the
/// motion and of the barrier differ by about `allowed`, s: those that are to blame for most of the
/// difference are divided, at switches where they have any. All empty if none is to blame.
/// @param most_added number of segments there is room for: if it is exceeded, segments to blame
///   stay as they are, starting with the least
[[nodiscard]] std::vector<std::vector<double>> refine(const BoundedMotion& bounded, double allowed,
                                                      Blame blame, std::size_t most_added);

}  // namespace plan
}  // namespace globaldyn::inside
