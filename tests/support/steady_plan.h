#pragma once

#include "globaldyn/simulation/planned_forces.h"

namespace globaldyn::test {

/// A motion along the whole path in `duration` (s), p being in proportion to time.
[[nodiscard]] inline StoredPlan make_steady_plan(const Path& path, double duration) {
  const double d1 = path.p_max / duration;
  StoredPlan stored;
  stored.path = path.name;
  stored.plan.p = {0.0, path.p_max};
  stored.plan.profile.d1 = {d1, d1};
  stored.plan.profile.segments = {{.length = path.p_max, .x_begin = d1 * d1}};
  return stored;
}

}  // namespace globaldyn::test
