#include "globaldyn/evaluation/tool_motion.h"

#include <algorithm>

#include "core/base/round_off.h"

namespace globaldyn::inside {
inline namespace evaluation {

ToolMotion calc_tool_motion(const Mechanism& mechanism, const Motion& motion) {
  const BodyId body = mechanism.tool->body;
  const Twist &first = motion.first[body], &second = motion.second[body];
  const Vector3d arm = motion.pose[body].R * mechanism.tool->frame.origin;
  return {{first.v + first.w.cross(arm), first.w},
          {second.v + second.w.cross(arm) + first.w.cross(first.w.cross(arm)), second.w}};
}

double calc_tool_step(const Mechanism& mechanism, const Motion& motion) {
  double size = 0.0;
  for (const Twist& twist : motion.first) {
    size = std::max({size, twist.v.norm(), mechanism.characteristic_length * twist.w.norm()});
  }
  const double step = calc_tool_motion(mechanism, motion).first.v.norm();
  return is_zero(step, size, round_off::kSolved) ? 0.0 : step;
}

}  // namespace evaluation
}  // namespace globaldyn::inside
