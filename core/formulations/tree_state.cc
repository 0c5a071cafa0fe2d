#include "core/formulations/tree_state.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "core/base/as_span.h"
#include "core/base/nth.h"

namespace globaldyn::inside {
inline namespace core {
TreeState::TreeState(const Mechanism& mechanism, const Topology& topology)
    : StateCoordinates(mechanism, topology),
      tree_(mechanism, topology),
      bodies_(tree_.list_bodies()),
      body_rates_(mechanism.bodies.size()),
      scratch_(mechanism.bodies.size()) {
  rates_.setZero(tree_.column_count());
  solution_.setZero(tree_.column_count());
}

Eigen::Index TreeState::state_size() const {
  return static_cast<Eigen::Index>(tree_.state().size()) + tree_.column_count();
}

// The velocities in a state. Free rotations have theirs about axes that go with the parent, so that
// their derivatives are the columns' accelerations.
std::span<double> TreeState::view_columns(Eigen::Ref<VectorXd> y) const {
  const Eigen::Index count = column_count();
  return {y.data() + y.size() - count, static_cast<std::size_t>(count)};
}

Twist TreeState::to_twist(BodyId body, const Screw& rate) const {
  return {rate.linear + rate.angular.cross(pose_[body].r), rate.angular};
}

VectorXd TreeState::sizes() const {
  VectorXd sizes = VectorXd::Ones(state_size());
  const std::vector<double> of_tree = tree_.list_state_sizes();
  std::copy(of_tree.begin(), of_tree.end(), sizes.data());
  return sizes;
}

// What each body's motion adds to that of its parent, in the body's columns.
void TreeState::begin(const Pose& pose, const Twists& twists) {
  tree_.set_pose(pose);
  pose_ = tree_.pose();
  for (const auto& [body, parent, column, count] : bodies_) {
    const Twist& of_body = twists[body];
    const Twist& of_parent = twists[parent];
    const Vector3d r = pose_[body].r;
    Vector6d own;
    own << of_body.v - of_parent.v - of_parent.w.cross(r - pose_[parent].r),
        of_body.w - of_parent.w;
    Eigen::Matrix<double, 6, Eigen::Dynamic, 0, 6, 6> axes(6, count);
    for (int k = 0; k < count; ++k) {
      const Screw& axis = tree_.axis(column + k);
      axes.col(k) << axis.linear + axis.angular.cross(r), axis.angular;
    }
    if (count > 0) rates_.segment(column, count) = axes.colPivHouseholderQr().solve(own);
  }
  update_rates();
}

// Rates of the bodies, and their accelerations without those of the columns.
void TreeState::update_rates() {
  tree_.calc_rates(as_span(rates_), body_rates_);
  tree_.calc_accelerations(as_span(rates_), {}, body_rates_, scratch_);
  for (const TreeBody& body : bodies_) {
    const BodyId b = body.body;
    twists_[b] = to_twist(b, body_rates_[b]);
    biases_[b] = to_twist(b, scratch_[b]);
    biases_[b].v += twists_[b].w.cross(twists_[b].v);
  }
}

void TreeState::write_state(Eigen::Ref<VectorXd> y) const {
  const std::vector<double>& state = tree_.state();
  std::copy(state.begin(), state.end(), y.data());
  y.tail(column_count()) = rates_;
  tree_.to_parent_axes(view_columns(y));
}

void TreeState::read_state(const Eigen::Ref<const VectorXd>& y) {
  tree_.assign({y.data(), static_cast<std::size_t>(y.size() - column_count())});
  tree_.update();
  for (const TreeBody& body : bodies_) pose_[body.body] = tree_.pose()[body.body];
  rates_ = y.tail(column_count());
  tree_.to_global_axes(as_span(rates_));
  update_rates();
}

void TreeState::move_positions() {
  tree_.move(as_span(solution_));
  tree_.update();
  tree_.set_angles(pose_.angles);
  pose_ = tree_.pose();
  update_rates();
}

void TreeState::move_velocities() {
  rates_ += solution_;
  update_rates();
}

void TreeState::write_rates(Eigen::Ref<VectorXd> rates) const {
  const Eigen::Index count = state_size() - column_count();
  tree_.calc_state_rates(as_span(rates_), {rates.data(), static_cast<std::size_t>(count)});
  rates.tail(column_count()) = solution_;
  tree_.to_parent_axes(view_columns(rates));
}

void TreeState::spread_solution() {
  tree_.calc_rates(as_span(solution_), scratch_);
  for (const TreeBody& body : bodies_) {
    motion_[body.body] = to_twist(body.body, scratch_[body.body]);
  }
}

void TreeState::factorise_columns(const MotionRows& rows) {
  const Eigen::Index count = column_count();
  column_twists_.setZero(6 * mechanism_.body_count(), count);
  dense_inertia_.setZero(count, count);
  for (const TreeBody& one : bodies_) {
    const BodyId b = one.body;
    auto twists = column_twists_.middleRows<6>(first_row_of(b));
    for (const int k : tree_.list_columns_to(b)) {
      const Twist twist = to_twist(b, tree_.axis(k));
      twists.col(k) << twist.v, twist.w;
    }
    const auto& [mass, com, own] = mass_of(b);
    const Matrix3d moments = pose_[b].R * own * pose_[b].R.transpose();
    dense_inertia_ += mass * twists.topRows<3>().transpose() * twists.topRows<3>() +
                      twists.bottomRows<3>().transpose() * moments * twists.bottomRows<3>();
  }
  dense_jacobian_.setZero(count, static_cast<Eigen::Index>(rows.rows.size()));
  for (Eigen::Index i = 0; i < dense_jacobian_.cols(); ++i) {
    nth(rows.rows, i).visit_sides([&](BodyId body, const Vector6d& jacobian) {
      if (body == kGround) return;
      dense_jacobian_.col(i) +=
          column_twists_.middleRows<6>(first_row_of(body)).transpose() * jacobian;
    });
  }
  // Columns are in rad and kinematic lengths.
  const double length = mechanism_.kinematic_length;
  dense_.factorise(dense_inertia_, dense_jacobian_,
                   VectorXd::Constant(count, machine_mass_ * length * length), list_row_sizes(rows),
                   rows.compliance);
  take_dependent(dense_, rows.rows.size());
}

void TreeState::solve_columns(const VectorXd& wrenches, const VectorXd& right) {
  solution_ = column_twists_.transpose() * wrenches;
  multipliers_ = right;
  const VectorXd pushed = dense_.find_pushed(solution_, calc_force_size(wrenches));
  dense_.solve(solution_, multipliers_);
  spread_solution();
  pushed_.resize(pushed.size() > 0 ? pose_.size() : 0);
  for (const BodyId b : moving_bodies(pushed_)) {
    const Vector6d twist = column_twists_.middleRows<6>(first_row_of(b)) * pushed;
    pushed_[b] = {twist.head<3>(), twist.tail<3>()};
  }
}

}  // namespace core
}  // namespace globaldyn::inside
