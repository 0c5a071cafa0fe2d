#pragma once

#include "globaldyn/motion/plan_path.h"
#include "globaldyn/survey/path_survey.h"

namespace globaldyn {

/// How a path is to be surveyed for plans like this.
[[nodiscard]] SurveyOptions make_survey_options(const Path& path, const PathPlanOptions& options);

/// As plan_path(), of a path that has been surveyed so: for many plans of it.
[[nodiscard]] PathPlan plan_surveyed_path(const Machine& machine, const Path& path,
                                          PathSurvey& survey, const PathPlanOptions& options);

}  // namespace globaldyn
