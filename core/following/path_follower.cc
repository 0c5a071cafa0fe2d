#include "core/following/path_follower.h"

#include <algorithm>
#include <cmath>

#include "core/kinematics/assembly.h"

namespace globaldyn::inside {
inline namespace core {

PathFollower::PathFollower(const Mechanism& mechanism, const Topology& topology, TaskFunction task,
                           double p_begin, double p_end, SolveBy solve_by)
    : mechanism_(mechanism),
      topology_(topology),
      task_(std::move(task)),
      branch_(mechanism, topology, std::abs(p_end - p_begin) / 32.0, solve_by) {}

const FollowedPose& PathFollower::follow(double p) {
  if (branch_.is_on_branch()) {
    const FollowedPose& followed = branch_.follow(p);
    if (branch_.is_on_branch()) return followed;
    lost_at_ = branch_.lost_at();
  }
  return start_at(p);
}

const FollowedPose& PathFollower::start_at(double p) {
  const Task task = task_(p);
  AssemblyOutcome assembly;
  if (branch_.last_pose()) {
    assembly = assemble_near(mechanism_, task, *branch_.last_pose());
  } else if (!near_.empty()) {
    assembly = assemble_near(mechanism_, task, near_);
  }
  if (assembly.status != AssemblyStatus::ok) {
    // A path that stays out of reach is searched thoroughly once, then only quickly: one more
    // sample out of reach should not cost more than many within reach.
    constexpr int kQuickGuesses = 4;
    const int guesses =
        searched_in_vain_ ? std::min(kQuickGuesses, mechanism_.restarts) : mechanism_.restarts;
    assembly = assemble_quickly(mechanism_, topology_, task, guesses);
    searched_in_vain_ = assembly.status != AssemblyStatus::ok;
  }
  failure_ = {};
  if (assembly.status != AssemblyStatus::ok) {
    const bool wrong_branch = assembly.status == AssemblyStatus::wrong_branch;
    failure_.status = wrong_branch ? PoseStatus::lost_branch : PoseStatus::unreachable;
    failure_.reason = {assembly.reason};
    return failure_;
  }
  const bool is_branch_known = !has_started_ || !mechanism_.branch.empty();
  has_started_ = true;
  const FollowedPose& there = branch_.begin_at(task_, p, assembly.pose);
  if (is_branch_known || there.status != PoseStatus::ok) return there;
  failure_.status = PoseStatus::lost_branch;
  failure_.smallest_ratio = there.smallest_ratio;
  failure_.reason = {
      "the file has no branch conditions to choose another branch by, and the one that the path "
      "began on ends",
      lost_at_};
  branch_.leave();
  return failure_;
}

}  // namespace core
}  // namespace globaldyn::inside
