#pragma once

#include <optional>
#include <vector>

#include "globaldyn/plan/rows/row_grid.h"
#include "globaldyn/plan/rows/segment_motion.h"
#include "globaldyn/plan/rows/speed_arc.h"

namespace globaldyn {

/// What no motion along a grid's path is above, and what none is below, whatever grid: arcs that no
/// motion crosses, from node to node. So the time below the one is a lower bound of the least time,
/// and there is no motion where the two cross.
struct SpeedBarrier {
  std::vector<double> most;                                  ///< at nodes; may be infinite
  std::vector<double> least;                                 ///< at nodes
  std::vector<std::optional<CubicSpeed>> forward, backward;  ///< arcs of segments, from most on
  std::vector<double> times;                                 ///< of segments: lower bounds
  std::optional<std::size_t> blocked_node;  ///< there is no motion: none can be at this node
};

struct BarrierProblem {
  const RowGrid& grid;
  const std::vector<SpeedGate>& gates;
  bool is_closed{false};                     ///< the end is the begin again
  const std::vector<double>* most{nullptr};  ///< what x is known to be below at nodes, if anything
};

[[nodiscard]] SpeedBarrier make_speed_barrier(const BarrierProblem& problem);

/// Whether the one is below the other at the begin of a segment and above it at its end.
[[nodiscard]] bool do_cross(const CubicSpeed& rising, const CubicSpeed& falling);

/// Where the one, below the other at the begin, comes up to it, as share of the segment: 0 if it is
/// not below, 1 if it stays so.
[[nodiscard]] double find_crossing(const CubicSpeed& rising, const CubicSpeed& falling);

/// Takes from d2 at the end as much as round-off may have left of x there: what is left by
/// round-off alone would be passed at a speed that is its square root.
void come_to_rest(SegmentMotion& motion);

/// The time along a cubic, from share to share of a segment of length h; infinite if it comes to
/// rest on the way.
[[nodiscard]] double calc_time(const CubicSpeed& x, double h, double from = 0.0, double to = 1.0);

}  // namespace globaldyn
