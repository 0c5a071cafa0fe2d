#pragma once

#include <deque>
#include <limits>

#include "core/formulations/forward_dynamics.h"
#include "globaldyn/criteria/pose/pose_model.h"
#include "globaldyn/feedback/feedback.h"
#include "globaldyn/simulation/planned_forces.h"

namespace globaldyn::inside {
inline namespace simulation {

/// Keeps a machine on its planned motion by computed torque along that motion: from the drives'
/// positions and speeds, the errors e of the degrees of freedom (in least squares where there are
/// more drives than those); corrections of the drives' forces that would make a machine that is as
/// planned answer e'' + 2 zeta omega e' + omega² e = 0, with the inertia of the planned pose. Where
/// drives are redundant their corrections, as shares of their limits, have the least norm.
///
/// The planned forces themselves are known beforehand and are neither sampled nor delayed. Machine,
/// path and planned forces must outlive it.
class ComputedTorque {
 public:
  ComputedTorque(const Machine& machine, const Path& path, PlannedForces& planned,
                 const Feedback& feedback);

  /// Measures and acts as far as that is due at t: at the start, where all encoders are set to what
  /// the plan says, and at every break.
  void sample(double t, const ForwardDynamics& machine);

  /// The first time after the last sample() at which something is due; infinite if it measures all
  /// the time.
  [[nodiscard]] double find_next_break() const;

  /// What is to be added to the planned forces at t. Shape: m. Stays valid until the next call.
  const VectorXd& correct(double t, const ForwardDynamics& machine);

 private:
  struct Command {
    double t{0.0};  // from when on
    VectorXd forces;
  };

  [[nodiscard]] VectorXd read_positions(const ForwardDynamics& machine) const;
  void refer(double t, const ForwardDynamics& machine);
  void calc_correction(double t, const ForwardDynamics& machine, VectorXd& forces);

  const Machine& machine_;
  const Path& path_;
  PlannedForces& planned_;
  Feedback feedback_;
  BranchFollower follower_;
  PoseModeller modeller_;
  VectorXd force_sizes_;     // m: a drive's share of corrections
  VectorXd position_sizes_;  // m: 1, or the kinematic length for lengths
  VectorXd offsets_;         // m: of the encoders; empty before the start
  std::deque<Command> due_;  // on their way
  long measurements_{0};
  VectorXd correction_;
};

}  // namespace simulation
}  // namespace globaldyn::inside
