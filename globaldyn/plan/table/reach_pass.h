#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "globaldyn/plan/table/coefficient_table.h"
#include "globaldyn/plan/table/plane_program.h"

namespace globaldyn {

/// The fastest motion along a table among those whose d2 on each segment is a constant plus a given
/// bend, and whose rows have all their Bernstein coefficients within limits (SegmentRows): so it
/// keeps the limits everywhere, and is safe at any grid. Cost: about two looks at each segment.
///
/// Backwards the interval of x from which the end can be reached is found for each node, by two
/// linear programs in the plane begun at the last one's corner; forwards the greatest x in it.
class ReachPass {
 public:
  /// Both are kept by reference.
  ReachPass(const CoefficientTable& table, const TableSizes& sizes);

  /// @param bends what d2 gains from the begin to the end of each segment; empty: nothing
  /// @returns whether there is a motion from x_start to x_end
  [[nodiscard]] bool run(double x_start, double x_end, std::span<const double> bends = {});

  [[nodiscard]] const std::vector<double>& x() const { return x_; }  ///< at nodes
  [[nodiscard]] const std::vector<double>& u() const { return u_; }  ///< means, of segments

  /// After a failure: the node nearest to the end from which the end cannot be reached (or which x
  /// cannot be kept in reach of it); 0 also if only the start's x is out of reach.
  [[nodiscard]] std::size_t blocked_node() const { return blocked_; }

 private:
  template <bool kIsBent>
  bool pass_backward(double x_start, double x_end, std::span<const double> bends);
  template <bool kIsBent>
  bool pass_forward(double x_start, std::span<const double> bends);
  [[nodiscard]] bool may_rest(std::size_t node) const;

  const CoefficientTable& table_;
  const TableSizes& sizes_;
  std::size_t blocked_{0};
  // Of each node the x from which the end is in reach, and the only u that goes with the greatest,
  // if there is only one.
  std::vector<double> least_, most_, u_most_;
  std::vector<double> x_, u_;
  std::vector<double> scratch_;
};

}  // namespace globaldyn
