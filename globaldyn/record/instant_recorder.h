#pragma once

#include "globaldyn/evaluation/branch_walker.h"
#include "globaldyn/record/motion_record.h"
#include "globaldyn/region/methods/region_solver.h"

namespace globaldyn::inside {
inline namespace record {

/// A motion at one instant, its forces not yet chosen.
struct Instant {
  MotionSample sample;
  ForceProblem problem;
  VectorXd losses;      ///< what each drive needs for itself, without friction at rest and gears
  VectorXd directions;  ///< in which each drive moves: the signs are
  Motion motion;        ///< if reactions are asked for
};

/// How a record's poses are evaluated: densely where reactions are asked for.
[[nodiscard]] EvaluationMethod choose_record_method(const RecordOptions& options);

[[nodiscard]] bool is_finite(const MotionState& state);

/// @throws NumericalError unless all of it is finite
void require_finite(const MotionState& state);

/// The sample itself. @throws NumericalError unless the machine can be there
const Sample& require_ok(const Sample& sample);

/// Recomputes a motion's instants in any order, along the branch of the pose at which it was
/// started. One per thread; machine, path and options must outlive it.
class InstantRecorder {
 public:
  InstantRecorder(const Machine& machine, const Path& path, const RecordOptions& options,
                  const HomePose& home);

  void begin_at(double p, const Pose& pose) { walker_.begin_at(path_, p, pose); }

  /// @throws NumericalError where the machine cannot be, or the state is not finite
  void visit(const MotionState& state, Instant& instant);

  /// The pose of the last instant.
  [[nodiscard]] const Pose& pose() const { return pose_; }

  void take_forces(const ChosenForces& chosen, Instant& instant) const;

 private:
  [[nodiscard]] std::optional<Interval> find_range(const LimitSystem& limits, double d1);
  [[nodiscard]] std::optional<Interval> find_range_at(const LimitSystem& limits, double d1);
  void write_problem(const MotionState& state, const DriveForceMap& map, Instant& instant);
  void share_with_stiction(const VectorXd& forces, const ForceProblem& problem,
                           MotionSample& sample) const;
  void list_exceeded(const ChosenForces& chosen, const ForceProblem& problem,
                     MotionSample& sample) const;
  void add_gear_losses(const VectorXd& directions, MotionSample& sample) const;
  [[nodiscard]] VectorXd find_positions(const Pose& pose) const;
  static void check_tool(const char* limit, double value, double most, MotionSample& result);
  void check_tool_speed(MotionSample& result) const;
  void check_tool_acceleration(const Sample& sample, MotionSample& result) const;
  void add_tool(const Sample& sample, MotionSample& result) const;
  void add_reactions(const Motion& motion, MotionSample& sample) const;

  const Machine& machine_;
  const Path& path_;
  const RecordOptions& options_;
  Drives drives_;  // with their limits less the reserve
  BranchWalker walker_;
  RegionSolver region_solver_{RegionMethod::support};
  Region region_at_;
  Pose pose_;
};

}  // namespace record
}  // namespace globaldyn::inside
