#include "tests/campaign/motion_points.h"

#include <algorithm>
#include <cmath>

namespace globaldyn::inside::test {

MotionState find_state(const Plan& plan, std::size_t segment, double share) {
  const SegmentMotion& motion = plan.segments[segment];
  const double s = share * motion.length;
  // May be below zero at rest by rounding errors.
  const double x = std::max(0.0, motion.x_at(s));
  // Rounded, it may be the node itself on short segments; on the node's other side limits differ.
  const double begin = plan.p[segment], end = plan.p[segment + 1];
  const double p = std::clamp(begin + s, std::nextafter(begin, end), std::nextafter(end, begin));
  return {0.0, p, std::sqrt(x), motion.d2_at(s)};
}

std::vector<MotionState> list_states(const Plan& plan, int per_segment, double beside) {
  std::vector<MotionState> states;
  for (std::size_t i = 0; i < plan.segments.size(); ++i) {
    states.push_back(find_state(plan, i, beside));
    for (int k = 0; k < per_segment; ++k) {
      states.push_back(find_state(plan, i, (k + 0.5) / per_segment));
    }
    states.push_back(find_state(plan, i, 1.0 - beside));
  }
  // After rounding they may decrease by the last digit where segments are short.
  for (std::size_t i = 1; i < states.size(); ++i) {
    states[i].p = std::max(states[i].p, states[i - 1].p);
  }
  return states;
}

}  // namespace globaldyn::inside::test
