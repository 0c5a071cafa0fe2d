#pragma once

#include "globaldyn/evaluation/evaluation.h"
#include "report/canvas/picture.h"

namespace globaldyn::report {

/// The largest accessible d1 along every path.
[[nodiscard]] Picture draw_largest_speeds(const Evaluation& evaluation);

}  // namespace globaldyn::report
