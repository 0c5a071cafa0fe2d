#pragma once

#include "core/expression/shown_units.h"
#include "globaldyn/record/planned_motion.h"
#include "report/canvas/picture.h"

namespace globaldyn::report {

/// A plan over p and d1: what is accessible, and the motion, coloured by the limits that hold it.
[[nodiscard]] Picture draw_phase_plane(const PlannedMotion& motion, const ShownUnits& units);

}  // namespace globaldyn::report
