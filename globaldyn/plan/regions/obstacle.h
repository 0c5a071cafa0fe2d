#pragma once

#include <optional>
#include <string>

#include "globaldyn/plan/regions/gates.h"
#include "globaldyn/plan/regions/limit_source.h"
#include "globaldyn/plan/regions/work_meter.h"
#include "globaldyn/region/region.h"

namespace globaldyn {

/// A limit that prevents the motion.
struct MissingLimit {
  ActiveLimit limit;
  double missing{0.0};  ///< by how much it would have to be wider: N, N m, m/s or rad/s
  bool alone{true};     ///< that alone is enough; otherwise all listed limits have to be widened
};

/// Why no motion gets from the start to the end.
struct Obstacle {
  double p{0.0};     ///< the last that can be reached at all, at any speed
  SpeedSet reached;  ///< the d1 with which it is reached; none if not even the start is accessible
  SpeedSet needed;   ///< the d1 there from which the rest could be passed; none if it cannot be
  /// The smallest p from which the end can be reached; none if there is no such p.
  std::optional<double> rest_from;
  double rest_d1{0.0};               ///< the largest d1 there with which it can be reached
  std::vector<MissingLimit> limits;  ///< the easiest to remedy first
};

/// `missing` rounded up to five digits: enough, if added to the limit.
[[nodiscard]] std::string print_missing(double missing);

/// Finds which limits prevent the motion and by how much: each is widened alone until there is a
/// motion, by bisection to a relative 1e-4. If no limit alone is enough, all are widened by the
/// same fraction of their size, and those that have to be are listed.
/// @param nodes fine enough to show that there is no motion; @param reserve as in PlanOptions
/// @param with_limits false: leave out the limits, which take some hundred times the rest
/// @param meter counts the work, if given; once it is used up the limits found so far are returned
[[nodiscard]] Obstacle find_obstacle(const LimitSource& source, const std::vector<double>& nodes,
                                     const Gates& gates, double reserve, bool with_limits = true,
                                     WorkMeter* meter = nullptr);

}  // namespace globaldyn
