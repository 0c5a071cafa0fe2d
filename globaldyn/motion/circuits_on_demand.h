#pragma once

#include <cstddef>

#include "globaldyn/motion/survey_field.h"
#include "globaldyn/plan/rows/row_plan.h"

namespace globaldyn::inside {
inline namespace motion {

/// Gives every panel of a partial field the circuits that bound its accessible region half-way.
/// @param most work after which it ends; 0: as much as it takes
/// @returns the work it took, counted as PlanOptions::work
std::size_t add_bounding_circuits(SurveyField& field, std::size_t most = 0);

/// As plan_between_standstills(), for a partial field: plans, looks where limits are exceeded, adds
/// the circuits that say so, and plans again until none is. The plan keeps all limits wherever one
/// looked; nothing but its lower bound is left of one that does not.
[[nodiscard]] Plan plan_with_circuits(SurveyField& field, const PlanOptions& options);

}  // namespace motion
}  // namespace globaldyn::inside
