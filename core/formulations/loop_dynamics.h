#pragma once

#include "core/formulations/body_demands.h"
#include "core/formulations/projected_equations.h"
#include "core/loops/loop_solver.h"

namespace globaldyn::inside {
inline namespace core {

/// Projected equations directly from a solution along the loops: every body's inertia and load
/// projected on its motion, in O(bodies x tasks) and without any constraint matrix. Allocates
/// nothing after the first call. One per thread; the mechanism must outlive it.
class LoopDynamics {
 public:
  explicit LoopDynamics(const Mechanism& mechanism) : mechanism_(mechanism) {}

  /// `p` is only used by loads that depend on it.
  /// @throws InputError where the tool load is not finite.
  [[nodiscard]] const ProjectedEquations& calc(const LoopSolver& solver, const Task& task,
                                               double p);

  /// The same at rest, in less time: demand's constant column alone, no drive_side and no
  /// idle_residual.
  [[nodiscard]] const ProjectedEquations& calc_at_rest(const LoopSolver& solver, const Task& task,
                                                       double p);

  /// From the last call: rates of all bodies for a unit rate of each task coordinate alone.
  [[nodiscard]] const std::vector<Twists>& basis() const { return basis_; }

 private:
  void resize(const LoopSolver& solver, const Task& task);
  void calc_basis(const LoopSolver& solver);
  void set_task_scales(const Task& task);
  ScalarRow calc_drive_rates(DriveId drive, const KinematicState& state);
  void calc_drives(const Motion& motion, const MotionSize& size);
  void sum_up();
  void check_idle(const LoopSolver& solver);

  const Mechanism& mechanism_;
  ProjectedEquations equations_;
  BodyDemands demands_;
  std::vector<Twists> basis_;  // per task coordinate, rates of all bodies
  Screws screws_;
  std::vector<double> column_rates_;
};

}  // namespace core
}  // namespace globaldyn::inside
