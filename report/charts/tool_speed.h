#pragma once

#include "core/expression/shown_units.h"
#include "globaldyn/record/planned_motion.h"
#include "report/canvas/picture.h"

namespace globaldyn::report {

/// The tool's speed over time along a planned motion, as a plot in `box`; dashed where the machine
/// stops on its way. The machine must have a tool and the plan a motion.
void draw_tool_speed(Picture& picture, const PixelBox& box, const ShownUnits& units,
                     const PlannedMotion& motion);

}  // namespace globaldyn::report
