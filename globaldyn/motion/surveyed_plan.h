#pragma once

#include "globaldyn/motion/plan_path.h"
#include "globaldyn/survey/path_survey.h"

namespace globaldyn::inside {
inline namespace motion {

/// The plan of a surveyed path. @param looks number of attempts, including this one, that share the
/// work allowed for rows
[[nodiscard]] PathPlan plan_surveyed_path(const Machine& machine, const Path& path,
                                          PathSurvey& survey, const PathPlanOptions& options,
                                          std::size_t looks = 1);

}  // namespace motion
}  // namespace globaldyn::inside
