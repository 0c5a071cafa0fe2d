#pragma once

#include "globaldyn/plan/regions/limit_source.h"
#include "globaldyn/plan/regions/planner.h"

namespace globaldyn {

/// A part of a plan along which the same limits hold the motion back.
struct Stretch {
  std::size_t begin{0};  ///< node
  std::size_t end{0};    ///< node
  std::vector<ActiveLimit> active;
};

/// The d1 accessible at a p, whatever comes before and after.
struct AccessibleSpeeds {
  double p{0.0};
  SpeedSet d1;
};

/// Along a path, at all p given.
[[nodiscard]] std::vector<AccessibleSpeeds> list_accessible_speeds(const LimitSource& source,
                                                                   const std::vector<double>& p,
                                                                   double reserve);

/// Which limits are active along a plan, evaluated in the middle of each segment. A stretch shorter
/// than 2e-3 of the plan's time is merged into its longer neighbour.
[[nodiscard]] std::vector<Stretch> find_stretches(const LimitSource& source, const Plan& plan,
                                                  double reserve);

}  // namespace globaldyn
