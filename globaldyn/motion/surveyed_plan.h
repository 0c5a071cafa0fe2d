#pragma once

#include "globaldyn/motion/plan_path.h"
#include "globaldyn/survey/path_survey.h"

namespace globaldyn {

/// How to survey a path for plans with these options.
[[nodiscard]] SurveyOptions make_survey_options(const Path& path, const PathPlanOptions& options);

/// As plan_path(), for a path already surveyed in this way: for making many plans of it.
[[nodiscard]] PathPlan plan_surveyed_path(const Machine& machine, const Path& path,
                                          PathSurvey& survey, const PathPlanOptions& options);

}  // namespace globaldyn
