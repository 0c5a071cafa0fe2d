#pragma once

#include "optimize/pareto/front_growth.h"
#include "optimize/store/study_table.h"
#include "report/canvas/outline.h"

namespace globaldyn::inside::report {

/// How the front of a study grew with the number of designs.
struct GrowthCurve {
  Outline line;  ///< designs, measure
  bool is_whole{true};
};

/// Measured where the front has changed, at a hundred places; the curve ends where that takes too
/// long.
[[nodiscard]] GrowthCurve trace_growth(const StudyTable& table, const FrontGrowth& growth);

}  // namespace globaldyn::inside::report
