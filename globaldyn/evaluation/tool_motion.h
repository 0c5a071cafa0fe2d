#pragma once

#include "core/kinematics/motion.h"

namespace globaldyn::inside {
inline namespace evaluation {

/// How the tool's point moves along a path, global frame: velocity v = first d1, acceleration
/// a = first d2 + second d1². Likewise its angular velocity and acceleration.
struct ToolMotion {
  Twist first;   ///< by p
  Twist second;  ///< by p twice
};

/// @param motion of the whole machine, which must have a tool
[[nodiscard]] ToolMotion calc_tool_motion(const Mechanism& mechanism, const Motion& motion);

/// How far the tool's point moves with p, m: the norm of `first.v`; exactly 0 where that is
/// rounding error beside what the bodies do, as on a path that only turns the tool.
[[nodiscard]] double calc_tool_step(const Mechanism& mechanism, const Motion& motion);

}  // namespace evaluation
}  // namespace globaldyn::inside
