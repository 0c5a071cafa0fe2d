#pragma once

#include <functional>

#include "core/formulations/reactions.h"
#include "globaldyn/evaluation/tool_motion.h"
#include "globaldyn/motion/plan_path.h"
#include "globaldyn/record/force_choice.h"

namespace globaldyn::inside {
inline namespace record {

/// A machine at one instant of a planned motion.
struct MotionSample {
  MotionState state;
  Frame tool;               ///< global frame, if the machine has a tool
  Twist tool_velocity;      ///< m/s, rad/s
  Twist tool_acceleration;  ///< m/s², rad/s²
  VectorXd forces;          ///< m: what the motors exert, at the drives' coordinates but in
                            ///< front of their gears' losses, N or N m
  VectorXd gear_losses;     ///< m: what of it is lost in gears; negative where they help
  VectorXd stiction;        ///< m: what Coulomb friction exerts in addition on drives at rest
  VectorXd transmitted;     ///< m: what of both reaches the mechanism, past the drives' own
                            ///< rotors and friction; of a cable its tension
  VectorXd positions;       ///< m: drives' coordinates q_k, m or rad, without jumps by 2 pi
  VectorXd rates;           ///< m: drives' speeds dq_k/dt, m/s or rad/s
  VectorXd accelerations;   ///< m: d²q_k/dt², m/s² or rad/s²
  double violation{0.0};    ///< see ChosenForces
  std::vector<ExceededLimit> exceeded;  ///< by which amounts, if it is more than kMostViolation
  std::vector<double> reactions;        ///< per component asked for; NaN if not determined

  /// m: what each drive does on the machine and on its own losses, W.
  [[nodiscard]] VectorXd calc_power() const { return forces.cwiseProduct(rates); }
};

/// How a motion is to be recorded.
struct RecordOptions {
  ForceChoice choice{ForceChoice::minimum};
  VectorXd preload;                          ///< m, for ForceChoice::preload
  std::vector<ReactionComponent> reactions;  ///< which to record; needs dense solutions
  int threads{1};                            ///< 0: one per core; does not change the record
  /// See EvaluationMethod.
  const Formulation* formulation{nullptr};
  double reserve{0.0};  ///< fraction of every limit that forces are to keep free, as the plan's
  SmoothingWork* smoothing{nullptr};  ///< for ForceChoice::smooth: what all records may take
};

/// A planned motion, recomputed from the machine's inverse dynamics at each instant.
struct MotionRecord {
  std::vector<MotionSample> samples;
  double max_violation{0.0};  ///< the largest of any sample
};

/// What is to be done with each sample.
using TakeSample = std::function<void(MotionSample&&)>;

/// A motion's samples one after the other, each passed on as soon as its forces are known: nothing
/// is kept, unless forces are to change least, which requires all of them.
/// @param states in the order of their times, p not decreasing
/// @throws NumericalError where the machine cannot be, or a state is not finite
void replay_motion(const Machine& machine, const Path& path, const std::vector<MotionState>& states,
                   const RecordOptions& options, const TakeSample& take);

/// The same, kept. @param states in the order of their times, p not decreasing
/// @throws NumericalError where the machine cannot be, or a state is not finite
[[nodiscard]] MotionRecord record_motion(const Machine& machine, const Path& path,
                                         const std::vector<MotionState>& states,
                                         const RecordOptions& options = {});

}  // namespace record
}  // namespace globaldyn::inside
