#pragma once

#include "globaldyn/evaluation/evaluation.h"
#include "report/machine/shapes.h"

namespace globaldyn::report {

/// The tool's path on paper, in pieces where poses are missing, with a ring where it starts, two
/// arrow heads for its direction, and squares where the machine has to stop: `stops` are their p.
/// @param unit m on paper, as in DrawingStyle
[[nodiscard]] std::vector<Shape> draw_tool_path(const PathEvaluation& path,
                                                const std::vector<double>& stops,
                                                const Projection& projection, double unit);

/// The p at which the machine stops on its way: where the file asks for it, and at corners. None
/// where they are too many to be marked.
[[nodiscard]] std::vector<double> list_marked_stops(const Path& path);

}  // namespace globaldyn::report
