#include "core/formulations/natural/natural_state.h"

#include "core/kinematics/linear_system.h"

namespace globaldyn::inside {
inline namespace core {
namespace {

// The angular velocity of axes that move as a rigid body, up to small errors.
Vector3d find_spin(const Matrix3d& axes, const Vector12d& rates) {
  Vector3d sum = Vector3d::Zero();
  for (int k = 0; k < 3; ++k) sum += axes.col(k).cross(rates.segment<3>(3 + 3 * k));
  return 0.5 * sum;
}

}  // namespace

NaturalState::NaturalState(const Mechanism& mechanism, const Topology& topology)
    : StateCoordinates(mechanism, topology),
      equations_(topology),
      masses_(mechanism.bodies.size()) {}

Eigen::Index NaturalState::state_size() const {
  return 2 * kNaturalSize * mechanism_.body_count();
}

VectorXd NaturalState::sizes() const {
  Vector12d size = Vector12d::Ones();
  size.head<3>().setConstant(mechanism_.kinematic_length);
  return size.replicate(2 * mechanism_.body_count(), 1);
}

void NaturalState::begin(const Pose& pose, const Twists& twists) {
  pose_ = pose;
  twists_ = twists;
}

void NaturalState::write_state(Eigen::Ref<VectorXd> y) const {
  const Eigen::Index half = state_size() / 2;
  for (const BodyId b : moving_bodies(pose_)) {
    const Eigen::Index at = kNaturalSize * moving_number(b);
    y.segment<kNaturalSize>(at) = make_natural_coordinates(pose_[b]);
    y.segment<kNaturalSize>(half + at) = make_natural_rates(pose_[b], twists_[b]);
  }
}

void NaturalState::read_state(const Eigen::Ref<const VectorXd>& y) {
  const Eigen::Index half = state_size() / 2;
  for (const BodyId b : moving_bodies(pose_)) {
    const Eigen::Index at = kNaturalSize * moving_number(b);
    const Vector12d q = y.segment<kNaturalSize>(at);
    const Vector12d velocity = y.segment<kNaturalSize>(half + at);
    pose_[b] = {q.head<3>(), orthonormalize(q.tail<9>().reshaped(3, 3))};
    twists_[b] = {velocity.head<3>(), find_spin(pose_[b].R, velocity)};
  }
}

void NaturalState::factorise(const MotionRows& rows) {
  if (lacks_inertia()) return factorise_bodies(rows);
  for (const BodyId b : moving_bodies(pose_)) {
    const Matrix3d& R = pose_[b].R;
    masses_[b] = {mass_of(b).mass, R * mass_of(b).inertia * R.transpose()};
  }
  equations_.factorise(masses_, rows);
  dependent_.resize(rows.rows.size());
  for (std::size_t i = 0; i < dependent_.size(); ++i) dependent_[i] = equations_.is_left_out(i);
}

void NaturalState::solve(const VectorXd& wrenches, const VectorXd& right) {
  if (lacks_inertia()) return solve_bodies(wrenches, right);
  solution_ = wrenches;
  multipliers_ = right;
  equations_.solve(solution_, multipliers_);
  for (const BodyId b : moving_bodies(pose_)) {
    const auto at = first_row_of(b);
    motion_[b] = {solution_.segment<3>(at), solution_.segment<3>(at + 3)};
  }
}

void NaturalState::move_positions() {
  move_by(pose_, motion_);
}

void NaturalState::write_rates(Eigen::Ref<VectorXd> rates) const {
  const Eigen::Index half = state_size() / 2;
  for (const BodyId b : moving_bodies(pose_)) {
    const Eigen::Index at = kNaturalSize * moving_number(b);
    rates.segment<kNaturalSize>(at) = make_natural_rates(pose_[b], twists_[b]);
    rates.segment<kNaturalSize>(half + at) =
        make_natural_accelerations(pose_[b], twists_[b], motion_[b]);
  }
}

}  // namespace core
}  // namespace globaldyn::inside
