#pragma once

#include "globaldyn/evaluation/evaluation.h"
#include "report/canvas/picture.h"

namespace globaldyn::inside::report {

/// The largest accessible d1 along every path, and the tool's speed there.
[[nodiscard]] Picture draw_largest_speeds(const Machine& machine, const Evaluation& evaluation);

}  // namespace globaldyn::inside::report
