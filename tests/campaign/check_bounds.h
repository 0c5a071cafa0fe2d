#pragma once

#include <string>
#include <vector>

#include "tests/campaign/case_runs.h"

namespace globaldyn::inside::test {

/// What is wrong with a case's answers, one line each. Correct are: `optimal` at all tolerances
/// with bounds that have a time in common, or `infeasible` or `unreachable` at all for one cause.
[[nodiscard]] std::vector<std::string> check_bounds(const std::vector<CaseRun>& runs, double p_max);

}  // namespace globaldyn::inside::test
