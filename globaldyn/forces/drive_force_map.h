#pragma once

#include "core/base/round_off.h"
#include "core/formulations/projected_equations.h"

namespace globaldyn::inside {
inline namespace forces {

/// All drive forces that produce a motion along the path at one p (Horáček et al. 2013, eq. (4)):
///     n = A d1² + B d1 + C + D d2 + V y,  y free,
/// provided that the equalities hold.
struct DriveForceMap {
  /// m x 4, the columns A, B, C, D: minimum norm, that is, orthogonal to V.
  MatrixXd forces;
  /// m x 4: what of these the drives pass on to the mechanism; the rest moves their own rotors and
  /// overcomes their own friction. With V y, it is the tension of a cable.
  MatrixXd transmitted;
  MatrixXd V;  ///< m x r, orthonormal: drive forces that do no work on the mechanism
  /// unbalanced x 4: coefficients of d1², d1, 1, d2 that must sum to zero, because no drive can
  /// balance that direction of the task (a parallel singularity, or too few drives).
  MatrixXd equalities;
  /// unbalanced: by how much each sum may differ from zero, because ranks are known to a tolerance
  /// only: what the drives could add if W were as large as that.
  VectorXd spare;
  VectorXd coulomb_slack;  ///< m: see MotionEquations
  VectorXd drive_rate;     ///< m: q'_k
  VectorXd drive_second;   ///< m: q''_k, of which d²q_k/dt² = q''_k d1² + q'_k d2
  /// Of W = basisᵀ T, rows scaled to forces and columns by the drives' limits, relative to the
  /// largest force on the fastest motion of the task: a measure of the distance to a parallel
  /// singularity.
  double smallest_singular_value{0.0};
  /// Of W with the rows of Vᵀ below it, m x m: that of W itself if there are as many drives as task
  /// coordinates. Its size is the root of det W Wᵀ. Its sign depends on V's basis, and if that is
  /// smooth along a path, so is the determinant: at a parallel singularity it changes its sign.
  /// With more drives than coordinates it is 0 where some are unbalanced, and always with fewer
  /// drives.
  double determinant{0.0};
  /// Largest residual of the equations without the equalities, relative to the largest term:
  /// rounding errors, unless an idle freedom is moved by inertia or load.
  double residual{0.0};

  [[nodiscard]] auto A() const { return forces.col(kSquare); }
  [[nodiscard]] auto B() const { return forces.col(kLinear); }
  [[nodiscard]] auto C() const { return forces.col(kConstant); }
  [[nodiscard]] auto D() const { return forces.col(kAcceleration); }

  /// The minimum-norm force of a drive.
  [[nodiscard]] MotionPolynomial force(Eigen::Index k) const {
    return make_motion_polynomial(forces.row(k));
  }

  /// What of it reaches the mechanism.
  [[nodiscard]] MotionPolynomial transmitted_force(Eigen::Index k) const {
    return make_motion_polynomial(transmitted.row(k));
  }

  [[nodiscard]] int drive_count() const { return static_cast<int>(forces.rows()); }
  [[nodiscard]] int redundancy() const { return static_cast<int>(V.cols()); }
  [[nodiscard]] int unbalanced() const { return static_cast<int>(equalities.rows()); }

  /// The minimum-norm drive forces for a motion. Shape m; N or N m.
  [[nodiscard]] VectorXd calc_forces(double d1, double d2) const {
    return A() * (d1 * d1) + B() * d1 + C() + D() * d2;
  }
};

/// Rank of the drives: singular values of scaled W below this share of the largest possible are
/// zero.
inline constexpr double kDriveRankTolerance = round_off::kRank;

/// Solves the equations of motion for the drive forces by a singular value decomposition of
/// [Phiᵀ T] (Horáček et al. 2013, eqs. (3), (4)). Where rank W < n_dof, the solution is the
/// least-squares one in the task's coordinates, which does not depend on the formulation's.
/// `limit_scales` is the size of each drive's force for deciding ranks: see make_limit_scales().
/// Cost: one dense SVD of 6 n_b x (n_c + m).
[[nodiscard]] DriveForceMap make_drive_force_map(const MotionEquations& equations,
                                                 const VectorXd& limit_scales);

/// How large W could be in this scaling: a drive's force in full use on the fastest motion of the
/// task.
[[nodiscard]] double calc_natural_size(const ProjectedEquations& equations,
                                       const VectorXd& limit_scales);

/// The same from the projected system W n = demand alone, by singular value decompositions of W:
/// a second algorithm for the same map. The residual is left 0.
[[nodiscard]] DriveForceMap make_projected_map(const ProjectedEquations& equations,
                                               const VectorXd& limit_scales);

/// From net drive forces to the map: losses are added, the part in im V is removed, and
/// coefficients within rounding errors of their size are set to zero: in a limit they would count
/// as much as real coefficients, however small. Shapes: V m x (m - rank), pseudo_inverse m x
/// n_task, net m x 4; the matrices may hold their entries wherever they like.
template <class Preload, class Inverse, class Forces>
void finish_map(const ProjectedEquations& equations, Preload V, const Inverse& pseudo_inverse,
                const Forces& net, DriveForceMap& map) {
  const auto clean = [](auto& values, const auto& sizes) {
    values = (values.cwiseAbs().array() > kMotionRoundOff * sizes.array()).select(values, 0.0);
  };
  clean(V, Preload::Ones(V.rows(), V.cols()));
  Forces n = net + equations.drive_side;
  Forces sizes = pseudo_inverse.cwiseAbs().lazyProduct(equations.demand_size);
  sizes += equations.drive_size;
  if (V.cols() > 0) {
    const auto along = V.transpose().lazyProduct(n).eval();
    n -= V.lazyProduct(along);
    const auto along_sizes = V.cwiseAbs().transpose().lazyProduct(sizes).eval();
    sizes += V.cwiseAbs().lazyProduct(along_sizes);
  }
  Forces passed_on = n - equations.drive_side;
  clean(passed_on, sizes);
  clean(n, sizes);
  map.forces = n;
  map.transmitted = passed_on;
  map.V = V;
  map.coulomb_slack = equations.coulomb_slack;
  map.drive_rate = equations.drive_rate;
  map.drive_second = equations.drive_second;
}

}  // namespace forces
}  // namespace globaldyn::inside
