#pragma once

#include <vector>

#include "globaldyn/machine/machine.h"

namespace globaldyn::inside::test {

/// The least time from rest to rest along a path by the straight definition: d2 is constant between
/// neighbouring places of a fine grid, and the machine's own limits hold at the beginning of each
/// step, in exact linear programs of d1² and d2, from which preloads have been eliminated by pairs
/// of limits. First order in the step. The grid is uniform between the p `singular`, which increase
/// inside the path and lie in the middle of a step each, and behind the last of them. Infinite if
/// no motion is found. For machines without limits that depend on d1 itself.
[[nodiscard]] double plan_stepwise(const Machine& machine, const Path& path,
                                   const std::vector<double>& singular, int steps);

}  // namespace globaldyn::inside::test
