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
/// keeps the limits everywhere, and is safe on any grid. Cost: about two evaluations per segment.
///
/// The backward pass finds for each node the interval of x from which the end can be reached, by
/// two linear programs in the plane that start at the last one's corner; the forward pass finds the
/// largest x in it.
class ReachPass {
 public:
  /// Both are kept by reference.
  ReachPass(const CoefficientTable& table, const TableSizes& sizes);

  /// @param bends increase of d2 from the start to the end of each segment; empty: zero
  /// @returns whether there is a motion from x_start to x_end
  [[nodiscard]] bool run(double x_start, double x_end, std::span<const double> bends = {});

  [[nodiscard]] const std::vector<double>& x() const { return x_; }  ///< at nodes
  [[nodiscard]] const std::vector<double>& u() const { return u_; }  ///< means, of segments

  /// After a failure: the node closest to the end from which the end cannot be reached (or at which
  /// x cannot be kept within reach of it); 0 also if only the start's x is out of reach.
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
  // For each node the x from which the end is in reach, and the only u for the largest x, if there
  // is only one.
  std::vector<double> least_, most_, u_most_;
  std::vector<double> x_, u_;
  std::vector<double> scratch_;
};

}  // namespace globaldyn
