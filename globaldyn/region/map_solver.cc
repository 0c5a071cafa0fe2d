#include "globaldyn/region/map_solver.h"

namespace globaldyn {
namespace {

// Up to so many drives matrices live on the stack.
constexpr int kMost = 16;
using Small = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, kMost, kMost>;

// Of W so scaled that ranks mean something: the least singular value relative to the natural size,
// from the eigenvalues of W Wᵀ. They carry half the digits of a decomposition of W itself, so
// anything near a loss of rank gives nothing.
std::optional<double> find_sure_margin(const ProjectedEquations& equations,
                                       const VectorXd& limit_scales) {
  constexpr double kSureRatio = 1e-3;
  constexpr double kSureSize = 1e-6;
  const Small scaled = equations.task_scale.asDiagonal() * equations.W * limit_scales.asDiagonal();
  const Small square = scaled.lazyProduct(scaled.transpose());
  const Eigen::SelfAdjointEigenSolver<Small> eigen(square, Eigen::EigenvaluesOnly);
  const double least = eigen.eigenvalues()(0);
  const double largest = eigen.eigenvalues()(square.rows() - 1);
  if (!(least > kSureRatio * kSureRatio * largest)) return std::nullopt;
  const double margin = std::sqrt(least) / calc_natural_size(equations, limit_scales);
  if (!(margin > kSureSize)) return std::nullopt;
  return margin;
}

}  // namespace

void MapSolver::solve(const ProjectedEquations& equations, DriveForceMap& map) const {
  const Eigen::Index n = equations.W.rows(), m = equations.W.cols();
  std::optional<double> margin;
  if (n > 0 && n <= m && m <= kMost) margin = find_sure_margin(equations, limit_scales_);
  if (!margin) {
    map = make_projected_map(equations, limit_scales_);
    map.residual = equations.idle_residual;
    return;
  }
  // Wᵀ = Q R: the minimum-norm forces are Q R⁻ᵀ demand, the last columns of Q do no work.
  const Eigen::HouseholderQR<Small> qr(equations.W.transpose());
  const Small Q = qr.householderQ() * Small::Identity(m, m);
  Small inverse = Q.leftCols(n).transpose();
  qr.matrixQR().topRows(n).triangularView<Eigen::Upper>().solveInPlace(inverse);
  const Small pseudo_inverse = inverse.transpose();
  const Small net = pseudo_inverse.lazyProduct(equations.demand);
  finish_map<Small>(equations, Q.rightCols(m - n), pseudo_inverse, net, map);
  map.equalities.resize(0, kMotionColumns);
  map.smallest_singular_value = *margin;
  map.residual = equations.idle_residual;
}

}  // namespace globaldyn
