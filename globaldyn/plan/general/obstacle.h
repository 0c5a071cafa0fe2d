#pragma once

#include <optional>
#include <string>

#include "globaldyn/plan/general/gates.h"
#include "globaldyn/plan/general/limit_source.h"
#include "globaldyn/plan/general/work_meter.h"
#include "globaldyn/region/region.h"

namespace globaldyn {

/// A limit that stands in the way.
struct MissingLimit {
  ActiveLimit limit;
  double missing{0.0};  ///< by how much it would have to be wider: N, N m or what the row is in
  bool alone{true};     ///< that alone would do; else all limits listed have to give way
};

/// Why no motion gets from the beginning to the end.
struct Obstacle {
  double p{0.0};     ///< the last that can be reached at all, with whatever speed there
  SpeedSet reached;  ///< d1 with which; none if not even the beginning is accessible
  SpeedSet needed;   ///< d1 there from which the rest could be passed; none if the rest cannot be
  /// The least p from which the end can be reached; none if it cannot be from anywhere.
  std::optional<double> rest_from;
  double rest_d1{0.0};               ///< the largest d1 there with which it can
  std::vector<MissingLimit> limits;  ///< the easiest to mend first
};

/// `missing` rounded up to five digits: enough, if added to the limit.
[[nodiscard]] std::string print_missing(double missing);

/// Looks for which limits are in the way and by how much: each is widened alone until there is a
/// way, found by bisection to 1e-4 of itself. If none will do alone, all are widened by the same
/// share of their size, and those of them listed that cannot do without.
/// @param nodes fine enough to show that there is no way; @param reserve as in PlanOptions
/// @param with_limits false: leave out the limits, which take some hundred times the rest
/// @param meter counts the work, if given; once it is spent the limits found by then are told of
[[nodiscard]] Obstacle find_obstacle(const LimitSource& source, const std::vector<double>& nodes,
                                     const Gates& gates, double reserve, bool with_limits = true,
                                     WorkMeter* meter = nullptr);

}  // namespace globaldyn
