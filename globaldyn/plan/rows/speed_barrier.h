#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <vector>

#include "globaldyn/plan/plan.h"
#include "globaldyn/plan/rows/row_grid.h"
#include "globaldyn/plan/rows/speed_arc.h"
#include "globaldyn/plan/segment_motion.h"

namespace globaldyn::inside {
inline namespace plan {

/// An upper and a lower barrier for all motions along a grid's path, whatever the grid: arcs that
/// no motion crosses, from node to node. So the time along the upper one is a lower bound of the
/// minimum time, and there is no motion where the two cross.
///
/// It starts from the maximum velocity curve at nodes (velocity_curve.h), which no motion is above
/// but which motions cannot follow everywhere: where the steepest descent that rows allow falls
/// short of the curve's, or the steepest rise, arcs that leave it bound motions better. It comes
/// down to the fastest motion as the grid becomes finer: in the words of Bobrow et al. its arcs are
/// the extreme accelerations and decelerations, on the safe side, and the nodes at which the
/// forward and the backward one both begin are the switching points.
struct SpeedBarrier {
  std::vector<double> most;                                  ///< at nodes; may be infinite
  std::vector<double> least;                                 ///< at nodes
  std::vector<std::optional<CubicSpeed>> forward, backward;  ///< segments' arcs, from `most` on
  std::vector<double> times;                                 ///< of segments: lower bounds
  std::optional<std::size_t> blocked_node;  ///< there is no motion: none can be at this node
  std::size_t work{0};                      ///< arcs sought
  bool is_cut_short{false};                 ///< by BarrierProblem::most_work: it bounds nothing
};

struct BarrierProblem {
  const RowGrid& grid;
  const std::vector<SpeedGate>& gates;
  bool is_closed{false};                     ///< the end is the start again
  const std::vector<double>* most{nullptr};  ///< known upper bounds of x at nodes, if any
  std::size_t most_work{std::numeric_limits<std::size_t>::max()};  ///< see SpeedBarrier::work
};

[[nodiscard]] SpeedBarrier make_speed_barrier(const BarrierProblem& problem);

/// Whether the first is below the second at the start of a segment and above it at its end.
[[nodiscard]] bool do_cross(const CubicSpeed& rising, const CubicSpeed& falling);

/// Where the first, below the second at the start, reaches it, as a fraction of the segment: 0 if
/// it is not below, 1 if it stays below.
[[nodiscard]] double find_crossing(const CubicSpeed& rising, const CubicSpeed& falling);

}  // namespace plan
}  // namespace globaldyn::inside
