#pragma once

#include <cstddef>

#include "globaldyn/plan/general/planner.h"
#include "globaldyn/survey/path_survey.h"

namespace globaldyn {

/// Plans by make_plan() what rows cannot tell: where no panels describe the limits, or where there
/// would be too many rows. As much of a grid as may be waited for.
/// @param source the survey's limits
/// @param options without bounds of work and memory: `work` 0 is what is enough for most paths
[[nodiscard]] Plan plan_generally(const LimitSource& source, const PathSurvey& survey,
                                  PlanOptions options, std::size_t work, std::size_t memory);

}  // namespace globaldyn
