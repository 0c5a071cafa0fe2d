#include "core/joints/kinds.h"

namespace globaldyn::inside {
inline namespace core {
namespace {

struct Revolute {
  static ScalarRow constraint(const JointFrames& frames, int index) {
    return index < 3 ? frames.offset(index) : frames.cosine(index - 3, kZ);
  }

  static ScalarRow coordinate(const JointFrames& frames, int /*index*/) { return frames.angle(); }

  static void take(const TreeLink& /*link*/, const Frame& motion, double* q) {
    q[0] = find_turn(motion.axes);
  }

  static Frame move(const TreeLink& /*link*/, const Frame& near, const double* q) {
    return {near.origin, turn_about_z(near.axes, q[0])};
  }
};

}  // namespace

const JointType& revolute_joint() {
  static const TreeMotion motion{.states = 1,
                                 .forward = {{.turns = true}},
                                 .backward = {{.turns = true}},
                                 .take = Revolute::take,
                                 .move = Revolute::move};
  static const JointType type{
      .key = "revolute",
      .coordinates = {{.name = "angle", .rotational = true, .periodic = true}},
      .constraints = {"x", "y", "z", "my", "mx"},
      .constraint = Revolute::constraint,
      .coordinate = Revolute::coordinate,
      .is_rightly_closed = have_same_axis,
      .motion = &motion,
      .flat = FlatWhen::axis_along_normal};
  return type;
}

}  // namespace core
}  // namespace globaldyn::inside
