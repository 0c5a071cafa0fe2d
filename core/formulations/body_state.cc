#include "core/formulations/body_state.h"

namespace globaldyn::inside {
inline namespace core {

BodyState::BodyState(const Mechanism& mechanism, const Topology& topology)
    : StateCoordinates(mechanism, topology),
      equations_(topology),
      masses_(mechanism.bodies.size()) {}

void BodyState::begin(const Pose& pose, const Twists& twists) {
  pose_ = pose;
  twists_ = twists;
}

void BodyState::factorise(const MotionRows& rows) {
  if (lacks_inertia()) return factorise_bodies(rows);
  for (const BodyId b : moving_bodies(pose_)) {
    const Matrix3d& R = pose_[b].R;
    masses_[b] = {mass_of(b).mass, R * mass_of(b).inertia * R.transpose()};
  }
  equations_.factorise(masses_, rows);
  dependent_.resize(rows.rows.size());
  for (std::size_t i = 0; i < dependent_.size(); ++i) dependent_[i] = equations_.is_left_out(i);
}

void BodyState::solve(const VectorXd& wrenches, const VectorXd& right) {
  if (lacks_inertia()) return solve_bodies(wrenches, right);
  solution_ = wrenches;
  multipliers_ = right;
  equations_.solve(solution_, multipliers_);
  for (const BodyId b : moving_bodies(pose_)) {
    const auto at = first_row_of(b);
    motion_[b] = {solution_.segment<3>(at), solution_.segment<3>(at + 3)};
  }
}

void BodyState::move_positions() {
  move_by(pose_, motion_);
}

}  // namespace core
}  // namespace globaldyn::inside
