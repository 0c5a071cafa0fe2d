#pragma once

#include "globaldyn/rating/path_criteria_table.h"

namespace globaldyn::inside {
inline namespace rating {

/// What is needed of a cycle, in the form that criteria use: of the whole cycle, dwells included,
/// at its period if it has one. `reached` and `failed_at` are shares of the cycle's steps.
/// @param needs see is_of_cycles()
/// @throws InputError as plan_cycle() does
[[nodiscard]] PathModel make_cycle_model(const Machine& machine, const Cycle& cycle,
                                         const PathNeeds& needs,
                                         const PathCriteriaOptions& options);

}  // namespace rating
}  // namespace globaldyn::inside
