#pragma once

#include <vector>

#include "globaldyn/motion/plan_path.h"

namespace globaldyn::test {

/// Of each drive's force along a plan: the sum of its changes, jumps at nodes with it. Forces are
/// those of the least norm where there are more drives than freedoms.
[[nodiscard]] std::vector<double> find_variations(const Machine& machine, const Path& path,
                                                  const PathPlan& plan);

}  // namespace globaldyn::test
