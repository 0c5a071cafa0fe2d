#pragma once

#include <vector>

#include "globaldyn/motion/plan_path.h"

namespace globaldyn::inside::test {

/// For each drive's force along a plan, the sum of its changes, including jumps at nodes. Forces
/// have minimum norm where there are more drives than degrees of freedom.
[[nodiscard]] std::vector<double> find_variations(const Machine& machine, const Path& path,
                                                  const PathPlan& plan);

}  // namespace globaldyn::inside::test
