#include "core/joints/kinds.h"

namespace globaldyn::inside {
inline namespace core {
namespace {

struct Spherical {
  static ScalarRow constraint(const JointFrames& frames, int index) { return frames.offset(index); }

  static void take(const TreeLink& /*link*/, const Frame& motion, double* q) {
    Eigen::Map<Eigen::Quaterniond>{q} = Eigen::Quaterniond(motion.axes);
  }

  static Frame move(const TreeLink& /*link*/, const Frame& near, const double* q) {
    return {near.origin, near.axes * Eigen::Map<const Eigen::Quaterniond>(q).toRotationMatrix()};
  }

  // Rates are about global axes.
  static void find_lines(const TreeLink& /*link*/, const Frame& near, const Frame& /*far*/,
                         ColumnLine* lines) {
    for (int k = 0; k < 3; ++k) lines[k] = {Vector3d::Unit(k), near.origin};
  }
};

}  // namespace

const JointType& spherical_joint() {
  static const std::vector<TreeColumn> turns(3, TreeColumn{.turns = true});
  static const TreeMotion motion{.states = 4,
                                 .forward = turns,
                                 .backward = turns,
                                 .free_turn = FreeTurn{},
                                 .take = Spherical::take,
                                 .move = Spherical::move,
                                 .find_lines = Spherical::find_lines};
  static const JointType type{.key = "spherical",
                              .constraints = {"x", "y", "z"},
                              .constraint = Spherical::constraint,
                              .motion = &motion,
                              .draws_turn = true,
                              .cone_axis = kZ,
                              .flat = FlatWhen::left_to_others};
  return type;
}

}  // namespace core
}  // namespace globaldyn::inside
