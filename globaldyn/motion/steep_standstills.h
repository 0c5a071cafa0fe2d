#pragma once

#include <vector>

#include "globaldyn/plan/rows/row_plan.h"
#include "globaldyn/survey/standstills.h"

namespace globaldyn {

/// As plan_rows(), for a path with steep standstills. The machine rests at each, for d1 is finite;
/// yet d1 of the fastest motion rises beyond all bounds on the way there, as no polynomial does.
/// So d1 stays as it is on a way to and from each that is too short to matter: what that costs is
/// within the tolerance, and part of what the bounds are apart. Between these ways it is planned as
/// usual.
/// @param standstills rising; what is not steep does not count
[[nodiscard]] RowPlan plan_between_standstills(const RowField& field,
                                               const std::vector<Standstill>& standstills,
                                               const RowPlanOptions& options);

}  // namespace globaldyn
