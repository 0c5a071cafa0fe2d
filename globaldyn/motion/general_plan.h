#pragma once

#include <cstddef>

#include "globaldyn/plan/regions/planner.h"
#include "globaldyn/survey/path_survey.h"

namespace globaldyn {

/// Plans by make_plan() where rows cannot be used: where no panels describe the limits, or there
/// would be too many rows. The grid is as fine as running time permits.
/// @param source the survey's limits
/// @param options without bounds of work and memory: `work` 0: enough for most paths
[[nodiscard]] Plan plan_generally(const LimitSource& source, const PathSurvey& survey,
                                  PlanOptions options, std::size_t work, std::size_t memory);

}  // namespace globaldyn
