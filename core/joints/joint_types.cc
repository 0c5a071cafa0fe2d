#include "core/joints/kinds.h"

namespace globaldyn::inside {
inline namespace core {

// In the order of JointKind. To add a kind: docs/adding.md.
const std::vector<const JointType*>& list_joint_types() {
  static const std::vector<const JointType*> types{
      &revolute_joint(),  &prismatic_joint(), &cylindrical_joint(),
      &universal_joint(), &spherical_joint(), &planar_joint(),
      &screw_joint(),     &weld_joint(),      &distance_joint()};
  return types;
}

bool have_same_axis(const Matrix3d& R_AB) {
  return R_AB(kZ, kZ) > 0.0;
}

bool have_same_axes(const Matrix3d& R_AB) {
  return R_AB(kZ, kZ) > 0.0 && R_AB(kX, kX) > 0.0;
}

}  // namespace core
}  // namespace globaldyn::inside
