#pragma once

#include "core/mechanism/tool_wrench.h"
#include "globaldyn/path/curves.h"

namespace globaldyn::inside {
inline namespace path {

/// Adds to the breaks of a path for 0 <= p <= p_max where a load that is given by formulas jumps,
/// or its derivatives do; poles count as such. Where there is a break or a corner
/// already, but for rounding errors, there is no other.
void add_load_kinks(const ToolWrench& wrench, double p_max, CurveSteps& steps);

}  // namespace path
}  // namespace globaldyn::inside
