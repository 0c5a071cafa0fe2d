#pragma once

#include "globaldyn/simulation/planned_forces.h"

namespace globaldyn::inside::test {

/// A motion along the whole path in `duration` (s) a lap, p being in proportion to time.
/// @param laps more than one of a closed path whose p goes on beyond its end, as a rose's
[[nodiscard]] inline StoredPlan make_steady_plan(const Path& path, double duration, int laps = 1) {
  const double d1 = path.p_max / duration, end = laps * path.p_max;
  StoredPlan stored;
  stored.path = path.name;
  stored.plan.p = {0.0, end};
  stored.plan.x = {d1 * d1, d1 * d1};
  stored.plan.segments = {{.length = end, .x_begin = d1 * d1}};
  return stored;
}

}  // namespace globaldyn::inside::test
