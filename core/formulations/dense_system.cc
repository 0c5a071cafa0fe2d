#include "core/formulations/dense_system.h"

#include <cmath>

#include "core/base/nth.h"
#include "core/base/round_off.h"

namespace globaldyn::inside {
inline namespace core {
// Diagonal entries that are rounding errors of lever arms, squared, are none.
void DenseSystem::scale() {
  constexpr double kNone = round_off::kEntry * round_off::kEntry;
  const VectorXd diagonal = inertia_.diagonal();
  scale_ = (diagonal.array() > kNone * sizes_.array())
               .select(diagonal, sizes_)
               .cwiseSqrt()
               .cwiseInverse();
  inertia_ = scale_.asDiagonal() * inertia_ * scale_.asDiagonal();
}

// False if it is singular: pivots of a matrix with ones on its diagonal are lost in rounding
// errors.
bool DenseSystem::try_inertia() {
  llt_.compute(inertia_);
  if (llt_.info() != Eigen::Success) return false;
  const double least = llt_.matrixLLT().diagonal().minCoeff();
  return least * least > round_off::kSolved;
}

// Motions without inertia take no part in others: they are held, by which nothing else changes, as
// nothing pushes them.
void DenseSystem::hold_massless() {
  const Eigen::SelfAdjointEigenSolver<MatrixXd> solver(inertia_);
  Eigen::Index count = 0;
  while (count < inertia_.rows() && solver.eigenvalues()(count) <= round_off::kSolved) ++count;
  massless_ = solver.eigenvectors().leftCols(count);
  inertia_ += massless_ * massless_.transpose();
  llt_.compute(inertia_);
}

void DenseSystem::factorise(const MatrixXd& inertia, const MatrixXd& jacobian,
                            const VectorXd& sizes, const VectorXd& row_sizes,
                            const std::vector<double>& compliance) {
  jacobian_ = jacobian;
  sizes_ = sizes;
  stiffness_ = row_sizes;
  weights_.setOnes(jacobian.cols());
  massless_.resize(inertia.rows(), 0);
  inertia_ = inertia.selfadjointView<Eigen::Lower>();
  for (Eigen::Index i = 0; i < jacobian.cols(); ++i) {
    if (nth(compliance, i) != 0.0) {
      stiffness_(i) = 0.5 / nth(compliance, i);
      weights_(i) = 0.5;
    }
    inertia_ += stiffness_(i) * jacobian.col(i) * jacobian.col(i).transpose();
  }
  scale();
  if (!try_inertia()) hold_massless();
  responses_ = scale_.asDiagonal() * jacobian_ * weights_.asDiagonal();
  llt_.solveInPlace(responses_);
  responses_ = scale_.asDiagonal() * responses_;
  rows_.reset(jacobian_.cols());
  MatrixXd& S = rows_.matrix();
  S.triangularView<Eigen::Lower>() = weights_.asDiagonal() * (jacobian_.transpose() * responses_);
  for (Eigen::Index i = 0; i < S.rows(); ++i) S(i, i) += weights_(i) * nth(compliance, i);
  rows_.factorise(round_off::kRank);
}

void DenseSystem::solve(VectorXd& forces, VectorXd& right) const {
  forces += jacobian_ * stiffness_.cwiseProduct(right);
  forces = scale_.cwiseProduct(forces);
  llt_.solveInPlace(forces);
  forces = scale_.cwiseProduct(forces);
  right -= jacobian_.transpose() * forces;
  right = weights_.cwiseProduct(right);
  rows_.solve(right);
  forces += responses_ * right;
}

VectorXd DenseSystem::find_pushed(const VectorXd& forces, double size) const {
  if (massless_.cols() == 0) return {};
  // The part of the forces along them, and so the motion that it drives.
  const VectorXd scaled = massless_ * (massless_.transpose() * scale_.cwiseProduct(forces));
  const VectorXd motion = scale_.cwiseProduct(scaled);
  const double length = std::sqrt(motion.cwiseAbs2().dot(sizes_));
  const double pushes = motion.dot(forces);
  if (pushes <= round_off::kRank * length * size) return {};
  return motion;
}

}  // namespace core
}  // namespace globaldyn::inside
