#pragma once

#include "core/joints/joint_type.h"

namespace globaldyn::inside {
inline namespace core {

// One for each file of that name in this folder.
[[nodiscard]] const JointType& revolute_joint();
[[nodiscard]] const JointType& prismatic_joint();
[[nodiscard]] const JointType& cylindrical_joint();
[[nodiscard]] const JointType& universal_joint();
[[nodiscard]] const JointType& spherical_joint();
[[nodiscard]] const JointType& planar_joint();
[[nodiscard]] const JointType& screw_joint();
[[nodiscard]] const JointType& weld_joint();
[[nodiscard]] const JointType& distance_joint();

/// Whether the z axes point the same way, not in opposite directions; or x and z axes do.
[[nodiscard]] bool have_same_axis(const Matrix3d& R_AB);
[[nodiscard]] bool have_same_axes(const Matrix3d& R_AB);

}  // namespace core
}  // namespace globaldyn::inside
