#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "optimize/pareto/number_set.h"

namespace globaldyn::inside {
inline namespace pareto {

/// The union of rectangles [0, width] x [0, height], whose corners form a staircase: the narrower,
/// the higher. Each rectangle has a place among all that may come, by width, the widest first;
/// those of equal width in any order.
/// Adding n rectangles costs O(n log n) (Beume et al. 2009, with NumberSet as the tree).
class Staircase {
 public:
  void reset(std::size_t places) {
    corners_.resize(places);
    steps_.reset(places);
  }

  /// Adds a rectangle and returns the area that was not covered before.
  double add(std::size_t place, double width, double height) {
    const std::size_t wider = steps_.find_below(place);
    double covered = wider == NumberSet::kNone ? 0.0 : corners_[wider].height;
    if (covered >= height) return 0.0;
    double area = 0.0, right = width;
    std::size_t next = steps_.find_above(place);
    for (; next != NumberSet::kNone; next = steps_.find_above(next)) {
      area += (right - corners_[next].width) * (height - covered);
      right = corners_[next].width;
      covered = corners_[next].height;
      if (covered >= height) break;
      steps_.erase(next);
    }
    if (next == NumberSet::kNone) area += right * (height - covered);
    corners_[place] = {width, height};
    steps_.insert(place);
    return area;
  }

 private:
  struct Corner {
    double width, height;
  };

  std::vector<Corner> corners_;  // by place
  NumberSet steps_;              // places of corners in use: the height increases with the place
};

}  // namespace pareto
}  // namespace globaldyn::inside
