#pragma once

#include "globaldyn/evaluation/path_walker.h"
#include "globaldyn/plan/planner.h"

namespace globaldyn {

/// A plan along a machine's path, and where the machine cannot follow it.
struct PathPlan {
  Plan plan;
  SampleStatus status{SampleStatus::ok};  ///< of the first pose that is not, else ok
  double failed_at{0.0};                  ///< its p
  std::string reason;                     ///< one line
};

/// Plans the fastest motion along a path of a machine. Limits are evaluated wherever the plan
/// needs them.
/// @throws InputError as PathWalker::move_to() does
[[nodiscard]] PathPlan plan_path(const Machine& machine, const Path& path,
                                 const PlanOptions& options = {});

}  // namespace globaldyn
