#include "core/joints/kinds.h"

namespace globaldyn::inside {
inline namespace core {
namespace {

struct Cylindrical {
  static ScalarRow constraint(const JointFrames& frames, int index) {
    return index < 2 ? frames.offset(index) : frames.cosine(index - 2, kZ);
  }

  static ScalarRow coordinate(const JointFrames& frames, int index) {
    return index == 0 ? frames.offset(kZ) : frames.angle();
  }

  static void take(const TreeLink& /*link*/, const Frame& motion, double* q) {
    q[0] = motion.origin.z();
    q[1] = find_turn(motion.axes);
  }

  static Frame move(const TreeLink& /*link*/, const Frame& near, const double* q) {
    return {near.origin + q[0] * near.axes.col(kZ), turn_about_z(near.axes, q[1])};
  }
};

}  // namespace

const JointType& cylindrical_joint() {
  static const TreeMotion motion{.states = 2,
                                 .forward = {{.turns = false}, {.turns = true}},
                                 .backward = {{.turns = false}, {.turns = true}},
                                 .take = Cylindrical::take,
                                 .move = Cylindrical::move};
  static const JointType type{
      .key = "cylindrical",
      .coordinates = {{.name = "displacement"},
                      {.name = "angle", .rotational = true, .periodic = true}},
      .constraints = {"x", "y", "my", "mx"},
      .constraint = Cylindrical::constraint,
      .coordinate = Cylindrical::coordinate,
      .is_rightly_closed = have_same_axis,
      .motion = &motion,
      .slides = true};
  return type;
}

}  // namespace core
}  // namespace globaldyn::inside
