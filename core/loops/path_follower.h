#pragma once

#include <optional>
#include <string>

#include "core/kinematics/assembly.h"
#include "core/kinematics/motion.h"
#include "core/kinematics/task_function.h"
#include "core/loops/loop_solver.h"

namespace globaldyn {

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
  Motion motion;       ///< if ok; if singular its pose
  std::string reason;  ///< if not ok
  double smallest_ratio{0.0};
};

/// A pose on a task that prescribes every degree of freedom once, and what is the same at all other
/// poses of its branch: once known, not every follower need determine it again.
struct HomePose {
  Task task;
  Pose pose;
  int idle_count{-1};  ///< freedoms to be taken at zero rate; -1: to be determined
};

[[nodiscard]] HomePose make_home(const Mechanism& mechanism, const Task& task, const Pose& pose);

/// Follows a task from its start, keeping the assembly branch: a predictor from z', z'', Newton
/// as corrector, and steps small enough that both directions of the prediction agree. A step is
/// never too short just because it is a small part of the way: the branch has ended only where
/// neither task nor machine would move any more, or p no longer changes. Beyond a stretch that
/// cannot be followed the machine is assembled again; that is `ok` only on the branch given by the
/// file's conditions, otherwise `lost_branch`.
///
/// After a few steps, and as long as every step is sure, it allocates nothing. One follower per
/// thread; the mechanism, topology and task function must outlive it.
class PathFollower {
 public:
  PathFollower(const Mechanism& mechanism, const Topology& topology, TaskFunction task,
               double p_begin, double p_end, SolveBy solve_by = SolveBy::dense);

  PathFollower(const PathFollower&) = delete;
  PathFollower& operator=(const PathFollower&) = delete;

  /// Makes a follower that goes where it is sent by begin_at(): chooses the loops' equations once,
  /// at home, on a task with the same coordinates as all later tasks. What it does later depends on
  /// this pose and on where it is sent, not on where it has been in between.
  PathFollower(const Mechanism& mechanism, const Topology& topology, const HomePose& home,
               SolveBy solve_by = SolveBy::dense, Patience patience = Patience::thorough);

  /// Starts on another task, or elsewhere on the same one, at a pose known to be on it. From there
  /// it moves in either direction and never leaves the branch: where that cannot be followed any
  /// further, poses are `unreachable`, until the next begin_at().
  void begin_at(TaskFunction task, double p_begin, const Pose& pose);

  /// The machine at p. Calls must not go back in p, except after begin_at(). Stays valid until the
  /// next call. Its motion has a basis only if it was solved densely.
  [[nodiscard]] const FollowedPose& follow(double p);
  [[nodiscard]] FollowedPose pose_at(double p) { return follow(p); }

  /// Distance from p to the nearest pose from which a step there may start; infinite if there is
  /// none yet.
  [[nodiscard]] double find_distance(double p) const;

  /// The task of the last pose that was solved for along the loops.
  [[nodiscard]] const Task& task() const { return scratch_task_; }

  /// If the last pose is ok and was solved for along the loops, the solver that holds it.
  [[nodiscard]] const LoopSolver* loops() const { return at_loops_; }

  /// If the branch has ended, the last p to which it could be followed.
  [[nodiscard]] double lost_at() const { return lost_at_; }

  /// Number of freedoms taken at zero rate, known once the machine has been assembled.
  [[nodiscard]] int idle_count() const { return idle_count_; }

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

  [[nodiscard]] Trial try_step(double p) const;
  [[nodiscard]] bool try_step_by_loops(double p);
  [[nodiscard]] double calc_move(double next) const;
  [[nodiscard]] bool can_shorten_by_loops(double next);
  [[nodiscard]] bool can_shorten(double next, double p) const;
  [[nodiscard]] bool advance(double p);
  void start_at(double p);
  bool begin_by_loops(const Pose& pose, double p);
  void take_loops(double p);
  void finish(const Pose& pose, double p, PoseStatus status_if_regular, const std::string& reason);
  void prepare_loops();
  void prepare_home(const HomePose& home);

  const Mechanism& mechanism_;
  const Topology& topology_;
  TaskFunction task_;
  double step_{0.0};
  double longest_step_{0.0};
  bool stays_on_branch_{false};
  Patience patience_to_end_{Patience::thorough};
  int idle_count_{-1};
  bool started_{false};
  bool searched_in_vain_{false};
  double lost_at_{0.0};             ///< the last p to which the branch could be followed
  std::optional<Station> station_;  ///< the last regular pose followed without a gap
  std::optional<Pose> last_pose_;   ///< the last pose found at all

  FollowedPose result_;
  Task scratch_task_;
  std::optional<LoopSolver> home_loops_;  ///< prepared once, at the pose of the constructor
  std::optional<LoopSolver> loops_;       ///< prepared at the last station that asked for it
  LoopSolver* at_loops_{nullptr};         ///< the one of them that is at the station
  bool has_renewed_loops_{false};         ///< since the last step that was made
  int patience_{1};  ///< dense steps to wait before the loops are prepared again
  int waited_{0};
};

}  // namespace globaldyn
