#pragma once

#include <optional>
#include <vector>

#include "core/following/branch_follower.h"
#include "core/formulations/loop_dynamics.h"
#include "globaldyn/clearance/clearance.h"
#include "globaldyn/criteria/pose/compliance.h"
#include "globaldyn/criteria/pose/force_set.h"

namespace globaldyn::inside {
inline namespace criteria {

/// The machine at rest at one pose, as seen by criteria: n degrees of freedom, those of the task's
/// coordinates, pushed by m drives.
struct PoseModel {
  const Mechanism* mechanism{nullptr};
  std::vector<TaskCoordinate> coordinates;
  Pose pose;
  std::vector<Twists> basis;  ///< per coordinate: rates of all bodies for a unit rate of it alone
  MatrixXd W;                 ///< n x m: drive forces to generalised forces of the task
  VectorXd load;              ///< n: W n = load holds the machine (gravity, springs, tool load)
  VectorXd low, high;         ///< m: what the drives can exert at rest
  VectorXd limit_scale;       ///< m: size of a drive's force for deciding ranks
  VectorXd task_scale;        ///< n: scales generalised forces to forces: 1, or 1/m for moments
  VectorXd motion_size;       ///< n: norm of all bodies' (v, L w) for a unit rate
  VectorXd force_size;        ///< m: see ProjectedEquations
  MatrixXd tool_rates;        ///< 6 x n: the tool point's velocity and its angular velocity per
                              ///< unit rate; 0 columns without a tool
  /// What loads, and inertia in any motion of the task, demand of idle degrees of freedom, relative
  /// to the largest demand: rounding errors, unless leaving them out was wrong.
  double idle_demand{0.0};
  ClearanceChecker* clearance{nullptr};  ///< not owned

  /// Inertia of bodies and rotors in the task's coordinates, n x n; the forces that the drives can
  /// exert; and the machine's compliance with its motors held: computed when first asked for, so
  /// that models, like modellers, are for one thread.
  [[nodiscard]] const MatrixXd& mass() const;
  [[nodiscard]] const ForceSet& force_set() const;
  [[nodiscard]] const HeldMachine& held_machine() const;

 private:
  friend class PoseModeller;
  mutable std::optional<MatrixXd> mass_;
  mutable std::optional<ForceSet> force_set_;
  mutable std::optional<HeldMachine> held_machine_;
};

/// Makes models of poses, one after the other. One per thread; mechanism and topology must outlive
/// it.
class PoseModeller {
 public:
  PoseModeller(const Mechanism& mechanism, const Topology& topology, const Clearance& clearance);

  /// The machine at rest where the follower is, its last pose being ok and on `task`. `p` is only
  /// used by loads that depend on it. Stays valid until the next call.
  const PoseModel& calc(const BranchFollower& follower, const Motion& motion, const Task& task,
                        double p);

 private:
  void take_equations(const ProjectedEquations& equations);
  void calc_tool_rates();
  void calc_idle_demand(const MatrixXd& idle);

  const Topology& topology_;
  LoopDynamics dynamics_;
  ClearanceChecker clearance_;
  PoseModel model_;
};

}  // namespace criteria
}  // namespace globaldyn::inside
