#include "core/formulations/recursive/recursive_state.h"

#include "core/base/nth.h"
#include "core/base/round_off.h"

namespace globaldyn::inside {
inline namespace core {
namespace {

// About the origin of the global frame.
Eigen::Matrix<double, 6, 6> make_matrix(const SpatialInertia& inertia) {
  Eigen::Matrix<double, 6, 6> matrix;
  const Matrix3d skew = make_skew(inertia.first);
  matrix << inertia.mass * Matrix3d::Identity(), -skew, skew, inertia.second;
  return matrix;
}

}  // namespace

RecursiveState::RecursiveState(const Mechanism& mechanism, const Topology& topology)
    : TreeState(mechanism, topology),
      axes_(static_cast<std::size_t>(column_count())),
      reduced_(mechanism.bodies.size()),
      momenta_(axes_.size()),
      inertias_(axes_.size()),
      forces_(mechanism.bodies.size()),
      motions_(mechanism.bodies.size(), Vector6d::Zero()) {}

// What the columns of a body leave of its inertia for its parent to carry; the ground needs none.
void RecursiveState::reduce_inertia(const Group& group) {
  for (const int i : group) {
    const BodyId b = nth(bodies(), i).body;
    reduced_[b] = make_matrix(make_spatial_inertia(mass_of(b), pose_[b]));
  }
  for (auto i = group.rbegin(); i != group.rend(); ++i) {
    const auto& [body, parent, column, count] = nth(bodies(), *i);
    Matrix6d& inertia = reduced_[body];
    for (int k = column + count - 1; k >= column; --k) {
      const Screw& axis = tree().axis(k);
      nth(axes_, k) << axis.linear, axis.angular;
      nth(momenta_, k).noalias() = inertia * nth(axes_, k);
      nth(inertias_, k) = nth(axes_, k).dot(nth(momenta_, k));
      inertia -= nth(momenta_, k) * (nth(momenta_, k) / nth(inertias_, k)).transpose();
    }
    if (parent != kGround) reduced_[parent] += inertia;
  }
}

void RecursiveState::respond(const Group& group, Eigen::Ref<VectorXd> accelerations) {
  for (auto i = group.rbegin(); i != group.rend(); ++i) {
    const auto& [body, parent, column, count] = nth(bodies(), *i);
    Vector6d& force = forces_[body];
    for (int k = column + count - 1; k >= column; --k) {
      const double along = nth(axes_, k).dot(force);
      accelerations(k) = along / nth(inertias_, k);
      force -= accelerations(k) * nth(momenta_, k);
    }
    if (parent != kGround) forces_[parent] += force;
  }
  for (const int i : group) {
    const auto& [body, parent, column, count] = nth(bodies(), i);
    Vector6d motion = motions_[parent];
    for (int k = column; k < column + count; ++k) {
      accelerations(k) -= nth(momenta_, k).dot(motion) / nth(inertias_, k);
      motion += accelerations(k) * nth(axes_, k);
    }
    motions_[body] = motion;
  }
}

// On the bodies of the group.
void RecursiveState::set_forces(const Group& group, const ScalarRow& row) {
  for (const int i : group) forces_[nth(bodies(), i).body].setZero();
  row.visit_sides([&](BodyId body, const Vector6d& jacobian) {
    if (body == kGround || !is_in(group, body)) return;
    forces_[body].head<3>() += jacobian.head<3>();
    forces_[body].tail<3>() += jacobian.tail<3>() + pose_[body].r.cross(jacobian.head<3>());
  });
}

void RecursiveState::set_forces(const Group& group, const VectorXd& wrenches) {
  for (const int i : group) {
    const BodyId body = nth(bodies(), i).body;
    const auto wrench = wrenches.segment<6>(first_row_of(body));
    const Vector3d force = wrench.head<3>();
    forces_[body] << force, wrench.tail<3>() + pose_[body].r.cross(force);
  }
}

void RecursiveState::respond_to_rows(const Group& group, const MotionRows& rows) {
  for (Eigen::Index j = 0; j < responses_.cols(); ++j) {
    set_forces(group, nth(rows.rows, j));
    respond(group, responses_.col(j));
    for (const int i : group) {
      const BodyId body = nth(bodies(), i).body;
      row_motions_.block<6, 1>(first_row_of(body), j) = motions_[body];
    }
  }
}

double RecursiveState::calc_response(const ScalarRow& row, Eigen::Index to) const {
  double rate = 0.0;
  row.visit_sides([&](BodyId body, const Vector6d& jacobian) {
    if (body == kGround) return;
    const auto motion = row_motions_.block<6, 1>(first_row_of(body), to);
    const Vector3d w = motion.tail<3>();
    const Vector3d v = motion.head<3>() + w.cross(pose_[body].r);
    rate += jacobian.head<3>().dot(v) + jacobian.tail<3>().dot(w);
  });
  return rate;
}

void RecursiveState::factorise(const MotionRows& rows) {
  if (lacks_inertia()) return factorise_columns(rows);
  const auto count = static_cast<Eigen::Index>(rows.rows.size());
  responses_.resize(column_count(), count);
  row_motions_.resize(6 * mechanism_.body_count(), count);
  for_groups([&](const Group& group) {
    reduce_inertia(group);
    respond_to_rows(group, rows);
  });
  row_response_.reset(count);
  MatrixXd& S = row_response_.matrix();
  for (Eigen::Index j = 0; j < count; ++j) {
    for (Eigen::Index i = j; i < count; ++i) S(i, j) = calc_response(nth(rows.rows, i), j);
    S(j, j) += nth(rows.compliance, j);
  }
  row_response_.factorise(round_off::kRank);
  dependent_.resize(rows.rows.size());
  for (Eigen::Index i = 0; i < count; ++i) nth(dependent_, i) = row_response_.is_left_out(i);
  rows_ = &rows;
}

void RecursiveState::solve(const VectorXd& wrenches, const VectorXd& right) {
  if (lacks_inertia()) return solve_columns(wrenches, right);
  for_groups([&](const Group& group) {
    set_forces(group, wrenches);
    respond(group, solution_);
  });
  spread_solution();
  multipliers_ = right;
  for (std::size_t i = 0; i < rows_->rows.size(); ++i) {
    multipliers_(static_cast<Eigen::Index>(i)) -= rows_->rows[i].calc_rate(motion_);
  }
  row_response_.solve(multipliers_);
  solution_.noalias() += responses_ * multipliers_;
  spread_solution();
}

}  // namespace core
}  // namespace globaldyn::inside
