#pragma once

#include <string>

#include "globaldyn/motion/plan_path.h"

namespace globaldyn::inside::test {

/// The maximum excess of a motion over a limit, and where.
struct Excess {
  double share{0.0};  ///< of half the limit's range, or of a one-sided limit; < 0: kept by that
  double p{0.0};
  std::size_t segment{0};
  std::size_t segments{0};
  std::string limit;  ///< its name; empty where the redundancy's share is in it
};

/// A plan's forces against the limits of the machine itself, recomputed at this many points,
/// between nodes and close to them on either side.
[[nodiscard]] Excess find_excess(const Machine& machine, const Path& path, const PathPlan& plan,
                                 int points);

}  // namespace globaldyn::inside::test
