#pragma once

#include "core/kinematics/linear_system.h"

namespace globaldyn::inside {
inline namespace core {

/// How a Newton iteration on the position equations ended.
struct [[nodiscard]] NewtonOutcome {
  bool converged{false};
  double residual{0.0};    ///< largest dimensionless equation value left
  double correction{0.0};  ///< largest total |dr|/L or rotation (rad) applied
  int iterations{0};
};

/// Moves `pose` onto the joints' constraints and the task by Newton with a rank-revealing
/// (complete orthogonal) least-squares step, to machine precision. Converged: residual <= 1e-12,
/// i.e. 1e-12 L in lengths and 1e-12 rad in angles; normally it ends near 1e-15.
NewtonOutcome solve_position(const Mechanism& mechanism, const Task& task, Pose& pose);

/// The mechanism's motion at one p: pose, and derivatives of all bodies' positions and orientations
/// with respect to p (analytic, from the once and twice differentiated equations).
struct Motion {
  Pose pose;
  Twists first;   ///< z': dr/dp and angular velocity per dp/dt
  Twists second;  ///< z'': d²r/dp² and d(angular velocity)/dp
  /// 6 n_b x n_task: the bodies' (v, w) for a unit rate of each task coordinate alone.
  MatrixXd basis;
};

enum class MotionStatus {
  ok,
  singular,  ///< the derivatives do not exist: the Jacobian loses rank here
};

struct [[nodiscard]] MotionOutcome {
  MotionStatus status{MotionStatus::singular};
  Motion motion;               ///< meaningful if ok
  double smallest_ratio{0.0};  ///< sigma_min / sigma_max of the Jacobian, estimated from its pivots
};

/// Solves for z', z'' at a pose that satisfies joints and task. Idle degrees of freedom,
/// `idle_count` of them, are taken at zero rate (minimum norm).
[[nodiscard]] MotionOutcome solve_motion(const Mechanism& mechanism, const Task& task,
                                         const Pose& pose, int idle_count);

}  // namespace core
}  // namespace globaldyn::inside
