#pragma once

#include <vector>

#include "globaldyn/evaluation/evaluation.h"
#include "globaldyn/path/path.h"

namespace globaldyn::inside::report {

/// The way of the tool's point in space, m.
struct ToolTrace {
  std::vector<std::vector<Vector3d>> runs;  ///< without gaps; to be joined by straight lines
  std::vector<Vector3d> stops;              ///< where the machine stops on its way
};

/// The tool's way along a path that has been evaluated, where neighbouring samples are both ok. It
/// passes every p at which the path's derivatives jump, and bends between them to `tolerance` (m).
/// What the path prescribes of the tool's position is taken from the path, the rest is between that
/// of the samples. Stops are list_marked_stops().
[[nodiscard]] ToolTrace trace_tool(const Path& path, const PathEvaluation& evaluation,
                                   double tolerance);

/// The p at which the machine stops on its way: where the file asks for it, and at corners. None
/// where they are too many to be marked.
[[nodiscard]] std::vector<double> list_marked_stops(const Path& path);

}  // namespace globaldyn::inside::report
