#include "core/joints/tree_motion.h"

#include "core/joints/kinds.h"

namespace globaldyn::inside {
inline namespace core {
namespace {

struct Floating {
  static void take(const TreeLink& /*link*/, const Frame& motion, double* q) {
    Eigen::Map<Vector3d>{q} = motion.origin;
    Eigen::Map<Eigen::Quaterniond>{q + 3} = Eigen::Quaterniond(motion.axes);
  }

  static Frame move(const TreeLink& /*link*/, const Frame& /*near*/, const double* q) {
    return {Eigen::Map<const Vector3d>(q),
            Eigen::Map<const Eigen::Quaterniond>(q + 3).toRotationMatrix()};
  }

  static void find_lines(const TreeLink& /*link*/, const Frame& /*near*/, const Frame& far,
                         ColumnLine* lines) {
    for (int k = 0; k < 3; ++k) lines[k] = lines[k + 3] = {Vector3d::Unit(k), far.origin};
  }
};

}  // namespace

const TreeMotion& floating_motion() {
  static const std::vector<TreeColumn> columns{
      {.turns = false},
      {.turns = false},
      {.turns = false},
      {.turns = true, .point_in_body = true},
      {.turns = true, .point_in_body = true},
      {.turns = true, .point_in_body = true},
  };
  static const TreeMotion motion{.states = 7,
                                 .forward = columns,
                                 .backward = columns,
                                 .free_turn = FreeTurn{.state = 3, .column = 3},
                                 .take = Floating::take,
                                 .move = Floating::move,
                                 .find_lines = Floating::find_lines};
  return motion;
}

}  // namespace core
}  // namespace globaldyn::inside
