#include "globaldyn/motion/plan_path.h"

#include "globaldyn/motion/path_analysis.h"

namespace globaldyn::inside {
inline namespace motion {

// A look at the path (path_analysis.cc), a plan of what was seen (surveyed_plan.cc) by rows or by
// regions (field_planner.cc), and where that is in doubt a closer look and another plan.
PathPlan plan_path(const Machine& machine, const Path& path, const PathPlanOptions& options) {
  return PathAnalysis(machine, path, make_survey_options(path, options)).plan(options);
}

}  // namespace motion
}  // namespace globaldyn::inside
