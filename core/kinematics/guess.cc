#include "core/kinematics/guess.h"

#include <cmath>
#include <numbers>

#include "core/joints/joint_rows.h"

namespace globaldyn::inside {
inline namespace core {
namespace {

// Uniform in [low, high), the same on every platform (the standard distributions are not).
double draw(std::mt19937_64& random, double low, double high) {
  constexpr double kScale = 1.0 / 9007199254740992.0;  // 2^-53
  return low + (high - low) * static_cast<double>(random() >> 11) * kScale;
}

BodyPose to_body_pose(const Body& body, const Frame& frame) {
  return {frame.origin + frame.axes * body.mass_properties.com, frame.axes};
}

// The pose of the child's centre of mass from its parent's, through the joint.
BodyPose hang(const Joint& joint, BodyId child, const BodyPose& parent, const Frame& motion) {
  const bool forward = joint.body_b == child;
  const Frame& near = forward ? joint.frame_a : joint.frame_b;
  const Frame& far = forward ? joint.frame_b : joint.frame_a;
  const Frame placed = place(parent, near) * (forward ? motion : motion.inverse()) * far.inverse();
  return {placed.origin, placed.axes};
}

double draw_coordinate(const JointCoordinate& coordinate, const Interval& travel, double guess,
                       double length, std::mt19937_64& random) {
  if (coordinate.rotational) {
    const double low = std::isfinite(travel.low) ? travel.low : -std::numbers::pi;
    const double high = std::isfinite(travel.high) ? travel.high : std::numbers::pi;
    return draw(random, low, high);
  }
  const double low = std::isfinite(travel.low) ? travel.low : guess - 2.0 * length;
  const double high = std::isfinite(travel.high) ? travel.high : guess + 2.0 * length;
  return draw(random, low, high);
}

Matrix3d draw_rotation(std::mt19937_64& random) {
  // Uniform in the unit ball of R^4, then on its sphere. Every third draw is within.
  constexpr int kMostDraws = 1000;
  for (int i = 0; i < kMostDraws; ++i) {
    const Eigen::Quaterniond q{draw(random, -1, 1), draw(random, -1, 1), draw(random, -1, 1),
                               draw(random, -1, 1)};
    const double norm = q.norm();
    if (norm <= 1.0 && norm >= 0.1) return q.normalized().toRotationMatrix();
  }
  return Matrix3d::Identity();
}

Frame draw_motion(const Joint& joint, double length, std::mt19937_64& random) {
  const auto& coordinates = type_of(joint).coordinates;
  std::vector<double> q;
  for (std::size_t i = 0; i < coordinates.size(); ++i) {
    q.push_back(draw_coordinate(coordinates[i], joint.travel[i], joint.guess[i], length, random));
  }
  Frame motion = make_joint_motion(joint, q);
  if (type_of(joint).draws_direction) motion.origin = draw_rotation(random) * motion.origin;
  if (type_of(joint).draws_turn) motion.axes = draw_rotation(random);
  return motion;
}

}  // namespace

Pose make_file_guess(const Mechanism& mechanism, const Topology& topology) {
  Pose pose(mechanism.bodies.size());
  for (const BodyId child : topology.order) {
    const Body& body = mechanism.bodies[child];
    const auto& attached = topology.attachment[child];
    if (body.guess || !attached) {
      pose[child] = to_body_pose(body, body.guess.value_or(Frame{}));
      continue;
    }
    const Joint& joint = mechanism.joints[attached->joint];
    pose[child] = hang(joint, child, pose[attached->parent], make_joint_motion(joint, joint.guess));
  }
  return pose;
}

Pose make_random_guess(const Mechanism& mechanism, const Topology& topology,
                       std::mt19937_64& random) {
  Pose pose(mechanism.bodies.size());
  const double length = mechanism.kinematic_length;
  for (const BodyId child : topology.order) {
    const auto& attached = topology.attachment[child];
    if (!attached) {
      const Frame guess = mechanism.bodies[child].guess.value_or(Frame{});
      const Vector3d shift(draw(random, -length, length), draw(random, -length, length),
                           draw(random, -length, length));
      pose[child] = to_body_pose(mechanism.bodies[child],
                                 {guess.origin + shift, draw_rotation(random) * guess.axes});
      continue;
    }
    const Joint& joint = mechanism.joints[attached->joint];
    pose[child] = hang(joint, child, pose[attached->parent], draw_motion(joint, length, random));
  }
  return pose;
}

}  // namespace core
}  // namespace globaldyn::inside
