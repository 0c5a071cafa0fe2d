#pragma once

#include <set>
#include <string>
#include <vector>

#include "tests/campaign/case_runs.h"
#include "tests/campaign/check_limits.h"
#include "tests/campaign/check_variation.h"

namespace globaldyn::inside::test {

struct CheckOptions {
  RunOptions run{{1e-2, 1e-3, 1e-4, 1e-5, 1e-6}};
  std::set<std::string> checks{"bounds"};  ///< of bounds, limits, variation
  int points{3000};                        ///< at which limits are checked, per plan
};

/// A case with all its results.
struct CaseResult {
  std::vector<CaseRun> runs;
  std::vector<Excess> excesses;    ///< as many as runs, if limits were checked
  std::vector<double> variations;  ///< as many as runs, if asked for: relative to the finest
  std::vector<std::string> wrong;  ///< one line each: "CHECK TOLERANCE: what"
};

[[nodiscard]] CaseResult check_case(const CampaignCase& c, const CheckOptions& options);

}  // namespace globaldyn::inside::test
