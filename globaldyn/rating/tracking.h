#pragma once

#include <string>

#include "globaldyn/machine/machine.h"
#include "globaldyn/motion/plan_path.h"

namespace globaldyn::inside {
inline namespace rating {

/// How far the tool gets from a planned motion.
struct TrackingError {
  double size{0.0};    ///< m; may be infinite
  std::string reason;  ///< if it is: one line with the case's name
};

/// The largest of all cases of the file's `feedback: errors`, in which the real machine is driven
/// by the planned forces and the file's feedback. Infinite if it cannot be at the start of the path
/// in one of them, or does not get to the plan's end with ten times the work that is usual.
[[nodiscard]] TrackingError find_tracking_error(const Machine& machine, const Path& path,
                                                const PathPlan& plan);

}  // namespace rating
}  // namespace globaldyn::inside
