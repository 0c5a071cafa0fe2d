#pragma once

#include <string>
#include <vector>

#include "globaldyn/motion/plan_path.h"
#include "tests/campaign/campaign_case.h"

namespace globaldyn::inside::test {

/// A case planned at one tolerance, and what that took.
struct CaseRun {
  double tolerance{0.0};
  PathPlan plan;
  std::string error;      ///< what was thrown, if anything was
  double seconds{0.0};    ///< of wall time
  double megabytes{0.0};  ///< peak of the process's memory above what it held before

  [[nodiscard]] bool is_optimal() const {
    return error.empty() && plan.status() == PlanStatus::optimal;
  }
};

struct RunOptions {
  std::vector<double> tolerances;
  bool explain{true};   ///< as PathPlanOptions
  std::size_t work{0};  ///< as PathPlanOptions
};

/// Plans a case at each of the tolerances.
[[nodiscard]] std::vector<CaseRun> run_case(const CampaignCase& c, const Machine& machine,
                                            const RunOptions& options);

}  // namespace globaldyn::inside::test
