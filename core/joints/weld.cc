#include "core/joints/kinds.h"

namespace globaldyn::inside {
inline namespace core {
namespace {

struct Weld {
  static ScalarRow constraint(const JointFrames& frames, int index) {
    if (index < 3) return frames.offset(index);
    return index < 5 ? frames.cosine(index - 3, kZ) : frames.cosine(kX, kY);
  }

  static void take(const TreeLink& /*link*/, const Frame& /*motion*/, double* /*q*/) {}

  static Frame move(const TreeLink& /*link*/, const Frame& near, const double* /*q*/) {
    return near;
  }

  static void find_lines(const TreeLink& /*link*/, const Frame& /*near*/, const Frame& /*far*/,
                         ColumnLine* /*lines*/) {}
};

}  // namespace

const JointType& weld_joint() {
  static const TreeMotion motion{
      .take = Weld::take, .move = Weld::move, .find_lines = Weld::find_lines};
  static const JointType type{.key = "weld",
                              .constraints = {"x", "y", "z", "my", "mx", "mz"},
                              .constraint = Weld::constraint,
                              .is_rightly_closed = have_same_axes,
                              .motion = &motion,
                              .flat = FlatWhen::always};
  return type;
}

}  // namespace core
}  // namespace globaldyn::inside
