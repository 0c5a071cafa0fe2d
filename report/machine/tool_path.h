#pragma once

#include "report/machine/shapes.h"
#include "report/machine/tool_trace.h"

namespace globaldyn::inside::report {

/// The tool's path on paper, with a ring where it starts, two arrow heads for its direction, and
/// squares where the machine has to stop.
/// @param unit m on paper, as in DrawingStyle
[[nodiscard]] std::vector<Shape> draw_tool_path(const ToolTrace& trace,
                                                const Projection& projection, double unit);

}  // namespace globaldyn::inside::report
