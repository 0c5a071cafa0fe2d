#pragma once

#include <globaldyn/coefficients.h>

#include "globaldyn/plan/plan.h"

namespace globaldyn {

[[nodiscard]] TablePlan to_table_plan(const inside::Plan& plan);

}  // namespace globaldyn
