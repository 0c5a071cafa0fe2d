#pragma once

#include "globaldyn/machine/machine.h"
#include "globaldyn/motion/plan_path.h"

namespace globaldyn {

/// How far the tool gets from a planned motion, m: the largest of all cases of the file's
/// `feedback: errors`, in which the real machine is driven by the planned forces and the file's
/// feedback. Infinite if it cannot be at the start of the path in one of them, or does not get to
/// the plan's end with ten times the work that is usual.
[[nodiscard]] double find_tracking_error(const Machine& machine, const Path& path,
                                         const PathPlan& plan);

}  // namespace globaldyn
