#pragma once

#include "core/joints/joint_type.h"

namespace globaldyn {

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

/// The line of a column about, or along, the near frame's z axis; two of them.
void find_axis_line(const TreeLink& link, const Frame& near, const Frame& far, ColumnLine* lines);
void find_two_axis_lines(const TreeLink& link, const Frame& near, const Frame& far,
                         ColumnLine* lines);

}  // namespace globaldyn
