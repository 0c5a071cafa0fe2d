#include "globaldyn/motion/slow_down.h"

namespace globaldyn::inside {
inline namespace motion {

void slow_down(double factor, PathPlan& plan) {
  const double square = factor * factor;
  for (double& x : plan.plan.x) x /= square;
  for (SegmentMotion& segment : plan.plan.segments) {
    for (double* one : {&segment.x_begin, &segment.d2_begin, &segment.d2_end, &segment.bulge}) {
      *one /= square;
    }
  }
  plan.plan.time *= factor;
  plan.trajectory = Trajectory(plan.plan, plan.stops);
  std::erase_if(plan.stretches, [](const Stretch& one) { return !one.is_stop(); });
}

}  // namespace motion
}  // namespace globaldyn::inside
