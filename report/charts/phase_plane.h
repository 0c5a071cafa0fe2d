#pragma once

#include "globaldyn/record/planned_motion.h"
#include "report/canvas/picture.h"

namespace globaldyn::inside::report {

/// A plan over p and d1: what is accessible, and the motion, coloured by the limits that hold it.
[[nodiscard]] Picture draw_phase_plane(const Machine& machine, const PlannedMotion& motion);

}  // namespace globaldyn::inside::report
