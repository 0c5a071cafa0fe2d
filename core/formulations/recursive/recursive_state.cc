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
void RecursiveState::reduce_inertia() {
  for (const TreeBody& one : bodies()) {
    const BodyId b = one.body;
    reduced_[b] = make_matrix(make_spatial_inertia(mass_of(b), pose_[b]));
  }
  for (auto one = bodies().rbegin(); one != bodies().rend(); ++one) {
    const auto& [body, parent, column, count] = *one;
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

// Along the columns, from the ends of the branches to the ground. False if forces move no column,
// as those out of its plane move none of a planar machine.
bool RecursiveState::reduce_forces(Eigen::Ref<VectorXd> accelerations) {
  bool moves = false;
  for (auto one = bodies().rbegin(); one != bodies().rend(); ++one) {
    const auto& [body, parent, column, count] = *one;
    Vector6d& force = forces_[body];
    for (int k = column + count - 1; k >= column; --k) {
      const double along = nth(axes_, k).dot(force);
      const double size = nth(axes_, k).squaredNorm() * force.squaredNorm();
      moves |= along * along > round_off::kNumber * round_off::kNumber * size;
      accelerations(k) = along / nth(inertias_, k);
      force -= accelerations(k) * nth(momenta_, k);
    }
    if (parent != kGround) forces_[parent] += force;
  }
  return moves;
}

void RecursiveState::accelerate(Eigen::Ref<VectorXd> accelerations) {
  for (const auto& [body, parent, column, count] : bodies()) {
    Vector6d motion = motions_[parent];
    for (int k = column; k < column + count; ++k) {
      accelerations(k) -= nth(momenta_, k).dot(motion) / nth(inertias_, k);
      motion += accelerations(k) * nth(axes_, k);
    }
    motions_[body] = motion;
  }
}

void RecursiveState::set_forces(const ScalarRow& row) {
  for (const TreeBody& one : bodies()) forces_[one.body].setZero();
  row.visit_sides([&](BodyId body, const Vector6d& jacobian) {
    if (body == kGround) return;
    forces_[body].head<3>() += jacobian.head<3>();
    forces_[body].tail<3>() += jacobian.tail<3>() + pose_[body].r.cross(jacobian.head<3>());
  });
}

void RecursiveState::set_forces(const VectorXd& wrenches) {
  for (const TreeBody& one : bodies()) {
    const BodyId body = one.body;
    const auto wrench = wrenches.segment<6>(first_row_of(body));
    const Vector3d force = wrench.head<3>();
    forces_[body] << force, wrench.tail<3>() + pose_[body].r.cross(force);
  }
}

// False if no column moves the row, nor does it yield by itself.
bool RecursiveState::respond_to_row(const ScalarRow& row, double compliance, Eigen::Index at) {
  set_forces(row);
  if (!reduce_forces(responses_.col(at)) && compliance == 0.0) return false;
  accelerate(responses_.col(at));
  for (const TreeBody& one : bodies()) {
    row_motions_.block<6, 1>(first_row_of(one.body), at) = motions_[one.body];
  }
  return true;
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
  const std::size_t all = rows.rows.size();
  responses_.resize(column_count(), static_cast<Eigen::Index>(all));
  row_motions_.resize(6 * mechanism_.body_count(), static_cast<Eigen::Index>(all));
  reduce_inertia();
  moved_.clear();
  for (std::size_t i = 0; i < all; ++i) {
    const auto at = static_cast<Eigen::Index>(moved_.size());
    if (respond_to_row(rows.rows[i], rows.compliance[i], at)) moved_.push_back(i);
  }
  const auto count = static_cast<Eigen::Index>(moved_.size());
  row_response_.reset(count);
  MatrixXd& S = row_response_.matrix();
  for (Eigen::Index j = 0; j < count; ++j) {
    for (Eigen::Index i = j; i < count; ++i) {
      S(i, j) = calc_response(rows.rows[nth(moved_, i)], j);
    }
    S(j, j) += rows.compliance[nth(moved_, j)];
  }
  row_response_.factorise(round_off::kRank);
  dependent_.assign(all, true);
  for (Eigen::Index i = 0; i < count; ++i)
    dependent_[nth(moved_, i)] = row_response_.is_left_out(i);
  rows_ = &rows;
}

void RecursiveState::solve(const VectorXd& wrenches, const VectorXd& right) {
  if (lacks_inertia()) return solve_columns(wrenches, right);
  set_forces(wrenches);
  reduce_forces(solution_);
  accelerate(solution_);
  spread_solution();
  const auto count = static_cast<Eigen::Index>(moved_.size());
  of_moved_.resize(count);
  for (Eigen::Index i = 0; i < count; ++i) {
    const std::size_t row = nth(moved_, i);
    of_moved_(i) = right(static_cast<Eigen::Index>(row)) - rows_->rows[row].calc_rate(motion_);
  }
  row_response_.solve(of_moved_);
  solution_.noalias() += responses_.leftCols(count) * of_moved_;
  multipliers_.setZero(right.size());
  for (Eigen::Index i = 0; i < count; ++i)
    multipliers_(static_cast<Eigen::Index>(nth(moved_, i))) = of_moved_(i);
  spread_solution();
}

}  // namespace core
}  // namespace globaldyn::inside
