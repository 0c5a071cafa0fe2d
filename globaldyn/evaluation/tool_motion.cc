#include "globaldyn/evaluation/tool_motion.h"

namespace globaldyn {

ToolMotion calc_tool_motion(const Mechanism& mechanism, const Motion& motion) {
  const std::size_t body = static_cast<std::size_t>(mechanism.tool->body);
  const Twist &first = motion.first[body], &second = motion.second[body];
  const Vector3d arm = motion.pose[body].R * mechanism.tool->frame.origin;
  return {{first.v + first.w.cross(arm), first.w},
          {second.v + second.w.cross(arm) + first.w.cross(first.w.cross(arm)), second.w}};
}

}  // namespace globaldyn
