#include "core/formulations/denoc/denoc_state.h"

#include <algorithm>
#include <cmath>

#include "core/base/nth.h"
#include "core/base/round_off.h"

namespace globaldyn::inside {
inline namespace core {

DenocState::DenocState(const Mechanism& mechanism, const Topology& topology)
    : TreeState(mechanism, topology),
      columns_to_(mechanism.bodies.size()),
      before_(static_cast<std::size_t>(column_count()), -1) {
  for (const auto& [body, parent, column, count] : bodies()) {
    std::vector<int> columns = columns_to_[parent];
    for (int k = column; k < column + count; ++k) {
      if (!columns.empty()) nth(before_, k) = columns.back();
      columns.push_back(k);
    }
    columns_to_[body] = std::move(columns);
  }
  N_.setZero(6 * mechanism.body_count(), column_count());
  inertia_.setZero(column_count(), column_count());
}

// N_l N_d: a column generates a twist at its own body, which propagates to the bodies beyond.
void DenocState::calc_N() {
  for (const TreeBody& body : bodies()) {
    const Vector3d& r = pose_[body.body].r;
    for (const int k : columns_to_[body.body]) {
      const Screw& axis = tree().axis(k);
      N_.block<6, 1>(first_row_of(body.body), k) << axis.linear + axis.angular.cross(r),
          axis.angular;
    }
  }
}

// Lower triangle.
void DenocState::calc_inertia() {
  inertia_.setZero();
  for (const TreeBody& body : bodies()) {
    const auto& [mass, com, own] = mass_of(body.body);
    const Matrix3d& R = pose_[body.body].R;
    const Matrix3d moments = R * own * R.transpose();
    const std::vector<int>& columns = columns_to_[body.body];
    for (std::size_t i = 0; i < columns.size(); ++i) {
      const auto twist = N_.block<6, 1>(first_row_of(body.body), columns[i]);
      Vector6d momentum;
      momentum << mass * twist.head<3>(), moments * twist.tail<3>();
      for (std::size_t j = 0; j <= i; ++j) {
        inertia_(columns[i], columns[j]) +=
            momentum.dot(N_.block<6, 1>(first_row_of(body.body), columns[j]));
      }
    }
  }
}

// Reverse elimination; only columns of the same branch have entries.
void DenocState::decompose() {
  for (int k = static_cast<int>(column_count()) - 1; k >= 0; --k) {
    for (int i = nth(before_, k); i >= 0; i = nth(before_, i)) {
      const double share = inertia_(k, i) / inertia_(k, k);
      for (int j = i; j >= 0; j = nth(before_, j)) inertia_(i, j) -= share * inertia_(k, j);
      inertia_(k, i) = share;
    }
  }
}

void DenocState::solve_inertia(Eigen::Ref<VectorXd> forces) const {
  const int count = static_cast<int>(column_count());
  for (int k = count - 1; k >= 0; --k) {
    if (forces(k) == 0.0) continue;  // another branch than the row's
    for (int i = nth(before_, k); i >= 0; i = nth(before_, i)) {
      forces(i) -= inertia_(k, i) * forces(k);
    }
  }
  for (int k = 0; k < count; ++k) {
    forces(k) /= inertia_(k, k);
    for (int i = nth(before_, k); i >= 0; i = nth(before_, i)) {
      forces(k) -= inertia_(k, i) * forces(i);
    }
  }
}

// The row's column of the Jacobian; false if it is nothing but rounding errors: no column moves it,
// as out of its plane nothing moves a planar machine.
bool DenocState::fill_column(const ScalarRow& row, Eigen::Index at) {
  auto column = jacobian_.col(at);
  column.setZero();
  double size = 0.0;
  row.visit_sides([&](BodyId body, const Vector6d& jacobian) {
    for (const int k : columns_to_[body]) {
      const auto twist = N_.block<6, 1>(first_row_of(body), k);
      column(k) += jacobian.dot(twist);
      size = std::max(size, jacobian.squaredNorm() * twist.squaredNorm());
    }
  });
  const double largest = column.size() > 0 ? column.cwiseAbs().maxCoeff() : 0.0;
  return largest > round_off::kNumber * std::sqrt(size);
}

void DenocState::factorise(const MotionRows& rows) {
  if (lacks_inertia()) return factorise_columns(rows);
  calc_N();
  calc_inertia();
  decompose();
  const std::size_t all = rows.rows.size();
  jacobian_.resize(column_count(), static_cast<Eigen::Index>(all));
  responses_.resize(column_count(), static_cast<Eigen::Index>(all));
  moved_.clear();
  for (std::size_t i = 0; i < all; ++i) {
    const auto at = static_cast<Eigen::Index>(moved_.size());
    if (!fill_column(rows.rows[i], at) && rows.compliance[i] == 0.0) continue;
    responses_.col(at) = jacobian_.col(at);
    solve_inertia(responses_.col(at));
    moved_.push_back(static_cast<Eigen::Index>(i));
  }
  const auto count = static_cast<Eigen::Index>(moved_.size());
  row_response_.reset(count);
  MatrixXd& S = row_response_.matrix();
  S.triangularView<Eigen::Lower>() =
      jacobian_.leftCols(count).transpose().lazyProduct(responses_.leftCols(count));
  for (Eigen::Index i = 0; i < count; ++i) S(i, i) += nth(rows.compliance, nth(moved_, i));
  row_response_.factorise(round_off::kRank);
  dependent_.assign(all, true);
  for (Eigen::Index i = 0; i < count; ++i) {
    nth(dependent_, nth(moved_, i)) = row_response_.is_left_out(i);
  }
}

void DenocState::solve(const VectorXd& wrenches, const VectorXd& right) {
  if (lacks_inertia()) return solve_columns(wrenches, right);
  solution_.noalias() = N_.transpose() * wrenches;
  solve_inertia(solution_);
  const auto count = static_cast<Eigen::Index>(moved_.size());
  of_moved_.resize(count);
  for (Eigen::Index i = 0; i < count; ++i) of_moved_(i) = right(nth(moved_, i));
  of_moved_.noalias() -= jacobian_.leftCols(count).transpose() * solution_;
  row_response_.solve(of_moved_);
  solution_.noalias() += responses_.leftCols(count) * of_moved_;
  multipliers_.setZero(right.size());
  for (Eigen::Index i = 0; i < count; ++i) multipliers_(nth(moved_, i)) = of_moved_(i);
  spread_solution();
}

}  // namespace core
}  // namespace globaldyn::inside
