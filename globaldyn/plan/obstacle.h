#pragma once

#include <optional>
#include <string>
#include <vector>

#include "globaldyn/region/region.h"
#include "globaldyn/region/speed_set.h"

namespace globaldyn::inside {
inline namespace plan {

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

}  // namespace plan
}  // namespace globaldyn::inside
