#include "core/joints/kinds.h"

namespace globaldyn::inside {
inline namespace core {
namespace {

struct Prismatic {
  static ScalarRow constraint(const JointFrames& frames, int index) {
    if (index < 2) return frames.offset(index);
    return index < 4 ? frames.cosine(index - 2, kZ) : frames.cosine(kX, kY);
  }

  static ScalarRow coordinate(const JointFrames& frames, int /*index*/) {
    return frames.offset(kZ);
  }

  static void take(const TreeLink& /*link*/, const Frame& motion, double* q) {
    q[0] = motion.origin.z();
  }

  static Frame move(const TreeLink& /*link*/, const Frame& near, const double* q) {
    return {near.origin + q[0] * near.axes.col(kZ), near.axes};
  }
};

}  // namespace

const JointType& prismatic_joint() {
  static const TreeMotion motion{.states = 1,
                                 .forward = {{.turns = false}},
                                 .backward = {{.turns = false}},
                                 .take = Prismatic::take,
                                 .move = Prismatic::move};
  static const JointType type{.key = "prismatic",
                              .coordinates = {{.name = "displacement"}},
                              .constraints = {"x", "y", "my", "mx", "mz"},
                              .constraint = Prismatic::constraint,
                              .coordinate = Prismatic::coordinate,
                              .is_rightly_closed = have_same_axes,
                              .motion = &motion,
                              .slides = true,
                              .flat = FlatWhen::axis_across_normal};
  return type;
}

}  // namespace core
}  // namespace globaldyn::inside
