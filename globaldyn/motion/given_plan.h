#pragma once

#include "globaldyn/motion/plan_path.h"
#include "globaldyn/survey/path_survey.h"

namespace globaldyn::inside {
inline namespace motion {

/// The motion that a path's law says, as a plan: `given`, its time without bounds; or that the
/// machine cannot follow the path.
/// @param path with Path::given; or with Path::run, if there is no such motion
/// @throws InputError for speeds at the ends, or a closed plan, which are not asked for here
[[nodiscard]] PathPlan plan_given_motion(const Machine& machine, const Path& path,
                                         PathSurvey& survey, const PathPlanOptions& options);

/// The least time of a law of the same shape within the limits, s; infinite if it is nowhere within
/// them, however slow. A law that lasts k times as long has d1 = 1/k: the largest d1 that can be
/// kept everywhere says which. Searched for at 401 places and all breaks, and between them next to
/// those that allow least.
[[nodiscard]] double find_least_time(PathSurvey& survey, const Path& path, double reserve);

}  // namespace motion
}  // namespace globaldyn::inside
