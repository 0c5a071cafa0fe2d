#pragma once

#include "core/following/path_follower.h"
#include "core/kinematics/prescription.h"
#include "globaldyn/evaluation/sample_maker.h"

namespace globaldyn::inside {
inline namespace evaluation {

/// Whether the path prescribes every degree of freedom once, as seen at `pose` or, if that is
/// empty, where the joints alone can be put together (if they cannot, nothing is checked): a badly
/// chosen path is an error, not a singularity. @throws InputError at the path's place in the file
void refuse_misprescribed(const Machine& machine, const Path& path, Pose pose = {});

/// Whether bodies are more than a hundred times the machine's size away: then ranks are not sure.
[[nodiscard]] bool is_far_away(const Mechanism& mechanism, const Pose& pose);

/// Whether the path prescribes every degree of freedom once, as seen at `pose`, a pose on it. So
/// far from the machine's own place that this cannot be seen there, it is judged where the joints
/// alone can be put together, and the place is what is wrong.
[[nodiscard]] PrescriptionCheck check_path_start(const Machine& machine, const Path& path,
                                                 const Pose& pose);

/// Walks along a path from its start and evaluates the machine's global dynamics wherever asked.
/// See PathFollower and SampleMaker. One walker per thread; machine and path must outlive it.
class PathWalker {
 public:
  PathWalker(const Machine& machine, const Path& path, const EvaluationMethod& method = {});

  /// The machine at p, which must not go back. Stays valid until the next call.
  /// @throws InputError at the first pose if the path prescribes too much or too little, or where
  ///   inertia or load would move an idle freedom.
  const Sample& move_to(double p);

  /// The same without the region, if only limits() is needed.
  const Sample& move_to_limits(double p);

  /// The walk to the last pose.
  [[nodiscard]] const BranchFollower& branch() const { return follower_.branch(); }

  /// The limits that define the region of the last pose, if that is ok.
  [[nodiscard]] const LimitSystem& limits() const { return maker_.limits(); }

 private:
  const FollowedPose& follow(double p);

  const Machine& machine_;
  const Path& path_;
  PathFollower follower_;
  SampleMaker maker_;
  bool is_checked_{false};
};

}  // namespace evaluation
}  // namespace globaldyn::inside
