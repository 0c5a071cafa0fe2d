#include "core/formulations/cardan/cardan_state.h"

#include <algorithm>
#include <cmath>

#include "core/kinematics/linear_system.h"

namespace globaldyn::inside {
inline namespace core {

CardanState::CardanState(const Mechanism& mechanism, const Topology& topology)
    : BodyState(mechanism, topology), charts_(mechanism.bodies.size()) {}

Eigen::Index CardanState::state_size() const {
  return 12 * mechanism_.body_count();
}

VectorXd CardanState::sizes() const {
  Vector6d size;
  size << Vector3d::Constant(mechanism_.kinematic_length), Vector3d::Ones();
  return size.replicate(2 * mechanism_.body_count(), 1);
}

void CardanState::begin(const Pose& pose, const Twists& twists) {
  BodyState::begin(pose, twists);
  for (const BodyId b : moving_bodies(pose_)) charts_[b] = make_cardan_chart(pose_[b].R);
}

void CardanState::write_state(Eigen::Ref<VectorXd> y) const {
  const Eigen::Index half = state_size() / 2;
  for (const BodyId b : moving_bodies(pose_)) {
    const auto at = first_row_of(b);
    y.segment<3>(at) = pose_[b].r;
    y.segment<3>(at + 3) = charts_[b].angles;
    y.segment<3>(half + at) = twists_[b].v;
    y.segment<3>(half + at + 3) = charts_[b].rate_matrix().inverse() * twists_[b].w;
  }
}

void CardanState::read_state(const Eigen::Ref<const VectorXd>& y) {
  const Eigen::Index half = state_size() / 2;
  for (const BodyId b : moving_bodies(pose_)) {
    const auto at = first_row_of(b);
    charts_[b].angles = y.segment<3>(at + 3);
    pose_[b] = {y.segment<3>(at), charts_[b].reference * make_cardan_rotation(charts_[b].angles)};
    twists_[b] = {y.segment<3>(half + at), charts_[b].rate_matrix() * y.segment<3>(half + at + 3)};
  }
}

bool CardanState::is_worn() const {
  constexpr double kMost = 1.25;  // rad, of pi / 2; a chart begins within pi / 3
  return std::any_of(charts_.begin() + 1, charts_.end(),
                     [](const CardanChart& chart) { return std::abs(chart.angles.y()) > kMost; });
}

// The angles in the chart that the body has; they go on without jumps by full turns.
void CardanState::chart(BodyId body) {
  CardanChart& chart = charts_[body];
  const Vector3d angles = find_cardan_angles(chart.reference.transpose() * pose_[body].R);
  for (int k = 0; k < 3; ++k) chart.angles(k) += wrap_angle(angles(k) - chart.angles(k));
}

void CardanState::move_positions() {
  BodyState::move_positions();
  for (const BodyId b : moving_bodies(pose_)) chart(b);
}

// z̈ from w' = G φ̈ + G' φ̇.
void CardanState::write_rates(Eigen::Ref<VectorXd> rates) const {
  const Eigen::Index half = state_size() / 2;
  for (const BodyId b : moving_bodies(pose_)) {
    const auto at = first_row_of(b);
    const Matrix3d inverse = charts_[b].rate_matrix().inverse();
    const Vector3d turn = inverse * twists_[b].w;
    rates.segment<3>(at) = twists_[b].v;
    rates.segment<3>(at + 3) = turn;
    rates.segment<3>(half + at) = motion_[b].v;
    rates.segment<3>(half + at + 3) =
        inverse * (motion_[b].w - charts_[b].rate_derivative(turn) * turn);
  }
}

}  // namespace core
}  // namespace globaldyn::inside
