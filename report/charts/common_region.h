#pragma once

#include <vector>

#include "globaldyn/region/region.h"
#include "report/canvas/outline.h"

namespace globaldyn::report {

/// The (d1, d2) that lie in all of several regions.
struct CommonRegion {
  std::vector<Outline> outlines;  ///< cut off somewhat beyond the window
  Interval d1{0.0, 0.0};          ///< from its first part's beginning to its last one's end
  bool reaches_beyond{false};     ///< beyond the window's largest d1
};

/// Intersects `regions` over a fine grid of d1 inside `window`. Parts narrower than a
/// six-hundredth of its width that do not begin at d1 = 0 may be missed.
[[nodiscard]] CommonRegion find_common_region(const std::vector<const Region*>& regions,
                                              const Bounds& window);

}  // namespace globaldyn::report
