#pragma once

#include "globaldyn/evaluation/evaluation.h"
#include "globaldyn/machine/machine.h"

namespace globaldyn::inside::report {

/// Where a machine is and what it can do along a cycle, as if it were one path: its p counts on
/// from step to step as that of the cycle's plan does, and each step is under its own load. Poses
/// are those of the machine without a load.
/// @param count poses in all, about
[[nodiscard]] PathEvaluation look_along_cycle(const Machine& machine, const Cycle& cycle, int count,
                                              const SweepOptions& sweep);

}  // namespace globaldyn::inside::report
