#pragma once

#include "core/kinematics/motion.h"

namespace globaldyn {

/// How the tool's point moves along a path, global frame: velocity v = first d1, acceleration
/// a = first d2 + second d1². Likewise its angular velocity and acceleration.
struct ToolMotion {
  Twist first;   ///< by p
  Twist second;  ///< by p twice
};

/// @param motion of the whole machine, which must have a tool
[[nodiscard]] ToolMotion calc_tool_motion(const Mechanism& mechanism, const Motion& motion);

}  // namespace globaldyn
