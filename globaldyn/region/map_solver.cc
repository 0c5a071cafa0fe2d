#include "globaldyn/region/map_solver.h"

namespace globaldyn {
namespace {

// Up to so many drives matrices live on the stack.
constexpr int kMost = 16;

// A matrix of a size known when compiled, or of any size up to kMost.
template <int rows, int cols>
using Small =
    Eigen::Matrix<double, rows, cols, rows == 1 && cols != 1 ? Eigen::RowMajor : 0,
                  rows == Eigen::Dynamic ? kMost : rows, cols == Eigen::Dynamic ? kMost : cols>;

// Of W so scaled that ranks mean something: the least singular value relative to the natural size,
// from the eigenvalues of W Wᵀ. They carry half the digits of a decomposition of W itself, so
// anything near a loss of rank gives nothing.
template <int n, int m>
std::optional<double> find_sure_margin(const Small<n, m>& W, const ProjectedEquations& equations,
                                       const VectorXd& limit_scales) {
  constexpr double kSureRatio = 1e-3;
  constexpr double kSureSize = 1e-6;
  const Small<n, m> scaled =
      equations.task_scale.asDiagonal() * W * limit_scales.head(W.cols()).asDiagonal();
  const Small<n, n> square = scaled.lazyProduct(scaled.transpose());
  const Eigen::SelfAdjointEigenSolver<Small<n, n>> eigen(square, Eigen::EigenvaluesOnly);
  const double least = eigen.eigenvalues()(0);
  const double largest = eigen.eigenvalues()(square.rows() - 1);
  if (!(least > kSureRatio * kSureRatio * largest)) return std::nullopt;
  const double margin = std::sqrt(least) / calc_natural_size(equations, limit_scales);
  if (!(margin > kSureSize)) return std::nullopt;
  return margin;
}

// Tasks x drives, either of which may be Eigen::Dynamic. False where ranks are not sure.
template <int n, int m>
bool solve_sized(const ProjectedEquations& equations, const VectorXd& limit_scales,
                 DriveForceMap& map) {
  constexpr int kPreload = m == Eigen::Dynamic ? Eigen::Dynamic : m - n;
  const Small<n, m> W = equations.W;
  const std::optional<double> margin = find_sure_margin<n, m>(W, equations, limit_scales);
  if (!margin) return false;
  // Wᵀ = Q R: the minimum-norm forces are Q R⁻ᵀ demand, the last columns of Q do no work.
  const Eigen::HouseholderQR<Small<m, n>> qr(W.transpose());
  const Small<m, m> Q = qr.householderQ() * Small<m, m>::Identity(W.cols(), W.cols());
  Small<n, m> inverse = Q.leftCols(W.rows()).transpose();
  const Small<n, n> R = qr.matrixQR().topRows(W.rows());
  R.template triangularView<Eigen::Upper>().solveInPlace(inverse);
  const Small<m, n> pseudo_inverse = inverse.transpose();
  const Small<m, kMotionColumns> net = pseudo_inverse.lazyProduct(equations.demand);
  const Small<m, kPreload> V = Q.rightCols(W.cols() - W.rows());
  finish_map(equations, V, pseudo_inverse, net, map);
  map.equalities.resize(0, kMotionColumns);
  map.smallest_singular_value = *margin;
  map.determinant = 0.0;
  if (W.rows() == W.cols()) {
    // Of R, and -1 for every reflection that Q is made of.
    map.determinant = R.diagonal().prod();
    for (Eigen::Index k = 0; k < qr.hCoeffs().size(); ++k) {
      if (qr.hCoeffs()(k) != 0.0) map.determinant = -map.determinant;
    }
  }
  map.residual = equations.idle_residual;
  return true;
}

template <int n, int m>
struct Size {};

// Common sizes are compiled in, where loops of known length cost a third: few, for each takes the
// compiler as long as all other sizes together.
template <int... n, int... m>
bool solve(const ProjectedEquations& equations, const VectorXd& limit_scales, DriveForceMap& map,
           Size<n, m>... /*sizes*/) {
  const Eigen::Index tasks = equations.W.rows(), drives = equations.W.cols();
  if (tasks == 0 || tasks > drives || drives > kMost) return false;
  bool is_solved = false;
  const auto try_size = [&]<int k, int l>(Size<k, l>) {
    if (tasks != k || drives != l) return false;
    is_solved = solve_sized<k, l>(equations, limit_scales, map);
    return true;
  };
  if ((try_size(Size<n, m>{}) || ...)) return is_solved;
  return solve_sized<Eigen::Dynamic, Eigen::Dynamic>(equations, limit_scales, map);
}

}  // namespace

void MapSolver::solve(const ProjectedEquations& equations, DriveForceMap& map) const {
  if (globaldyn::solve(equations, limit_scales_, map, Size<2, 3>{}, Size<3, 3>{}, Size<3, 4>{},
                       Size<6, 6>{}, Size<6, 8>{})) {
    return;
  }
  map = make_projected_map(equations, limit_scales_);
  map.residual = equations.idle_residual;
}

}  // namespace globaldyn
