#pragma once

#include "core/formulations/loop_dynamics.h"
#include "core/loops/path_follower.h"
#include "globaldyn/clearance/clearance.h"
#include "globaldyn/evaluation/pose_check.h"
#include "globaldyn/evaluation/sample.h"
#include "globaldyn/forces/map_solver.h"
#include "globaldyn/machine/machine.h"
#include "globaldyn/region/methods/region_solver.h"

namespace globaldyn {

/// How poses are evaluated.
struct EvaluationMethod {
  RegionMethod region{RegionMethod::automatic};
  SolveBy solve_by{SolveBy::loops};  ///< dense: the reference, with the SVD of [Phiᵀ T]

  bool operator==(const EvaluationMethod&) const = default;
};

/// How the machine's poses are solved for: densely if there are bounds on reactions, which need the
/// forces of all constraints.
[[nodiscard]] SolveBy choose_solution(const Machine& machine, const EvaluationMethod& method);

/// The status of a pose as a sample of a path.
[[nodiscard]] SampleStatus to_sample_status(PoseStatus status);

/// Walks along a path and evaluates the machine's global dynamics wherever asked. If solved along
/// the loops, it allocates nothing after a few steps. Machines with bounds on reactions are solved
/// densely: the bounds need the forces of all constraints. One walker per thread; machine and path
/// must outlive it.
class PathWalker {
 public:
  PathWalker(const Machine& machine, const Path& path, const EvaluationMethod& method = {});

  /// A walker that is sent to one path after another by begin_at(), all with the coordinates of
  /// `home`. See PathFollower.
  PathWalker(const Machine& machine, const HomePose& home, const EvaluationMethod& method = {},
             Patience patience = Patience::thorough);

  /// Starts on another path, or again on the same one, at a pose known to be on it at p; from there
  /// it stays on the branch, in either direction. The path must outlive the walk along it.
  void begin_at(const Path& path, double p, const Pose& pose);
  void begin_at(const Path& path, const Pose& pose) { begin_at(path, 0.0, pose); }

  /// The machine at p, which must not go back, except after begin_at(). Stays valid until the next
  /// call.
  /// @throws InputError at the first pose if the path prescribes too much or too little, or where
  ///   inertia or load would move an idle freedom.
  const Sample& move_to(double p);

  /// The same without the region, if only limits() is needed.
  const Sample& move_to_limits(double p);

  /// Distance from p to the nearest pose from which the walker can go there.
  [[nodiscard]] double find_distance(double p) const { return follower_.find_distance(p); }

  /// Whether the machine surely keeps its clearance, if it has one, between two poses `h` apart in
  /// p. See ClearanceChecker.
  [[nodiscard]] bool is_surely_clear(const Motion& from, const Motion& to, double h) {
    return pose_check_.is_surely_clear(from, to, h);
  }

  /// If the branch has ended (`unreachable`), the last p to which it could be followed.
  [[nodiscard]] double lost_at() const { return follower_.lost_at(); }

  /// The limits that define the region of the last pose, if that is ok.
  [[nodiscard]] const LimitSystem& limits() const { return limits_; }

 private:
  void prepare();
  void find_limits(double p);
  void check_prescribed(const FollowedPose& followed);
  void clear_result(SampleStatus status, const std::string& reason);
  void fill();
  void fill_map_and_limits();

  const Machine& machine_;
  const Path* path_{nullptr};
  EvaluationMethod method_;
  PathFollower follower_;
  LoopDynamics dynamics_;
  MapSolver map_solver_;
  RegionSolver region_solver_;
  LimitSystem limits_;
  PoseCheck pose_check_;
  Task task_;
  Sample sample_;
  bool checked_{false};
};

/// The global dynamics for a known motion, by dense decompositions.
struct PoseDynamics {
  DriveForceMap map;
  LimitSystem limits;
  Region region;
};
[[nodiscard]] PoseDynamics calc_dynamics(const Machine& machine, const Task& task,
                                         const Motion& motion, double p);

}  // namespace globaldyn
