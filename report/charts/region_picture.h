#pragma once

#include "globaldyn/evaluation/evaluation.h"
#include "report/canvas/picture.h"

namespace globaldyn::report {

/// The regions of every path over d1 and d2, one panel per path.
[[nodiscard]] Picture draw_regions(const Evaluation& evaluation);

}  // namespace globaldyn::report
