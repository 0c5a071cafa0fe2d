#pragma once

#include "globaldyn/machine/machine.h"

namespace globaldyn::inside::explore {

/// A place of what a machine does: p of its one path, or of its one cycle, whose p counts on from
/// step to step.
struct CoursePlace {
  double p{0.0};
  std::size_t leg{0};  ///< of a cycle: which, and from where on p is counted there
  double begin{0.0};
};

/// @throws as make_cycle_legs() does
[[nodiscard]] CoursePlace find_course_place(const Machine& machine, double p);

/// The pose of a machine with the same course there, near another one; empty if it has none.
/// @throws as make_cycle_legs() does
[[nodiscard]] Pose find_pose_near(const Machine& machine, const CoursePlace& at, const Pose& near);

}  // namespace globaldyn::inside::explore
