#pragma once

#include <utility>

#include "globaldyn/forces/drive_force_map.h"

namespace globaldyn::inside {
inline namespace forces {

/// Drive force maps from projected equations, one after the other. Where the drives push every
/// degree of freedom with a margin, W is factorised once by an orthogonal decomposition; at and
/// near parallel singularities make_projected_map() decides. Otherwise allocates nothing after the
/// first call. One per thread.
class DriveForceSolver {
 public:
  /// `limit_scales`: see make_limit_scales().
  explicit DriveForceSolver(VectorXd limit_scales) : limit_scales_(std::move(limit_scales)) {}

  void solve(const ProjectedEquations& equations, DriveForceMap& map) const;

 private:
  VectorXd limit_scales_;
};

}  // namespace forces
}  // namespace globaldyn::inside
