#pragma once

#include <functional>
#include <optional>
#include <string>

#include "core/kinematics/assembly.h"
#include "core/kinematics/motion.h"

namespace globaldyn {

/// The task at a path parameter.
using TaskFunction = std::function<Task(double p)>;

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

/// Follows a task from its start, keeping the assembly branch: a predictor from z', z'', Newton
/// as corrector, and steps small enough that both directions of the prediction agree. Beyond a
/// stretch that cannot be followed the machine is put together anew; that is `ok` only on the
/// branch the file's conditions name, else `lost_branch`.
///
/// One follower per thread; the mechanism, topology and task function must outlive it.
class PathFollower {
 public:
  PathFollower(const Mechanism& mechanism, const Topology& topology, TaskFunction task,
               double p_begin, double p_end);

  /// The machine at p; calls must not go back in p.
  [[nodiscard]] FollowedPose pose_at(double p);

  /// Freedoms taken at zero rate, known once the machine has been put together.
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
  [[nodiscard]] std::optional<FollowedPose> advance(double p);
  [[nodiscard]] FollowedPose start_at(double p);
  [[nodiscard]] FollowedPose finish(const Pose& pose, double p, PoseStatus status_if_regular,
                                    const std::string& reason);

  const Mechanism& mechanism_;
  const Topology& topology_;
  TaskFunction task_;
  double range_;
  double step_;
  int idle_count_{-1};
  bool started_{false};
  bool searched_in_vain_{false};
  double lost_at_{0.0};             ///< p where the branch could last not be followed any further
  std::optional<Station> station_;  ///< the last regular pose followed without a gap
  std::optional<Pose> last_pose_;   ///< the last pose found at all
};

}  // namespace globaldyn
