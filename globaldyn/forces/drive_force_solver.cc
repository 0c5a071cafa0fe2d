#include "globaldyn/forces/drive_force_solver.h"

namespace globaldyn::inside {
inline namespace forces {
namespace {

// Up to this many drives, matrices are on the stack.
constexpr int kMost = 16;

// A matrix of a size known at compile time, or of any size up to kMost.
template <int rows, int cols>
using Small =
    Eigen::Matrix<double, rows, cols, rows == 1 && cols != 1 ? Eigen::RowMajor : 0,
                  rows == Eigen::Dynamic ? kMost : rows, cols == Eigen::Dynamic ? kMost : cols>;

// Of W, scaled so that ranks are meaningful: the smallest singular value relative to the natural
// size, from the eigenvalues of W Wᵀ. These have only half the digits of a decomposition of W
// itself, so nothing is returned close to a loss of rank.
template <int n, int m>
std::optional<double> find_sure_margin(const Small<n, m>& W, const ProjectedEquations& equations,
                                       const VectorXd& limit_scales) {
  constexpr double kSureRatio = 1e-3;
  constexpr double kSureSize = 1e-6;
  const Small<n, m> scaled =
      equations.task_scale.asDiagonal() * W * limit_scales.head(W.cols()).asDiagonal();
  // Eigen has a special solver for tasks of three coordinates; one solver is enough for all others.
  constexpr int kSize = n == 3 ? 3 : Eigen::Dynamic;
  Small<kSize, kSize> square(W.rows(), W.rows());
  for (Eigen::Index i = 0; i < W.rows(); ++i) {
    for (Eigen::Index j = 0; j <= i; ++j) {
      double sum = 0.0;
      for (Eigen::Index k = 0; k < W.cols(); ++k) sum += scaled(i, k) * scaled(j, k);
      square(i, j) = square(j, i) = sum;
    }
  }
  const Eigen::SelfAdjointEigenSolver<Small<kSize, kSize>> eigen(square, Eigen::EigenvaluesOnly);
  const double least = eigen.eigenvalues()(0);
  const double largest = eigen.eigenvalues()(square.rows() - 1);
  if (!(least > kSureRatio * kSureRatio * largest)) return std::nullopt;
  const double margin = std::sqrt(least) / calc_natural_size(equations, limit_scales);
  if (!(margin > kSureSize)) return std::nullopt;
  return margin;
}

// Of W with full row rank, by Householder reflections of Wᵀ. Written as plain loops: Eigen's own
// takes twenty seconds to compile for each size.
template <int n, int m>
struct RightInverse {
  Small<m, m> columns;      // The pseudo-inverse, then an orthonormal basis of what W maps to zero.
  double determinant{1.0};  // Of W, and with its kernel below it if W is not square.

  explicit RightInverse(const Small<n, m>& W) {
    const Eigen::Index tasks = W.rows(), drives = W.cols();
    Small<m, n> reflectors = W.transpose();  // In the end, R is above the diagonal.
    Small<n, 1> diagonal(tasks), factors(tasks);
    const auto reflect = [&](Eigen::Index k, auto& matrix, Eigen::Index column) {
      double sum = 0.0;
      for (Eigen::Index i = k; i < drives; ++i) sum += reflectors(i, k) * matrix(i, column);
      sum *= factors(k);
      for (Eigen::Index i = k; i < drives; ++i) matrix(i, column) -= sum * reflectors(i, k);
    };
    for (Eigen::Index k = 0; k < tasks; ++k) {
      double tail = 0.0;
      for (Eigen::Index i = k + 1; i < drives; ++i) tail += reflectors(i, k) * reflectors(i, k);
      const double head = reflectors(k, k);
      diagonal(k) = head;
      factors(k) = 0.0;
      if (tail > 0.0) {
        diagonal(k) = -std::copysign(std::sqrt(head * head + tail), head);
        reflectors(k, k) = head - diagonal(k);
        factors(k) = -1.0 / (diagonal(k) * reflectors(k, k));
        for (Eigen::Index j = k + 1; j < tasks; ++j) reflect(k, reflectors, j);
        determinant = -determinant;
      }
      determinant *= diagonal(k);
    }
    // R⁻ᵀ and an identity block on the diagonal: the reflections, last first, turn them into both
    // parts.
    columns.setIdentity(drives, drives);
    for (Eigen::Index j = 0; j < tasks; ++j) {
      columns(j, j) = 1.0 / diagonal(j);
      for (Eigen::Index i = j + 1; i < tasks; ++i) {
        double sum = 0.0;
        for (Eigen::Index k = j; k < i; ++k) sum += reflectors(k, i) * columns(k, j);
        columns(i, j) = -sum / diagonal(i);
      }
    }
    for (Eigen::Index k = tasks; k-- > 0;) {
      for (Eigen::Index j = 0; j < drives; ++j) reflect(k, columns, j);
    }
  }
};

// Tasks x drives, either of which may be Eigen::Dynamic. False where ranks are not sure.
template <int n, int m>
bool solve_sized(const ProjectedEquations& equations, const VectorXd& limit_scales,
                 DriveForceMap& map) {
  constexpr int kPreload = m == Eigen::Dynamic ? Eigen::Dynamic : m - n;
  const Small<n, m> W = equations.W;
  const std::optional<double> margin = find_sure_margin<n, m>(W, equations, limit_scales);
  if (!margin) return false;
  const RightInverse<n, m> inverse(W);
  const Small<m, n> pseudo_inverse = inverse.columns.leftCols(W.rows());
  const Small<m, kPreload> V = inverse.columns.rightCols(W.cols() - W.rows());
  const Small<m, kMotionColumns> net = pseudo_inverse.lazyProduct(equations.demand);
  finish_map(equations, V, pseudo_inverse, net, map);
  map.equalities.resize(0, kMotionColumns);
  map.spare.resize(0);
  map.smallest_singular_value = *margin;
  map.determinant = inverse.determinant;
  map.residual = equations.idle_residual;
  return true;
}

template <int n, int m>
struct Size {};

// Common sizes are compiled in, because loops of known length cost a third: only a few, because
// each takes as long to compile as all other sizes together.
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

void DriveForceSolver::solve(const ProjectedEquations& equations, DriveForceMap& map) const {
  if (inside::solve(equations, limit_scales_, map, Size<2, 3>{}, Size<3, 3>{}, Size<3, 4>{},
                    Size<6, 6>{}, Size<6, 8>{})) {
    return;
  }
  map = make_projected_map(equations, limit_scales_);
  map.residual = equations.idle_residual;
}

}  // namespace forces
}  // namespace globaldyn::inside
