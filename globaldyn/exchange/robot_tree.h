#pragma once

#include <string>
#include <vector>

#include "globaldyn/exchange/robot.h"

namespace globaldyn::inside {
inline namespace exchange {

/// A robot whose joints point away from its root, and those that are left to close its loops.
struct RobotTree {
  std::vector<RobotJoint> joints;   ///< each after the one that its parent hangs on
  std::vector<RobotJoint> closing;  ///< as they are in the robot
};

/// Joints that are easy to close by constraints are left for that: balls, then fixed ones, then
/// revolute ones; those that a drive, a spring or a coupling acts on last. Coordinates stay what
/// they are.
[[nodiscard]] RobotTree make_tree(const Robot& robot);

/// A joint seen from its child, with the same coordinate.
[[nodiscard]] RobotJoint turn_round(RobotJoint joint);

/// Screws become a revolute and a prismatic joint that mimics it, with a link without mass between
/// them; the first has the screw's name.
void split_screws(Robot& robot);

/// Moves the zero of all joints to where they are shown: their frames, travel, springs, mimics and
/// couplings.
void shift_to_shown(Robot& robot);

/// Couplings of two coordinates become mimics, as far as a joint has none.
void make_mimics(Robot& robot);

/// What formats with a motor a joint can say of a joint's drives, together: none of what they
/// cannot.
[[nodiscard]] JointMotor find_motor(const Robot& robot, const std::string& joint);

/// Remarks on what they cannot say of drives.
void tell_drives_of_joints(Robot& robot);

}  // namespace exchange
}  // namespace globaldyn::inside
