#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/nth.h"
#include "core/expression/dimension.h"
#include "core/joints/joint_frames.h"
#include "core/joints/tree_motion.h"

namespace globaldyn::inside {
inline namespace core {

/// One coordinate of a joint: how far B has moved relative to A.
struct JointCoordinate {
  std::string name;        ///< angle, displacement, angle_a, angle_b, x, y
  bool rotational{false};  ///< rad, otherwise m
  bool periodic{false};    ///< a pose determines it only up to full turns
  int axis{2};             ///< 0, 1, 2 for x, y, z: the one it is along or about
  bool of_b{false};        ///< that axis is B's, otherwise A's
};

/// A number specific to one kind of joint in the machine file.
struct JointParameter {
  std::string key;
  Dimension dimension;
  double Joint::*value;
  double per{1.0};       ///< what the file's figure is divided by
  bool positive{false};  ///< otherwise any value except zero
  std::string expected;
};

/// What a joint requires of a plane in which the whole machine is to move.
enum class FlatWhen {
  axis_along_normal,     ///< it rotates in the plane
  axis_across_normal,    ///< it slides in the plane
  points_across_normal,  ///< its points stay in the plane
  always,                ///< it allows no motion
  left_to_others,        ///< it can move in the plane and out of it
  never,
};

/// Everything about a kind of joint. Each kind's own file defines one; list_joint_types() lists
/// them all.
struct JointType {
  std::string key;  ///< in machine files, `type: revolute`
  /// In the order that is used everywhere.
  std::vector<JointCoordinate> coordinates{};
  /// What each constraint equation constrains, in the order of the equations: x, y, z for the
  /// displacement along an axis of A, mx, my, mz for the rotation about it, length; empty if it is
  /// none of these.
  std::vector<std::string> constraints{};
  /// A constraint equation; its value is 0 when the joint is closed.
  ScalarRow (*constraint)(const JointFrames& frames, int index);
  /// The row of a coordinate. A periodic one has values in (-pi, pi].
  ScalarRow (*coordinate)(const JointFrames& frames, int index){nullptr};
  /// False if the constraint equations hold but axes point in opposite directions, which the
  /// equations cannot distinguish. Null: that cannot happen.
  bool (*is_rightly_closed)(const Matrix3d& R_AB){nullptr};
  /// The joint as a motion that keeps it closed, with the coordinates as its first states; null: it
  /// constrains a body so little that the body counts as floating.
  const TreeMotion* motion{nullptr};
  /// B in A if there are no coordinates that determine it. Null: they coincide.
  Frame (*rest)(const Joint& joint){nullptr};
  bool draws_direction{false};  ///< rough guesses rotate `rest` about A's origin at random,
  bool draws_turn{false};       ///< and B about its own
  /// The axis of B whose angle to A's z axis is limited by `travel: {cone: …}`; none: no such key.
  std::optional<int> cone_axis{};
  std::optional<JointParameter> parameter{};
  bool slides{false};  ///< along A's axis
  FlatWhen flat{FlatWhen::never};
};

/// All kinds, in the order of JointKind.
[[nodiscard]] const std::vector<const JointType*>& list_joint_types();

[[nodiscard]] inline const JointType& type_of(JointKind kind) {
  static const std::span types(list_joint_types());  // called all the time
  return *nth(types, kind);
}
[[nodiscard]] inline const JointType& type_of(const Joint& joint) {
  return type_of(joint.kind);
}

}  // namespace core
}  // namespace globaldyn::inside
