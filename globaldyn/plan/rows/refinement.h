#pragma once

#include "globaldyn/plan/rows/grid_motion.h"
#include "globaldyn/plan/rows/row_field.h"
#include "globaldyn/plan/rows/speed_barrier.h"

namespace globaldyn {

/// A motion along a grid with what bounds it.
struct BoundedMotion {
  const RowField& field;
  const RowGrid& grid;
  const SpeedBarrier& barrier;
  const GridMotion& motion;
};

/// Which segments are to blame for a motion being slower than what bounds it.
enum class Blame {
  origin,      ///< those that it loses by, wherever that shows
  difference,  ///< those that it is slower on
};

/// Where to divide the grid's segments, as RowGrid::divide() asks for it, so that the times of the
/// motion and of the barrier differ by about `allowed`, s: those that are to blame for most of it
/// are divided, at switches where they have any. All empty if none is to blame.
/// @param most_added there is room for: the rest of those to blame, the least first, stay as they
///   are
[[nodiscard]] std::vector<std::vector<double>> refine(const BoundedMotion& bounded, double allowed,
                                                      Blame blame, std::size_t most_added);

}  // namespace globaldyn
