#pragma once

#include <globaldyn/plan_status.h>

#include "globaldyn/plan/plan.h"

namespace globaldyn {

[[nodiscard]] PlanStatus to_plan_status(inside::PlanStatus status);

}  // namespace globaldyn
