#include "core/joints/joint_frames.h"

#include <cmath>

namespace globaldyn::inside {
inline namespace core {

Matrix3d JointFrames::rotation() const {
  return (state_.pose_of(joint_.body_a).R * joint_.frame_a.axes).transpose() *
         (state_.pose_of(joint_.body_b).R * joint_.frame_b.axes);
}

ScalarRow JointFrames::offset(int axis) const {
  return make_offset_row(state_, {joint_.body_a, joint_.frame_a.origin},
                         joint_.frame_a.axes.col(axis), {joint_.body_b, joint_.frame_b.origin});
}

ScalarRow JointFrames::distance() const {
  return make_distance_row(
      state_, {{joint_.body_a, joint_.frame_a.origin}, {joint_.body_b, joint_.frame_b.origin}});
}

ScalarRow JointFrames::cosine(int axis_a, int axis_b) const {
  return make_cosine_row(state_, {joint_.body_a, joint_.frame_a.axes.col(axis_a)},
                         {joint_.body_b, joint_.frame_b.axes.col(axis_b)});
}

ScalarRow JointFrames::turn_about_a() const {
  return make_turn_row(state_, {joint_.body_a, joint_.frame_a.axes.col(kZ)}, joint_.body_b);
}

ScalarRow JointFrames::turn_about_b() const {
  ScalarRow row =
      make_turn_row(state_, {joint_.body_b, joint_.frame_b.axes.col(kZ)}, joint_.body_a);
  row.jacobian_a *= -1.0;
  row.jacobian_b *= -1.0;
  row.bias *= -1.0;
  return row;
}

ScalarRow JointFrames::angle() const {
  ScalarRow row = turn_about_a();
  row.value = find_turn(rotation());
  return row;
}

Matrix3d turn_about_z(const Matrix3d& axes, double angle) {
  const double s = std::sin(angle), c = std::cos(angle);
  Matrix3d turned;
  turned << c * axes.col(kX) + s * axes.col(kY), c * axes.col(kY) - s * axes.col(kX), axes.col(kZ);
  return turned;
}

double find_turn(const Matrix3d& R) {
  return std::atan2(R(kY, kX), R(kX, kX));
}

}  // namespace core
}  // namespace globaldyn::inside
