#pragma once

#include <vector>

#include "globaldyn/convex/solve_motion.h"
#include "globaldyn/plan/plan.h"

namespace globaldyn::inside {
inline namespace convex {

/// The motion of these nodes, with its time as well as its lower bound.
[[nodiscard]] Plan make_plan(const std::vector<MotionNode>& nodes);

/// d1² of a plan at p, which is on it.
[[nodiscard]] double find_x(const Plan& plan, double p);

}  // namespace convex
}  // namespace globaldyn::inside
