#include "core/joints/kinds.h"

namespace globaldyn::inside {
inline namespace core {
namespace {

struct Planar {
  static ScalarRow constraint(const JointFrames& frames, int index) {
    return index < 1 ? frames.offset(kZ) : frames.cosine(index - 1, kZ);
  }

  static ScalarRow coordinate(const JointFrames& frames, int index) {
    return index == 2 ? frames.angle() : frames.offset(index);
  }

  // The plane belongs to a: if the body is a itself, the plane moves with it.
  static void take(const TreeLink& link, const Frame& motion, double* q) {
    q[2] = find_turn(motion.axes);
    const Vector3d in_plane =
        link.forward ? motion.origin : Vector3d(motion.axes.transpose() * motion.origin);
    q[0] = in_plane.x();
    q[1] = in_plane.y();
  }

  static Frame move(const TreeLink& link, const Frame& near, const double* q) {
    const Matrix3d turned = turn_about_z(near.axes, q[2]);
    const Matrix3d& plane = link.forward ? near.axes : turned;
    return {near.origin + q[0] * plane.col(kX) + q[1] * plane.col(kY), turned};
  }

  static void find_lines(const TreeLink& link, const Frame& near, const Frame& far,
                         ColumnLine* lines) {
    const Frame& plane = link.forward ? near : far;
    lines[0] = {plane.axes.col(kX), plane.origin};
    lines[1] = {plane.axes.col(kY), plane.origin};
    lines[2] = {near.axes.col(kZ), link.forward ? far.origin : near.origin};
  }
};

}  // namespace

const JointType& planar_joint() {
  static const TreeMotion motion{
      .states = 3,
      .forward = {{.turns = false}, {.turns = false}, {.turns = true, .point_in_body = true}},
      .backward = {{.turns = false, .direction_in_body = true},
                   {.turns = false, .direction_in_body = true},
                   {.turns = true}},
      .take = Planar::take,
      .move = Planar::move,
      .find_lines = Planar::find_lines};
  static const JointType type{
      .key = "planar",
      .coordinates = {{.name = "x", .axis = kX},
                      {.name = "y", .axis = kY},
                      {.name = "angle", .rotational = true, .periodic = true}},
      .constraints = {"z", "my", "mx"},
      .constraint = Planar::constraint,
      .coordinate = Planar::coordinate,
      .is_rightly_closed = have_same_axis,
      .motion = &motion,
      .flat = FlatWhen::axis_along_normal};
  return type;
}

}  // namespace core
}  // namespace globaldyn::inside
