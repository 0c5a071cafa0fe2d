#include <cmath>
#include <numbers>

#include "core/joints/kinds.h"

namespace globaldyn::inside {
inline namespace core {
namespace {

struct ScrewJoint {
  // displacement - lead * angle, known only up to full turns.
  static ScalarRow make_helix_row(const JointFrames& frames) {
    const double lead = frames.joint().lead;
    ScalarRow row = frames.offset(kZ);
    const ScalarRow turn = frames.turn_about_a();
    const double angle = find_turn(frames.rotation());
    row.value = lead * wrap_angle(row.value / lead - angle);
    row.jacobian_a -= lead * turn.jacobian_a;
    row.jacobian_b -= lead * turn.jacobian_b;
    row.bias -= lead * turn.bias;
    return row;
  }

  static ScalarRow constraint(const JointFrames& frames, int index) {
    if (index < 2) return frames.offset(index);
    return index < 4 ? frames.cosine(index - 2, kZ) : make_helix_row(frames);
  }

  // The angle counts full turns by means of the displacement.
  static ScalarRow coordinate(const JointFrames& frames, int index) {
    ScalarRow displacement = frames.offset(kZ);
    if (index == 1) return displacement;
    ScalarRow row = frames.turn_about_a();
    row.value = displacement.value / frames.joint().lead;
    return row;
  }

  static void take(const TreeLink& link, const Frame& motion, double* q) {
    q[0] = motion.origin.z() / link.lead;
  }

  static Frame move(const TreeLink& link, const Frame& near, const double* q) {
    return {near.origin + link.lead * q[0] * near.axes.col(kZ), turn_about_z(near.axes, q[0])};
  }
};

}  // namespace

const JointType& screw_joint() {
  static const TreeMotion motion{.states = 1,
                                 .forward = {{.turns = true, .has_lead = true}},
                                 .backward = {{.turns = true, .has_lead = true}},
                                 .take = ScrewJoint::take,
                                 .move = ScrewJoint::move};
  static const JointType type{
      .key = "screw",
      .coordinates = {{.name = "angle", .rotational = true}, {.name = "displacement"}},
      .constraints = {"x", "y", "my", "mx", ""},
      .constraint = ScrewJoint::constraint,
      .coordinate = ScrewJoint::coordinate,
      .is_rightly_closed = have_same_axis,
      .motion = &motion,
      .parameter = JointParameter{.key = "lead",
                                  .dimension = dimension::length,
                                  .value = &Joint::lead,
                                  .per = 2.0 * std::numbers::pi,
                                  .expected = "expected metres per turn"},
      .slides = true};
  return type;
}

}  // namespace core
}  // namespace globaldyn::inside
