#include "core/formulations/projected_equations.h"

namespace globaldyn::inside {
inline namespace core {

ProjectedEquations project(const MotionEquations& equations) {
  ProjectedEquations projected;
  const Eigen::Index m = equations.drive_side.rows();
  const auto T = equations.system.rightCols(m);
  projected.W = equations.basis.transpose() * T;
  projected.demand = equations.basis.transpose() * equations.right_side;
  projected.demand_size = equations.basis.cwiseAbs().transpose() * equations.right_size;
  projected.drive_side = equations.drive_side;
  projected.drive_size = equations.drive_size;
  projected.task_scale = equations.task_scale;
  projected.motion_size = equations.motion_size;
  projected.force_size = equations.force_size;
  projected.coulomb_slack = equations.coulomb_slack;
  projected.drive_rate = equations.drive_rate;
  projected.drive_second = equations.drive_second;
  return projected;
}

}  // namespace core
}  // namespace globaldyn::inside
