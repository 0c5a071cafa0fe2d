#include "core/formulations/cardan/cardan_state.h"

#include <algorithm>
#include <cmath>

#include "core/base/nth.h"
#include "core/base/round_off.h"
#include "core/kinematics/linear_system.h"

namespace globaldyn::inside {
inline namespace core {

CardanState::CardanState(const Mechanism& mechanism, const Topology& topology)
    : StateCoordinates(mechanism, topology),
      charts_(mechanism.bodies.size()),
      inverse_inertias_(mechanism.bodies.size()),
      influences_(mechanism.bodies.size()) {}

Eigen::Index CardanState::state_size() const {
  return 12 * mechanism_.body_count();
}

VectorXd CardanState::sizes() const {
  Vector6d size;
  size << Vector3d::Constant(mechanism_.kinematic_length), Vector3d::Ones();
  return size.replicate(2 * mechanism_.body_count(), 1);
}

void CardanState::begin(const Pose& pose, const Twists& twists) {
  pose_ = pose;
  twists_ = twists;
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

Vector6d CardanState::respond(BodyId body, const Vector6d& wrench) const {
  Vector6d response;
  response << wrench.head<3>() / mass_of(body).mass, inverse_inertias_[body] * wrench.tail<3>();
  return response;
}

void CardanState::factorise(const MotionRows& rows) {
  if (lacks_inertia()) return factorise_bodies(rows);
  for (const BodyId b : moving_bodies(pose_)) {
    const Matrix3d& R = pose_[b].R;
    inverse_inertias_[b] = R * mass_of(b).inertia.inverse() * R.transpose();
    influences_[b].clear();
  }
  const auto count = static_cast<Eigen::Index>(rows.rows.size());
  for (Eigen::Index i = 0; i < count; ++i) {
    nth(rows.rows, i).visit_sides([&](BodyId body, const Vector6d& jacobian) {
      if (body == kGround) return;
      influences_[body].push_back({i, jacobian, respond(body, jacobian)});
    });
  }
  response_.reset(count);
  MatrixXd& S = response_.matrix();
  for (Eigen::Index i = 0; i < count; ++i) S(i, i) = nth(rows.compliance, i);
  for (const BodyId b : moving_bodies(pose_)) {
    for (const Influence& one : influences_[b]) {
      for (const Influence& other : influences_[b]) {
        if (other.row <= one.row) S(one.row, other.row) += one.jacobian.dot(other.response);
      }
    }
  }
  response_.factorise(round_off::kRank);
  dependent_.resize(rows.rows.size());
  for (Eigen::Index i = 0; i < count; ++i) nth(dependent_, i) = response_.is_left_out(i);
}

void CardanState::solve(const VectorXd& wrenches, const VectorXd& right) {
  if (lacks_inertia()) return solve_bodies(wrenches, right);
  multipliers_ = right;
  for (const BodyId b : moving_bodies(pose_)) {
    const Vector6d free = respond(b, wrenches.segment<6>(first_row_of(b)));
    motion_[b] = {free.head<3>(), free.tail<3>()};
    for (const Influence& one : influences_[b]) multipliers_(one.row) -= one.jacobian.dot(free);
  }
  response_.solve(multipliers_);
  for (const BodyId b : moving_bodies(pose_)) {
    for (const Influence& one : influences_[b]) {
      motion_[b].v += multipliers_(one.row) * one.response.head<3>();
      motion_[b].w += multipliers_(one.row) * one.response.tail<3>();
    }
  }
}

// The angles in the chart that the body has; they go on without jumps by full turns.
void CardanState::chart(BodyId body) {
  CardanChart& chart = charts_[body];
  const Vector3d angles = find_cardan_angles(chart.reference.transpose() * pose_[body].R);
  for (int k = 0; k < 3; ++k) chart.angles(k) += wrap_angle(angles(k) - chart.angles(k));
}

void CardanState::move_positions() {
  move_by(pose_, motion_);
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
