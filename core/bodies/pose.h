#pragma once

#include <cstddef>
#include <vector>

#include "core/bodies/body.h"
#include "core/bodies/moving_bodies.h"

namespace globaldyn::inside {
inline namespace core {

/// Where a body is: its centre of mass r_WB_W (m) and its axes R_WB, in the global frame W.
struct BodyPose {
  Vector3d r{Vector3d::Zero()};
  Matrix3d R{Matrix3d::Identity()};
};

/// Poses of all bodies, that of the ground the identity, and in which of their turns joints stand,
/// which the bodies alone do not tell.
struct Pose {
  Pose() = default;
  explicit Pose(std::size_t count) : bodies(count) {}

  IdVector<BodyId, BodyPose> bodies;
  /// Of each counted joint angle (see Joint::counted) the value it had not long ago, rad: a joint's
  /// angle is the one nearest to it. Empty: turns are not known, and angles are in (-pi, pi].
  std::vector<double> angles{};

  [[nodiscard]] std::size_t size() const { return bodies.size(); }
  [[nodiscard]] bool empty() const { return bodies.empty(); }
  [[nodiscard]] const BodyPose& operator[](BodyId body) const { return bodies[body]; }
  [[nodiscard]] BodyPose& operator[](BodyId body) { return bodies[body]; }
  [[nodiscard]] IdRange<BodyId> ids() const { return bodies.ids(); }
  [[nodiscard]] auto begin() const { return bodies.begin(); }
  [[nodiscard]] auto end() const { return bodies.end(); }
};

[[nodiscard]] inline IdRange<BodyId> moving_bodies(const Pose& pose) {
  return moving_bodies(pose.bodies);
}

/// A rate of change of a body's pose with respect to one parameter (p or t), in the global frame:
/// of the centre of mass, and of the orientation as an angular velocity. Also used for the second
/// derivative, with the angular acceleration.
struct Twist {
  Vector3d v{Vector3d::Zero()};
  Vector3d w{Vector3d::Zero()};
};

/// Twists of all bodies, that of the ground zero.
using Twists = IdVector<BodyId, Twist>;

/// `frame`, given relative to the centre of mass in body axes, expressed in the global frame.
[[nodiscard]] inline Frame place(const BodyPose& body, const Frame& frame) {
  return {body.r + body.R * frame.origin, body.R * frame.axes};
}

/// The pose of the body's own frame (that of the machine file) in the global frame.
[[nodiscard]] inline Frame find_body_frame(const Body& body, const BodyPose& pose) {
  return {pose.r - pose.R * body.mass_properties.com, pose.R};
}

/// Of all bodies' own frames, ground included, as pages take them: origins (m) and turns, as
/// quaternions x, y, z, w: seven numbers a body.
[[nodiscard]] std::vector<float> list_body_frames(const IdVector<BodyId, Body>& bodies,
                                                  const Pose& pose);

}  // namespace core
}  // namespace globaldyn::inside
