#include "core/joints/kinds.h"

namespace globaldyn::inside {
inline namespace core {
namespace {

struct Distance {
  static ScalarRow constraint(const JointFrames& frames, int /*index*/) {
    ScalarRow row = frames.distance();
    row.value -= frames.joint().length;
    return row;
  }

  static Frame rest(const Joint& joint) {
    return {Vector3d(0.0, 0.0, joint.length), Matrix3d::Identity()};
  }
};

}  // namespace

// Two points at a distance constrain a body so little that it counts as floating: no motion.
const JointType& distance_joint() {
  static const JointType type{.key = "distance",
                              .constraints = {"length"},
                              .constraint = Distance::constraint,
                              .rest = Distance::rest,
                              .draws_direction = true,
                              .draws_turn = true,
                              .parameter = JointParameter{.key = "length",
                                                          .dimension = dimension::length,
                                                          .value = &Joint::length,
                                                          .positive = true},
                              .flat = FlatWhen::points_across_normal};
  return type;
}

}  // namespace core
}  // namespace globaldyn::inside
