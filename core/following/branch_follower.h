#pragma once

#include <optional>

#include "core/base/reason.h"
#include "core/kinematics/motion.h"
#include "core/kinematics/task_function.h"
#include "core/loops/loop_solver.h"

namespace globaldyn::inside {
inline namespace core {

/// How poses are solved for.
enum class SolveBy {
  loops,  ///< along the tree and its loops where that is sure, otherwise densely
  dense,  ///< always in six coordinates per body: the reference
};

/// How close to the end of its branch a machine is followed.
enum class Patience {
  thorough,  ///< as close as rounding errors permit: where a path ends does not depend on its
             ///< samples
  quick,     ///< to a small fraction of the machine's size, for the many hopeless attempts in maps
};

enum class PoseStatus {
  ok,
  unreachable,  ///< no pose of the machine meets the task here
  singular,     ///< there is a pose, but z' does not exist
  lost_branch,  ///< there is a pose, but on no branch that continues the motion from the start
};

[[nodiscard]] const char* to_string(PoseStatus status);

/// The machine at one p.
struct [[nodiscard]] FollowedPose {
  PoseStatus status{PoseStatus::unreachable};
  Motion motion;  ///< if ok; if singular its pose
  Reason reason;  ///< if not ok
  double smallest_ratio{0.0};
  int orientation{0};  ///< see LoopSolver, of the equations chosen at home; 0: not known
};

/// A pose on a task that prescribes every degree of freedom once, and what is the same at all other
/// poses of its branch: once known, not every follower need determine it again.
struct HomePose {
  Task task;
  Pose pose;
  std::optional<int> idle_count{};  ///< degrees of freedom at zero rate; none: to be determined
};

[[nodiscard]] HomePose make_home(const Mechanism& mechanism, const Task& task, const Pose& pose);

/// Follows a task from a pose known to be on it, keeping the assembly branch: a predictor from z',
/// z'', Newton as corrector, and steps small enough that both directions of the prediction agree. A
/// step is never too short just because it is a small part of the way: the branch has ended only
/// where neither task nor machine would move any more, or p no longer changes.
///
/// After a few steps, and as long as every step is sure, it allocates nothing. One follower per
/// thread; the mechanism, topology and task function must outlive it.
class BranchFollower {
 public:
  /// Goes where it is sent, in either direction and as far as it is sent at once if it can: chooses
  /// the loops' equations once, at home, on a task with the same coordinates as all later tasks.
  /// What it does later depends on this pose and on where it is sent, not on where it has been in
  /// between.
  BranchFollower(const Mechanism& mechanism, const Topology& topology, const HomePose& home,
                 SolveBy solve_by = SolveBy::dense, Patience patience = Patience::thorough);

  /// Goes along one path in steps of at most `longest_step`, which adapt to it.
  BranchFollower(const Mechanism& mechanism, const Topology& topology, double longest_step,
                 SolveBy solve_by);

  BranchFollower(const BranchFollower&) = delete;
  BranchFollower& operator=(const BranchFollower&) = delete;

  /// Starts at a pose known to be on the task at p. Returns the machine there.
  const FollowedPose& begin_at(TaskFunction task, double p, const Pose& pose);

  /// The machine at p. Where the branch cannot be followed any further, poses are `unreachable`
  /// until the next begin_at(). Stays valid until the next call. Its motion has a basis only if it
  /// was solved densely.
  const FollowedPose& follow(double p);

  /// Whether it is on a branch: it has begun, and the branch has not ended.
  [[nodiscard]] bool is_on_branch() const { return station_.has_value(); }

  /// As if the branch had ended here.
  void leave();

  /// Distance from p to the nearest pose from which a step there may start; infinite if there is
  /// none.
  [[nodiscard]] double find_distance(double p) const;

  /// The task of the last pose that was solved for along the loops.
  [[nodiscard]] const Task& task() const { return scratch_task_; }

  /// If the last pose is ok and was solved for along the loops, the solver that holds it.
  [[nodiscard]] const LoopSolver* loops() const { return at_loops_; }

  /// If the branch has ended, the last p to which it could be followed.
  [[nodiscard]] double lost_at() const { return lost_at_; }

  /// The last pose found at all, whether regular or not.
  [[nodiscard]] const std::optional<Pose>& last_pose() const { return last_pose_; }

  /// Number of steps it has tried: a pose takes some, where the way is difficult many.
  [[nodiscard]] long tries() const { return tries_; }

  /// Number of degrees of freedom taken at zero rate, known once it has begun.
  [[nodiscard]] int idle_count() const { return idle_count_.value_or(0); }

 private:
  struct Station {
    double p;
    Motion motion;
  };
  struct Trial {
    PoseStatus status{PoseStatus::unreachable};
    Motion motion;
    double smallest_ratio{0.0};
  };

  [[nodiscard]] bool is_sent() const { return !longest_step_; }
  [[nodiscard]] Trial try_step(double p) const;
  [[nodiscard]] Trial try_step_by_loops(double p);
  [[nodiscard]] double calc_move(double next) const;
  [[nodiscard]] bool ease_loops(double next, double p);
  [[nodiscard]] bool is_shortest(double next, double p) const;
  [[nodiscard]] bool may_be_too_long(double next, double p) const;
  [[nodiscard]] bool advance(double p);
  void end_branch();
  void arrive(double smallest_ratio);
  void stop_at_singularity(const Pose& pose, double smallest_ratio, double p);
  void begin_densely(double p, const Pose& pose);
  void take_loops(double p);
  void prepare_loops();
  void prepare_home(const HomePose& home);

  const Mechanism& mechanism_;
  TaskFunction task_;
  std::optional<double> longest_step_;  ///< none: as far as it is sent
  double step_{0.0};
  Patience patience_to_end_{Patience::thorough};
  std::optional<int> idle_count_;
  std::optional<Station> station_;  ///< the last regular pose followed without a gap
  double lost_at_{0.0};
  bool jumps_{false};  ///< the task does, where the last way ended
  long tries_{0};
  std::optional<Pose> last_pose_;

  FollowedPose result_;
  Task scratch_task_;
  std::optional<LoopSolver> home_loops_;  ///< prepared once, at the pose of the constructor
  std::optional<LoopSolver> loops_;       ///< prepared at the last station that asked for it
  LoopSolver* at_loops_{nullptr};         ///< the one of them that is at the station
  bool has_renewed_loops_{false};         ///< since the last step that was made
  int patience_{1};  ///< dense steps to wait before the loops are prepared again
  int waited_{0};
};

}  // namespace core
}  // namespace globaldyn::inside
