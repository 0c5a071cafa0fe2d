#include "globaldyn/forces/drive_force_map.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/base/round_off.h"
#include "core/base/svd.h"

namespace globaldyn::inside {
inline namespace forces {
namespace {

// How the drives push the task's degrees of freedom.
struct ProjectedDrives {
  int rank{0};
  double smallest{0.0};
  MatrixXd V;               // m x (m - rank)
  MatrixXd unbalanced;      // n_task x (n_task - rank), orthonormal: directions no drive pushes
  MatrixXd pseudo_inverse;  // m x n_task
  double determinant{0.0};
  VectorXd spare;  // see DriveForceMap
};

// See DriveForceMap, from the same singular values as the inverse: times the determinant, it is
// then as accurate next to a parallel singularity as elsewhere.
double calc_determinant(const Svd& svd, Eigen::Index rank) {
  const Eigen::Index n = svd.U.rows(), m = svd.V.rows();
  if (n > m || (n < m && rank < n)) return 0.0;
  // With V's other columns below W: diag(sigma, 1) between two rotations or reflections.
  const double turn = svd.U.determinant() * svd.V.determinant();
  return std::copysign(svd.sigma.prod(), turn);
}

// What all drives together push in a direction u that is lost, if the singular value of scaled W
// were `least`: as u s vᵀ is then all of W along u, that is s times what forces add up to along v.
// Half of it, because drives must also balance the other directions: where the singular value comes
// to be `least`, no more must be allowed on the one side than on the other.
VectorXd find_spare(const Svd& svd, Eigen::Index rank, double least,
                    const ProjectedEquations& equations, const VectorXd& limit_scales) {
  VectorXd spare = VectorXd::Zero(svd.U.cols() - rank);
  for (Eigen::Index i = 0; i < spare.size() && rank + i < svd.V.cols(); ++i) {
    const auto u = svd.U.col(rank + i), v = svd.V.col(rank + i);
    const double s =
        least * v.cwiseQuotient(limit_scales).norm() * u.cwiseQuotient(equations.task_scale).norm();
    spare(i) = 0.5 * s * v.cwiseAbs().dot(limit_scales);
  }
  return spare;
}

ProjectedDrives project_drives(const ProjectedEquations& equations, const VectorXd& limit_scales) {
  ProjectedDrives drives;
  const MatrixXd& W = equations.W;
  const Eigen::Index n = W.rows(), m = W.cols();
  const MatrixXd scaled = equations.task_scale.asDiagonal() * W * limit_scales.asDiagonal();
  const VectorXd sigma = calc_singular_values(scaled);
  const double size = calc_natural_size(equations, limit_scales);
  drives.rank = static_cast<int>((sigma.array() > kDriveRankTolerance * size).count());
  drives.smallest = size > 0.0 && n <= m ? sigma(n - 1) / size : 0.0;

  const Svd svd = calc_full_svd(W);
  const Eigen::Index rank = drives.rank;
  drives.V = svd.V.rightCols(m - rank);
  drives.unbalanced = svd.U.rightCols(n - rank);
  drives.spare = find_spare(svd, rank, kDriveRankTolerance * size, equations, limit_scales);
  drives.pseudo_inverse = svd.V.leftCols(rank) * svd.sigma.head(rank).cwiseInverse().asDiagonal() *
                          svd.U.leftCols(rank).transpose();
  drives.determinant = calc_determinant(svd, rank);
  return drives;
}

// Coefficients of the equalities, with rounding errors set to zero.
MatrixXd calc_equalities(const ProjectedEquations& equations, const MatrixXd& unbalanced) {
  MatrixXd equalities = unbalanced.transpose() * equations.demand;
  const MatrixXd terms = unbalanced.cwiseAbs().transpose() * equations.demand_size;
  for (Eigen::Index i = 0; i < equalities.size(); ++i) {
    if (is_zero(equalities(i), terms(i), round_off::kRank)) equalities(i) = 0.0;
  }
  return equalities;
}

double calc_residual(const MatrixXd& system, const MatrixXd& solution, const MatrixXd& right) {
  const double scale = std::max(right.cwiseAbs().maxCoeff(), round_off::kLeastSize);
  return (system * solution - right).cwiseAbs().maxCoeff() / scale;
}

}  // namespace

// Unlike W itself this is nonzero even where all drives lose control.
double calc_natural_size(const ProjectedEquations& equations, const VectorXd& limit_scales) {
  if (limit_scales.size() == 0) return 0.0;
  return equations.motion_size.cwiseProduct(equations.task_scale).maxCoeff() *
         equations.force_size.cwiseProduct(limit_scales).maxCoeff();
}

DriveForceMap make_drive_force_map(const MotionEquations& equations, const VectorXd& limit_scales) {
  const ProjectedEquations projected = project(equations);
  const ProjectedDrives drives = project_drives(projected, limit_scales);
  const Eigen::Index m = projected.W.cols();
  const Eigen::Index n = projected.W.rows();
  // What no drive can balance is removed from the right side along the task's own directions, so
  // that the rest has a solution whatever the metric of the decomposition.
  const MatrixXd lost = drives.unbalanced * (drives.unbalanced.transpose() * projected.demand);
  const MatrixXd right = equations.row_scale.asDiagonal() *
                         (equations.right_side - equations.task_rows.transpose() * lost);
  const MatrixXd system = equations.row_scale.asDiagonal() * equations.system;

  const Svd svd = calc_thin_svd(system);
  // rank [Phiᵀ T] = rank Phi + rank W, and the kernel of Phi is spanned by the task's basis and
  // the idle degrees of freedom: count what is above rounding errors but never more than W allows.
  const VectorXd& sigma = svd.sigma;
  const Eigen::Index most = std::min<Eigen::Index>(sigma.size(), system.rows() - (n - drives.rank));
  Eigen::Index rank = 0;
  while (rank < most && sigma(rank) > 0.1 * kDriveRankTolerance * sigma(0)) ++rank;
  const MatrixXd solution = svd.V.leftCols(rank) * (sigma.head(rank).cwiseInverse().asDiagonal() *
                                                    (svd.U.leftCols(rank).transpose() * right));
  DriveForceMap map;
  finish_map(projected, drives.V, drives.pseudo_inverse, MatrixXd(solution.bottomRows(m)), map);
  map.equalities = calc_equalities(projected, drives.unbalanced);
  map.spare = drives.spare;
  map.smallest_singular_value = drives.smallest;
  map.determinant = drives.determinant;
  map.residual = calc_residual(system, solution, right);
  return map;
}

DriveForceMap make_projected_map(const ProjectedEquations& equations,
                                 const VectorXd& limit_scales) {
  const ProjectedDrives drives = project_drives(equations, limit_scales);
  DriveForceMap map;
  finish_map(equations, drives.V, drives.pseudo_inverse,
             MatrixXd(drives.pseudo_inverse * equations.demand), map);
  map.equalities = calc_equalities(equations, drives.unbalanced);
  map.spare = drives.spare;
  map.smallest_singular_value = drives.smallest;
  map.determinant = drives.determinant;
  return map;
}

}  // namespace forces
}  // namespace globaldyn::inside
