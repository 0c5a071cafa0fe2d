#pragma once

#include <vector>

#include "globaldyn/plan/rows/row_plan.h"
#include "globaldyn/survey/standstills.h"

namespace globaldyn::inside {
inline namespace motion {

/// As plan_rows(), for a path with steep standstills. The machine rests at each because d1 is
/// finite; yet d1 of the fastest motion grows without bound on the way there, as no polynomial
/// does. So d1 is kept constant on a way to and from each that is too short to matter: the cost is
/// within the tolerance, and part of the gap between the bounds. Between these ways it is planned
/// as usual.
/// @param standstills in increasing order; those that are not steep do not count
[[nodiscard]] Plan plan_between_standstills(RowField& field,
                                            const std::vector<Standstill>& standstills,
                                            const PlanOptions& options);

}  // namespace motion
}  // namespace globaldyn::inside
