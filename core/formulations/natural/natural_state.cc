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

Eigen::Index NaturalState::state_size() const {
  return 2 * kNaturalSize * mechanism_.body_count();
}

VectorXd NaturalState::sizes() const {
  Vector12d size = Vector12d::Ones();
  size.head<3>().setConstant(mechanism_.kinematic_length);
  return size.replicate(2 * mechanism_.body_count(), 1);
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
