#pragma once

#include <vector>

#include "globaldyn/motion/plan_path.h"
#include "globaldyn/survey/path_survey.h"

namespace globaldyn::inside {
inline namespace motion {

/// The file's stops, and corners; where both coincide, the file's stop counts.
[[nodiscard]] std::vector<PathStop> list_stops(const Path& path);

/// What is asked of a planner, without bounds on work and memory.
/// @throws InputError as plan_path() does
[[nodiscard]] PlanOptions make_plan_options(const Machine& machine, const Path& path,
                                            PathSurvey& survey, const PathPlanOptions& options,
                                            const std::vector<PathStop>& stops);

}  // namespace motion
}  // namespace globaldyn::inside
