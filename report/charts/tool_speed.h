#pragma once

#include "globaldyn/record/planned_motion.h"
#include "report/canvas/picture.h"

namespace globaldyn::inside::report {

/// The tool's speed over time along a motion, as a plot in `box`, or how fast it turns if that is
/// all it does; dashed where the machine stops on its way. The machine must have a tool and the
/// plan a motion.
void draw_tool_speed(Picture& picture, const PixelBox& box, const Machine& machine,
                     const PlannedMotion& motion);

}  // namespace globaldyn::inside::report
