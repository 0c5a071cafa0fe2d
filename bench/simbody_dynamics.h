#pragma once

#include "bench/simbody_motion.h"
#include "core/formulations/motion_equations.h"

namespace globaldyn::inside {

/// n = forces (d1², d1, 1, d2)ᵀ + V y, as in DriveForceMap; the forces have minimum norm.
struct SimbodyMap {
  MatrixXd forces;  ///< m x 4, columns by MotionColumn
  MatrixXd V;       ///< m x r, orthonormal
};

/// Where the Jacobian of the loops comes from.
enum class LoopsBy {
  constraints,  ///< Simbody's operator for it, calcGTranspose()
  points,  ///< the bodies' Jacobian at the cut joints; faster, with the constraints switched off
};

/// Drive forces by Simbody's operators: recursive inverse dynamics of the tree, projected on the
/// degrees of freedom that the loops leave. One per thread; the model must outlive it.
class SimbodyDynamics {
 public:
  /// @throws NumericalError if the model is larger than the matrices kept on the stack, or closes
  /// loops by angles, which are not written down by points.
  SimbodyDynamics(const SimbodyModel& model, LoopsBy loops_by);

  /// Valid until the next call. @throws NumericalError if there are fewer drives than degrees of
  /// freedom.
  [[nodiscard]] const SimbodyMap& calc(const SimbodyMotion& motion);

 private:
  static constexpr int kMost = 32;
  using Small = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, kMost, kMost>;

  void calc_tree_forces(const SimbodyMotion& motion);
  void calc_drive_directions();
  void calc_loop_directions();
  [[nodiscard]] SimTK::Vec3 calc_separation(const SimbodyModel::PointPair& points) const;
  void push_apart(const SimbodyModel::PointPair& points, const SimTK::Vec3& along,
                  Small::ColXpr forces) const;
  void push(SimTK::MobilizedBodyIndex index, const SimTK::Vec3& point, const SimTK::Vec3& force,
            Small::ColXpr& forces) const;
  void project();
  void solve();

  const SimbodyModel& model_;
  LoopsBy loops_by_;
  bool needs_jacobian_;
  SimTK::State state_;
  SimTK::Vector result_;
  SimTK::Matrix jacobian_;      // of all bodies, rows (w, v)
  SimTK::Matrix G_transposed_;  // by Simbody
  Small columns_;               // generalised forces: of unit drive forces, then the required ones
  Small loops_;                 // generalised forces of unit forces in the cut joints
  SimbodyMap map_;
};

}  // namespace globaldyn::inside
