#pragma once

#include "core/bodies/scalar_row.h"
#include "core/joints/joint.h"

namespace globaldyn::inside {
inline namespace core {

/// Axes of a joint's frames.
inline constexpr int kX = 0, kY = 1, kZ = 2;

/// The two frames of one joint in a given state, and rows between them, from which the kinds of
/// joints are built.
class JointFrames {
 public:
  JointFrames(const Joint& joint, const KinematicState& state) : joint_(joint), state_(state) {}

  [[nodiscard]] const Joint& joint() const { return joint_; }

  /// R_AB.
  [[nodiscard]] Matrix3d rotation() const;

  /// How far B's origin lies from A's along an axis of A.
  [[nodiscard]] ScalarRow offset(int axis) const;

  /// The distance of the origins.
  [[nodiscard]] ScalarRow distance() const;

  /// The cosine of the angle between an axis of A and one of B.
  [[nodiscard]] ScalarRow cosine(int axis_a, int axis_b) const;

  /// The rotation of B relative to A about A's z axis, or about B's; without a value.
  [[nodiscard]] ScalarRow turn_about_a() const;
  [[nodiscard]] ScalarRow turn_about_b() const;

  /// The same about the common z axis, with its angle in (-pi, pi].
  [[nodiscard]] ScalarRow angle() const;

 private:
  const Joint& joint_;
  const KinematicState& state_;
};

/// A frame rotated by an angle about its own z axis.
[[nodiscard]] Matrix3d turn_about_z(const Matrix3d& axes, double angle);

/// The angle in (-pi, pi] of a rotation about z.
[[nodiscard]] double find_turn(const Matrix3d& R);

}  // namespace core
}  // namespace globaldyn::inside
