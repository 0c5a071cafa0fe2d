#include <cmath>

#include "core/joints/kinds.h"

namespace globaldyn::inside {
inline namespace core {
namespace {

struct Universal {
  // At zero angles B's axis lies along A's x axis, and B's x axis along A's axis; y is reversed. It
  // is its own inverse.
  static Matrix3d straighten(const Matrix3d& axes) {
    Matrix3d straight;
    straight << axes.col(kZ), -axes.col(kY), axes.col(kX);
    return straight;
  }

  static ScalarRow constraint(const JointFrames& frames, int index) {
    return index < 3 ? frames.offset(index) : frames.cosine(kZ, kZ);
  }

  // B's axis seen in A, and A's axis seen in B.
  static ScalarRow coordinate(const JointFrames& frames, int index) {
    const Matrix3d R = frames.rotation();
    ScalarRow row = index == 0 ? frames.turn_about_a() : frames.turn_about_b();
    row.value = index == 0 ? std::atan2(R(kY, kZ), R(kX, kZ)) : -std::atan2(R(kZ, kY), R(kZ, kX));
    return row;
  }

  static void take(const TreeLink& /*link*/, const Frame& motion, double* q) {
    const Matrix3d& R = motion.axes;
    q[0] = std::atan2(R(kY, kZ), R(kX, kZ));
    q[1] = find_turn(straighten(turn_about_z(Matrix3d::Identity(), q[0])).transpose() * R);
  }

  static Frame move(const TreeLink& /*link*/, const Frame& near, const double* q) {
    return {near.origin, turn_about_z(straighten(turn_about_z(near.axes, q[0])), q[1])};
  }

  static void find_lines(const TreeLink& /*link*/, const Frame& near, const Frame& far,
                         ColumnLine* lines) {
    lines[0] = {near.axes.col(kZ), near.origin};
    lines[1] = {far.axes.col(kZ), near.origin};
  }
};

}  // namespace

const JointType& universal_joint() {
  static const TreeMotion motion{
      .states = 2,
      .forward = {{.turns = true}, {.turns = true, .direction_in_body = true}},
      .backward = {{.turns = true}, {.turns = true, .direction_in_body = true}},
      .take = Universal::take,
      .move = Universal::move,
      .find_lines = Universal::find_lines};
  static const JointType type{
      .key = "universal",
      .coordinates = {{.name = "angle_a", .rotational = true, .periodic = true},
                      {.name = "angle_b", .rotational = true, .periodic = true, .of_b = true}},
      .constraints = {"x", "y", "z", ""},
      .constraint = Universal::constraint,
      .coordinate = Universal::coordinate,
      .motion = &motion,
      .cone_axis = kX,  // along A's z axis when the joint is straight
      .flat = FlatWhen::left_to_others};
  return type;
}

}  // namespace core
}  // namespace globaldyn::inside
