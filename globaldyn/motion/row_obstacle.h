#pragma once

#include "globaldyn/motion/survey_field.h"
#include "globaldyn/plan/limit_field.h"
#include "globaldyn/plan/obstacle.h"
#include "globaldyn/plan/rows/row_plan.h"

namespace globaldyn::inside {
inline namespace motion {

/// As find_region_obstacle(), for a surveyed path: places to 1e-7 of it, speeds to 1e-6, and what
/// is missing just large enough for a plan with `options` to be `optimal`, while with 0.1 % less
/// there is none. Poses, labels and field are those of the same survey.
/// @param field is widened temporarily
/// @param options those of the plan that was found infeasible
/// @param with_limits false: nothing but Obstacle::p, to some 1e-5 of the path, in a few ms
[[nodiscard]] Obstacle find_row_obstacle(LimitField& poses, const LimitLabels& labels,
                                         SurveyField& field, const PlanOptions& options,
                                         double reserve, bool with_limits);

}  // namespace motion
}  // namespace globaldyn::inside
