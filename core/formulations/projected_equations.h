#pragma once

#include "core/formulations/loads.h"
#include "core/loops/loop_solver.h"

namespace globaldyn {

/// The equations of motion projected on the task, multipliers gone:
///     W n_net = demand (d1², d1, 1, d2)ᵀ,  n = n_net + drive_side (d1², d1, 1, d2)ᵀ.
struct ProjectedEquations {
  MatrixXd W;            ///< n_task x m: drive rates per rate of each task coordinate, transposed
  MatrixXd demand;       ///< n_task x 4: generalised forces of the task
  MatrixXd demand_size;  ///< n_task x 4: see MotionEquations::right_size
  MatrixXd drive_side;   ///< m x 4
  MatrixXd drive_size;   ///< m x 4
  VectorXd task_scale;   ///< n_task, see MotionEquations
  VectorXd motion_size;  ///< n_task, see MotionEquations
  VectorXd force_size;   ///< m, see MotionEquations
  VectorXd coulomb_slack;
  VectorXd drive_rate;
  /// What inertia and loads demand of idle freedoms, relative to the largest demand of any body:
  /// round-off, unless leaving them out was wrong.
  double idle_residual{0.0};
};

/// From the equations in any coordinates: basisᵀ times (1).
[[nodiscard]] ProjectedEquations project(const MotionEquations& equations);

/// The same straight from a solution along the loops: every body's inertia and load along
/// its motion, in O(bodies x tasks) and without any matrix of the constraints. Allocates nothing
/// after the first call. One per thread; the mechanism must outlive it.
class LoopDynamics {
 public:
  explicit LoopDynamics(const Mechanism& mechanism) : mechanism_(mechanism) {}

  /// `p` is only used by loads that depend on it.
  /// @throws InputError where the tool load is not finite.
  [[nodiscard]] const ProjectedEquations& calc(const LoopSolver& solver, const Task& task,
                                               double p);

 private:
  void resize(const LoopSolver& solver, const Task& task);
  void calc_basis(const LoopSolver& solver);
  void add_inertia(const Motion& motion, const MotionSize& size);
  void add_loads(const Motion& motion, const MotionSize& size, double p);
  void add(std::size_t body, MotionColumn column, const Vector3d& force, const Vector3d& moment,
           double force_size, double moment_size);
  void calc_drives(const Motion& motion, const MotionSize& size);
  void sum_up();
  void check_idle(const LoopSolver& solver);

  // What one body demands, per column: forces on its centre of mass and moments, and their sizes.
  struct BodyDemand {
    Eigen::Matrix<double, 3, kMotionColumns> force{Eigen::Matrix<double, 3, 4>::Zero()};
    Eigen::Matrix<double, 3, kMotionColumns> moment{Eigen::Matrix<double, 3, 4>::Zero()};
    Eigen::Vector4d force_size{Eigen::Vector4d::Zero()};
    Eigen::Vector4d moment_size{Eigen::Vector4d::Zero()};
  };

  const Mechanism& mechanism_;
  ProjectedEquations equations_;
  std::vector<BodyDemand> demands_;
  bool has_column_[kMotionColumns]{};
  std::vector<Twists> basis_;  // per task coordinate, rates of all bodies
  std::vector<Screw> screws_;
  std::vector<double> column_rates_;
};

}  // namespace globaldyn
