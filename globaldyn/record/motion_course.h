#pragma once

#include <functional>
#include <vector>

#include "globaldyn/motion/trajectory.h"

namespace globaldyn::inside {
inline namespace record {

/// A state of a motion, and its weight in integrals over time.
struct WeightedState {
  MotionState state;
  double weight{0.0};  ///< s
};

/// A motion with the states that show its whole course: increasing in time, p not decreasing.
struct MotionCourse {
  std::vector<WeightedState> states;
  std::function<MotionState(double t)> at;
  double duration{0.0};  ///< s
};

/// Both sides of every node, three points per segment for Gauss quadrature, the stops, and, as long
/// as there are fewer than `enough` in all, up to nine more places in each segment. The trajectory
/// must outlive it.
[[nodiscard]] MotionCourse make_course(const Trajectory& trajectory, std::size_t enough);

}  // namespace record
}  // namespace globaldyn::inside
