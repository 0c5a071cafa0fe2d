#include "globaldyn/region/drive_force_map.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/base/svd.h"

namespace globaldyn {
namespace {

// The size of force a drive stands for where ranks are decided.
double find_limit_scale(const Interval& limit) {
  const double low = std::isfinite(limit.low) ? std::abs(limit.low) : 0.0;
  const double high = std::isfinite(limit.high) ? std::abs(limit.high) : 0.0;
  return std::max(low, high);
}

// Unlimited drives, and drives limited to zero, count like the strongest of the others. A limit
// far beyond the usual is a way of writing `unlimited`: it must not make the other drives small.
VectorXd make_limit_scales(const DriveLimits& limits) {
  std::vector<double> given;
  for (const Interval& limit : limits) {
    const double scale = find_limit_scale(limit);
    if (scale > 0.0) given.push_back(scale);
  }
  std::sort(given.begin(), given.end());
  constexpr double kFarBeyond = 1e3;
  const double usual = given.empty() ? 1.0 : given[(given.size() - 1) / 2];
  const double strongest = given.empty() ? 1.0 : std::min(given.back(), kFarBeyond * usual);
  VectorXd scales(static_cast<Eigen::Index>(limits.size()));
  for (std::size_t k = 0; k < limits.size(); ++k) {
    const double scale = find_limit_scale(limits[k]);
    scales(static_cast<Eigen::Index>(k)) =
        scale > 0.0 ? std::clamp(scale, usual / kFarBeyond, strongest) : strongest;
  }
  return scales;
}

// The projected system: how the drives push the task's freedoms.
struct ProjectedDrives {
  MatrixXd W;  // n_task x m
  int rank{0};
  double smallest{0.0};
  MatrixXd V;               // m x (m - rank)
  MatrixXd unbalanced;      // n_task x (n_task - rank), orthonormal: directions no drive pushes
  MatrixXd pseudo_inverse;  // m x n_task
};

// How large W could be: a drive's force in full use on the fastest motion of the task. Unlike W
// itself it has a scale also where all drives lose their grip.
double calc_natural_size(const MotionEquations& equations, const VectorXd& limit_scales) {
  const Eigen::Index m = limit_scales.size();
  if (m == 0) return 0.0;
  const MatrixXd motions = equations.row_scale.cwiseInverse().asDiagonal() * equations.basis *
                           equations.task_scale.asDiagonal();
  const MatrixXd forces =
      equations.row_scale.asDiagonal() * equations.system.rightCols(m) * limit_scales.asDiagonal();
  return motions.colwise().norm().maxCoeff() * forces.colwise().norm().maxCoeff();
}

ProjectedDrives project_drives(const MotionEquations& equations, const DriveLimits& limits) {
  ProjectedDrives drives;
  const Eigen::Index m = equations.drive_side.rows();
  drives.W = equations.basis.transpose() * equations.system.rightCols(m);
  const Eigen::Index n = drives.W.rows();
  const MatrixXd scaled =
      equations.task_scale.asDiagonal() * drives.W * make_limit_scales(limits).asDiagonal();
  const VectorXd sigma = calc_singular_values(scaled);
  const double size = calc_natural_size(equations, make_limit_scales(limits));
  drives.rank = static_cast<int>((sigma.array() > kDriveRankTolerance * size).count());
  drives.smallest = size > 0.0 && n <= m ? sigma(n - 1) / size : 0.0;

  const Svd svd = calc_full_svd(drives.W);
  const Eigen::Index rank = drives.rank;
  drives.V = svd.V.rightCols(m - rank);
  drives.unbalanced = svd.U.rightCols(n - rank);
  drives.pseudo_inverse = svd.V.leftCols(rank) * svd.sigma.head(rank).cwiseInverse().asDiagonal() *
                          svd.U.leftCols(rank).transpose();
  return drives;
}

// Coefficients of the equalities, with what is only round-off set to zero.
MatrixXd calc_equalities(const MotionEquations& equations, const ProjectedDrives& drives) {
  constexpr double kRoundOff = 1e-10;
  const MatrixXd demand = equations.basis.transpose() * equations.right_side;
  MatrixXd equalities = drives.unbalanced.transpose() * demand;
  const MatrixXd terms = drives.unbalanced.cwiseAbs().transpose() *
                         (equations.basis.cwiseAbs().transpose() * equations.right_size);
  for (Eigen::Index i = 0; i < equalities.size(); ++i) {
    if (std::abs(equalities(i)) <= kRoundOff * terms(i)) equalities(i) = 0.0;
  }
  return equalities;
}

// Sets to zero what is round-off beside its size: as a limit it would count as much as a real
// coefficient, however small.
void clean(MatrixXd& values, const MatrixXd& sizes) {
  values = (values.cwiseAbs().array() > kMotionRoundOff * sizes.array()).select(values, 0.0);
}

// From the net forces on the mechanism to the map: losses added, then the part in im V removed.
DriveForceMap finish(const MotionEquations& equations, ProjectedDrives& drives,
                     const MatrixXd& net) {
  DriveForceMap map;
  MatrixXd n = net + equations.drive_side;
  clean(drives.V, MatrixXd::Ones(drives.V.rows(), drives.V.cols()));
  n -= drives.V * (drives.V.transpose() * n);
  MatrixXd sizes = drives.pseudo_inverse.cwiseAbs() *
                       (equations.basis.cwiseAbs().transpose() * equations.right_size) +
                   equations.drive_size;
  sizes += drives.V.cwiseAbs() * (drives.V.cwiseAbs().transpose() * sizes);
  clean(n, sizes);
  map.A = n.col(kSquare);
  map.B = n.col(kLinear);
  map.C = n.col(kConstant);
  map.D = n.col(kAcceleration);
  map.V = std::move(drives.V);
  map.equalities = calc_equalities(equations, drives);
  map.coulomb_slack = equations.coulomb_slack;
  map.smallest_singular_value = drives.smallest;
  return map;
}

double calc_residual(const MatrixXd& system, const MatrixXd& solution, const MatrixXd& right) {
  const double scale = std::max(right.cwiseAbs().maxCoeff(), 1e-300);
  return (system * solution - right).cwiseAbs().maxCoeff() / scale;
}

}  // namespace

DriveForceMap make_drive_force_map(const MotionEquations& equations, const DriveLimits& limits) {
  ProjectedDrives drives = project_drives(equations, limits);
  const Eigen::Index m = drives.W.cols();
  const Eigen::Index n = drives.W.rows();
  // What no drive can balance is taken out of the right side along the task's own directions, so
  // that the rest has a solution whatever the metric of the decomposition.
  const MatrixXd demand = equations.basis.transpose() * equations.right_side;
  const MatrixXd lost = drives.unbalanced * (drives.unbalanced.transpose() * demand);
  const MatrixXd right = equations.row_scale.asDiagonal() *
                         (equations.right_side - equations.task_rows.transpose() * lost);
  const MatrixXd system = equations.row_scale.asDiagonal() * equations.system;

  const Svd svd = calc_thin_svd(system);
  // rank [Phiᵀ T] = rank Phi + rank W, and the kernel of Phi is spanned by the task's basis and
  // the idle freedoms: count what is above round-off but never more than W allows.
  const VectorXd& sigma = svd.sigma;
  const Eigen::Index most = std::min<Eigen::Index>(sigma.size(), system.rows() - (n - drives.rank));
  Eigen::Index rank = 0;
  while (rank < most && sigma(rank) > 0.1 * kDriveRankTolerance * sigma(0)) ++rank;
  const MatrixXd solution = svd.V.leftCols(rank) * (sigma.head(rank).cwiseInverse().asDiagonal() *
                                                    (svd.U.leftCols(rank).transpose() * right));
  DriveForceMap map = finish(equations, drives, solution.bottomRows(m));
  map.residual = calc_residual(system, solution, right);
  return map;
}

DriveForceMap make_projected_map(const MotionEquations& equations, const DriveLimits& limits) {
  ProjectedDrives drives = project_drives(equations, limits);
  const MatrixXd demand = equations.basis.transpose() * equations.right_side;
  const MatrixXd net = drives.pseudo_inverse * demand;
  return finish(equations, drives, net);
}

}  // namespace globaldyn
