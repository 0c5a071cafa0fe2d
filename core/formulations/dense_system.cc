#include "core/formulations/dense_system.h"

#include <cmath>

#include "core/base/nth.h"
#include "core/base/round_off.h"

namespace globaldyn {
namespace {

constexpr double kLeastInertia = 1e-9;

}  // namespace

// False if it is singular: pivots of a matrix with ones on its diagonal are lost in rounding
// errors.
bool DenseSystem::try_inertia() {
  const auto diagonal = inertia_.diagonal();
  if (!(diagonal.minCoeff() > 0.0)) return false;
  scale_ = diagonal.cwiseSqrt().cwiseInverse();
  llt_.compute(scale_.asDiagonal() * inertia_ * scale_.asDiagonal());
  if (llt_.info() != Eigen::Success) return false;
  const double least = llt_.matrixLLT().diagonal().minCoeff();
  return least * least > round_off::kSolved;
}

void DenseSystem::factorise(const MatrixXd& inertia, const MatrixXd& jacobian,
                            const VectorXd& sizes, const VectorXd& row_sizes,
                            const std::vector<double>& compliance) {
  jacobian_ = jacobian;
  stiffness_ = row_sizes;
  inertia_ = inertia.selfadjointView<Eigen::Lower>();
  for (Eigen::Index i = 0; i < jacobian.cols(); ++i) {
    if (nth(compliance, i) != 0.0) stiffness_(i) = 0.0;
    inertia_ += stiffness_(i) * jacobian.col(i) * jacobian.col(i).transpose();
  }
  if (!try_inertia()) {
    inertia_.diagonal() += kLeastInertia * sizes;
    (void)try_inertia();
  }
  responses_ = scale_.asDiagonal() * jacobian_;
  llt_.solveInPlace(responses_);
  responses_ = scale_.asDiagonal() * responses_;
  rows_.reset(jacobian_.cols());
  MatrixXd& S = rows_.matrix();
  S.triangularView<Eigen::Lower>() = jacobian_.transpose() * responses_;
  for (Eigen::Index i = 0; i < S.rows(); ++i) S(i, i) += nth(compliance, i);
  rows_.factorise(round_off::kRank);
}

void DenseSystem::solve(VectorXd& forces, VectorXd& right) const {
  forces += jacobian_ * stiffness_.cwiseProduct(right);
  forces = scale_.cwiseProduct(forces);
  llt_.solveInPlace(forces);
  forces = scale_.cwiseProduct(forces);
  right -= jacobian_.transpose() * forces;
  rows_.solve(right);
  forces += responses_ * right;
}

}  // namespace globaldyn
