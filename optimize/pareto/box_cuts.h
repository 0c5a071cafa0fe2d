#pragma once

#include <span>
#include <vector>

#include "optimize/pareto/points.h"

namespace globaldyn::inside {
inline namespace pareto {

/// What boxes [0, x1] x [0, x2] x … cut out of one of them: again boxes that start at 0, most of
/// which lie within others. Keeps its memory.
class BoxCuts {
 public:
  /// Nothing is cut out of `box` yet.
  void begin(std::span<const double> box);

  /// Cuts with a box of at least as many sides; sides beyond those of begin() are ignored.
  void cut(std::span<const double> other);

  /// The cuts without those that lie within another; the cuts are used up. Valid until begin().
  /// Cost: O(cuts x kept).
  [[nodiscard]] const Points& keep_outer();

 private:
  [[nodiscard]] std::size_t find_largest() const;
  void remove_within(std::span<const double> box);

  std::vector<double> box_;
  std::vector<double> sides_;  // of the cuts, row by row
  std::vector<double> volumes_;
  Points outer_;
};

}  // namespace pareto
}  // namespace globaldyn::inside
