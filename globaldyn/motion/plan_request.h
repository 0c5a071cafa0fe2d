#pragma once

#include <vector>

#include "globaldyn/motion/plan_path.h"
#include "globaldyn/plan/rows/row_plan.h"
#include "globaldyn/survey/path_survey.h"

namespace globaldyn {

/// The file's stops, and corners; where both coincide, the file's stop counts.
[[nodiscard]] std::vector<PathStop> list_stops(const Path& path);

/// The options as both planners take them, without bounds on work and memory.
/// @throws InputError as plan_path() does
[[nodiscard]] PlanOptions make_plan_options(const Machine& machine, const Path& path,
                                            PathSurvey& survey, const PathPlanOptions& options,
                                            const std::vector<PathStop>& stops);

/// The same for the planner of rows.
[[nodiscard]] RowPlanOptions make_row_options(const Path& path, const PlanOptions& options);

}  // namespace globaldyn
