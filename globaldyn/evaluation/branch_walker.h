#pragma once

#include "globaldyn/evaluation/sample_maker.h"

namespace globaldyn::inside {
inline namespace evaluation {

/// Is sent to one path after another, all with the coordinates of `home`, or from place to place on
/// the same one, and evaluates the machine's global dynamics there. See BranchFollower and
/// SampleMaker. One walker per thread; the machine must outlive it.
class BranchWalker {
 public:
  BranchWalker(const Machine& machine, const HomePose& home, const EvaluationMethod& method = {},
               Patience patience = Patience::thorough);

  /// Starts at a pose known to be on the path at p; from there it stays on the branch, in either
  /// direction. The path must outlive the walk along it.
  void begin_at(const Path& path, double p, const Pose& pose);

  /// The machine at p, once it has begun. Stays valid until the next call.
  /// @throws InputError where inertia or load would move an idle freedom
  const Sample& move_to(double p);

  /// The same without the region, if only limits() is needed.
  const Sample& move_to_limits(double p);

  /// The limits that define the region of the last pose, if that is ok.
  [[nodiscard]] const LimitSystem& limits() const { return maker_.limits(); }

  /// Distance from p to the nearest pose from which the walker can go there.
  [[nodiscard]] double find_distance(double p) const { return follower_.find_distance(p); }

  /// If the branch has ended (`unreachable`), the last p to which it could be followed.
  [[nodiscard]] double lost_at() const { return follower_.lost_at(); }

  /// Number of steps tried so far: see BranchFollower.
  [[nodiscard]] long tries() const { return follower_.tries(); }

  /// See SampleMaker.
  [[nodiscard]] bool is_surely_clear(const Motion& from, const Motion& to, double h) {
    return maker_.is_surely_clear(from, to, h);
  }

 private:
  const Path* path_{nullptr};
  BranchFollower follower_;
  SampleMaker maker_;
};

}  // namespace evaluation
}  // namespace globaldyn::inside
