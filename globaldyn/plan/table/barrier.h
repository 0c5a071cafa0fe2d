#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "globaldyn/plan/table/barrier_arc.h"
#include "globaldyn/plan/table/coefficient_table.h"

namespace globaldyn {

/// An upper bound of all motions along a table from x_start to x_end within its limits, at nodes
/// and, by arcs that are proven not to be crossed (barrier_arc.h), between them; so it gives a
/// lower bound of the time. This holds on any grid, up to rounding errors. The finer the grid, the
/// lower the barrier: because arcs keep to the limits at both ends of segments, it approaches the
/// fastest motion with the square of the segment length, where limits are smooth.
struct Barrier {
  std::vector<double> x;      ///< at nodes; may be infinite
  std::vector<double> times;  ///< of segments, a lower bound each
  std::vector<double> bends;  ///< of segments: change of d2 along the arc that stops motions there
  /// There is no motion: the node at which none can be.
  std::optional<std::size_t> blocked_node;
};

[[nodiscard]] Barrier make_barrier(const CoefficientTable& table, const TableSizes& sizes,
                                   double x_start, double x_end);

}  // namespace globaldyn
