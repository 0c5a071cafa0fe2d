#pragma once

#include <globaldyn/criteria.h>

#include "globaldyn/rating/path_criteria_table.h"

namespace globaldyn {

[[nodiscard]] Criterion::Better to_public(inside::Better better);
[[nodiscard]] CriterionValue to_public(const inside::CriterionValue& value);
[[nodiscard]] inside::PathCriteriaOptions to_inside(const CriteriaOptions& options);

}  // namespace globaldyn
