#pragma once

#include "globaldyn/motion/plan_path.h"
#include "optimize/study/study.h"

namespace globaldyn::inside {
inline namespace evaluator {

/// How a study plans motions.
[[nodiscard]] inline PathPlanOptions make_plan_options(const StudyPrecision& precision) {
  PathPlanOptions options;
  options.tolerance = precision.plan_tolerance;
  options.reserve = precision.reserve;
  options.work = precision.plan_work;
  options.memory = precision.plan_memory;
  return options;
}

}  // namespace evaluator
}  // namespace globaldyn::inside
