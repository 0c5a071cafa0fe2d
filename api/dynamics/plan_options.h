#pragma once

#include <globaldyn/plan.h>

#include "globaldyn/record/planned_motion.h"

namespace globaldyn {

/// @throws InputError for numbers that make no sense, a preload that does not fit the machine, an
///   unknown formulation
[[nodiscard]] inside::PlannedMotionOptions to_inside(const PlanOptions& options,
                                                     const Machine& machine);

}  // namespace globaldyn
