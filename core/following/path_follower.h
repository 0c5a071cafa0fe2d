#pragma once

#include "core/following/branch_follower.h"

namespace globaldyn::inside {
inline namespace core {

/// Follows a task from its start, where the machine is assembled. Beyond a stretch that cannot be
/// followed the machine is assembled again; that is `ok` only on the branch given by the file's
/// conditions, otherwise `lost_branch`. One follower per thread; the mechanism, topology and task
/// function must outlive it.
class PathFollower {
 public:
  PathFollower(const Mechanism& mechanism, const Topology& topology, TaskFunction task,
               double p_begin, double p_end, SolveBy solve_by = SolveBy::dense);

  /// Begins near this pose, unless it is empty, instead of assembling the machine from its guesses.
  void start_near(Pose pose) { near_ = std::move(pose); }

  /// The machine at p. Calls must not go back in p. Stays valid until the next call. Its motion has
  /// a basis only if it was solved densely.
  const FollowedPose& follow(double p);

  /// A copy of it.
  FollowedPose pose_at(double p) { return follow(p); }

  /// The walk along the branch that it is on.
  [[nodiscard]] const BranchFollower& branch() const { return branch_; }

 private:
  const FollowedPose& start_at(double p);

  const Mechanism& mechanism_;
  const Topology& topology_;
  TaskFunction task_;
  BranchFollower branch_;
  Pose near_;
  bool has_started_{false};
  bool searched_in_vain_{false};
  double lost_at_{0.0};   ///< the last p to which a branch could be followed
  FollowedPose failure_;  ///< at the last p, if the machine could not be assembled on the branch
};

}  // namespace core
}  // namespace globaldyn::inside
