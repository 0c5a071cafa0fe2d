#pragma once

#include <string>
#include <vector>

#include "core/kinematics/task.h"

namespace globaldyn::inside {
inline namespace core {

/// How many degrees of freedom move neither a prescribed coordinate nor a drive.
[[nodiscard]] int count_idle(const Mechanism& mechanism,
                             const std::vector<TaskCoordinate>& prescribed, const Pose& pose);

/// Whether a task fits the machine.
struct PrescriptionCheck {
  bool fits{false};
  std::string wrong;  ///< if not: what is free or over-prescribed
  std::string expected;
};

/// Whether `coordinates` prescribe each of the machine's n_dof degrees of freedom exactly once.
/// This is decided at `pose` or, if a rank is missing there, at a nearby pose, so that a singular
/// pose is not mistaken for a badly chosen path.
[[nodiscard]] PrescriptionCheck check_prescription(const Mechanism& mechanism,
                                                   const std::vector<TaskCoordinate>& coordinates,
                                                   const Pose& pose);

/// What no drive moves though it is not idle (see analyze_mobility()): names of joint coordinates,
/// otherwise of bodies, that change while all drives stand still, at this pose and at one nearby.
/// Empty: the drives move everything, perhaps except at single poses.
[[nodiscard]] std::vector<std::string> list_undriven(const Mechanism& mechanism,
                                                     const std::vector<TaskCoordinate>& prescribed,
                                                     const Pose& pose);

}  // namespace core
}  // namespace globaldyn::inside
