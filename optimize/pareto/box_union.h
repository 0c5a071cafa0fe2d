#pragma once

#include <span>
#include <vector>

#include "optimize/pareto/box_cuts.h"
#include "optimize/pareto/box_order.h"
#include "optimize/pareto/points.h"
#include "optimize/pareto/staircase.h"

namespace globaldyn::inside {
inline namespace pareto {

/// Volumes of unions of boxes [0, x1] x [0, x2] x … with sides > 0.
///
/// Boxes are stacked by their last side, the longest first. What a box newly covers in the other
/// dimensions is multiplied by its last side. In two dimensions that is immediate, in three a
/// staircase gives it (Beume et al. 2009). In more it is the box less the union of what the boxes
/// below cut out of it (While et al. 2012): by a staircase in four, by the same method in one
/// dimension less in five and more.
///
/// The order of summation depends on the boxes only, not on their order. Keeps its memory.
class BoxUnion {
 public:
  [[nodiscard]] double calc_volume(const Points& boxes);

  /// The volume of what lies in one box and in no other.
  [[nodiscard]] double calc_own_volume(const Points& boxes, std::size_t box);

 private:
  // Working memory for stacking boxes in one dimension.
  struct Pile {
    std::vector<std::size_t> order, laid;
    BoxCuts cuts;
  };

  [[nodiscard]] double calc_area(const Points& boxes);
  [[nodiscard]] double sweep(const Points& boxes);
  [[nodiscard]] double pile_up(const Points& boxes);
  [[nodiscard]] double calc_new_cover(const Points& boxes, std::size_t box, Pile& pile);
  [[nodiscard]] double calc_new_cover3(const Points& boxes, std::size_t box,
                                       std::span<const std::size_t> laid);
  void place(const Points& boxes);

  BoxOrder sorter_;
  std::vector<std::size_t> order_, places_;
  Staircase staircase_;
  std::vector<Pile> piles_;  // by dimension
};

}  // namespace pareto
}  // namespace globaldyn::inside
