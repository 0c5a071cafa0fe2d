#pragma once

#include "core/kinematics/motion.h"

namespace globaldyn::inside {
inline namespace evaluation {

/// The acceleration of the tool's point on its path, R'' d1² + R' d2, in the plane of R' and R'': a
/// component along the path's tangent t = R' / |R'|, and one across it, in the direction of
/// R'' - t (t.R''). Where the tool stands still (R' = 0) its path begins in the direction of R'',
/// which is the tangent then, and nothing is across.
struct ToolAcceleration {
  Vector3d tangent{Vector3d::Zero()};   ///< unit vector; zero if R' and R'' are
  Vector3d binormal{Vector3d::Zero()};  ///< tangent x R'', m; zero where the path is straight
  bool is_still{false};                 ///< R' = 0: the tangent's sign has no meaning
  double along_square{0.0};             ///< component along, per d1²: t.R'', m
  double along{0.0};                    ///< per d2: |R'|, m
  double across_square{0.0};            ///< component across, per d1²: |R'' - t (t.R'')| >= 0, m
};

/// @param motion of the whole machine, which must have a tool
/// @param p_max the path's, beside which R' and R'' are compared
[[nodiscard]] ToolAcceleration calc_tool_acceleration(const Mechanism& mechanism,
                                                      const Motion& motion, double p_max);

}  // namespace evaluation
}  // namespace globaldyn::inside
