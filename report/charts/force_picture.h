#pragma once

#include "globaldyn/record/planned_motion.h"
#include "report/canvas/picture.h"

namespace globaldyn::inside::report {

/// The drive forces of a plan over time within the drives' limits, one panel per drive.
[[nodiscard]] Picture draw_forces(const Machine& machine, const PlannedMotion& motion);

}  // namespace globaldyn::inside::report
