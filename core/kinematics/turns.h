#pragma once

#include <vector>

#include "core/kinematics/motion.h"

namespace globaldyn::inside {
inline namespace core {

// A pose of the bodies tells an angle of a revolute joint only up to full turns. Where it matters
// in which turn the joint is (see number_counted_angles()), the pose carries it along: it is chosen
// where a machine is assembled, known where a task prescribes the angle itself, and counted
// wherever a machine moves from one pose to another.

/// Of the turns in which an angle may be, the one within its travel that is nearest to `near`; if
/// none is within it, the one least beyond. rad
[[nodiscard]] double choose_turn(double angle, const Interval& travel, double near);

/// Where a machine has been assembled: angles that the task prescribes are as prescribed, others
/// within their travel and nearest to the joint's guess.
void choose_turns(const Mechanism& mechanism, const Task& task, Pose& pose);

/// Where a machine may have come another way round: angles that have left their travel go back into
/// it by full turns, if they can, unless the task prescribes them.
void return_turns(const Mechanism& mechanism, const Task& task, Pose& pose);

/// Angles that the task prescribes, as those of joints or of drives on joints, are as prescribed.
void take_prescribed_turns(const Mechanism& mechanism, const Task& task, Pose& pose);

/// After moves of less than half a turn since the last count.
void count_turns(const Mechanism& mechanism, Pose& pose);

/// The counted angles at one p of a motion (rad), and their derivatives with respect to p.
struct AngleMotion {
  std::vector<double> value, first, second;
};

/// Writes those of a motion into `angles`.
void write_angle_motion(const Mechanism& mechanism, const Motion& motion, AngleMotion& angles);

/// After a step of any length `h` from where the angles were `from` to `motion`, along which the
/// task is smooth: counts the turns made in between and sets the pose's angles. `from` then becomes
/// that of `motion`.
///
/// How far an angle goes in between is estimated from its rates and accelerations at both ends,
/// with an error of the fifth order; it need not be known to more than half a turn.
void count_turns(const Mechanism& mechanism, const Task& task, double h, AngleMotion& from,
                 Motion& motion);

}  // namespace core
}  // namespace globaldyn::inside
