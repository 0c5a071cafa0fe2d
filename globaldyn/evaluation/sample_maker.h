#pragma once

#include "core/following/branch_follower.h"
#include "core/formulations/loop_dynamics.h"
#include "core/formulations/registry/formulations.h"
#include "globaldyn/evaluation/joint_limits.h"
#include "globaldyn/evaluation/pose_check.h"
#include "globaldyn/evaluation/sample.h"
#include "globaldyn/forces/drive_force_solver.h"
#include "globaldyn/machine/machine.h"
#include "globaldyn/region/methods/region_solver.h"

namespace globaldyn::inside {
inline namespace evaluation {

/// How poses are evaluated.
struct EvaluationMethod {
  RegionMethod region{RegionMethod::automatic};
  SolveBy solve_by{SolveBy::loops};  ///< dense: the reference, with the SVD of [Phiᵀ T]
  /// Of the equations of motion, solved densely; null: the fastest along the loops, Cardan
  /// coordinates where that is done densely.
  const Formulation* formulation{nullptr};

  bool operator==(const EvaluationMethod&) const = default;
};

/// How the machine's poses are solved for: densely if there are bounds on reactions, which need the
/// forces of all constraints, or if a formulation is asked for.
[[nodiscard]] SolveBy choose_solution(const Machine& machine, const EvaluationMethod& method);

/// The status of a pose as a sample of a path.
[[nodiscard]] SampleStatus to_sample_status(PoseStatus status);

/// Makes samples of poses that have been solved for: drive forces, limits and regions. If solved
/// along the loops, it allocates nothing after a few poses. One per thread; the machine must
/// outlive it.
class SampleMaker {
 public:
  explicit SampleMaker(const Machine& machine, const EvaluationMethod& method = {});

  /// The sample at p of a pose just found by `branch` on the path's task. Stays valid until the
  /// next call.
  /// @throws InputError where inertia or load would move an idle freedom
  const Sample& make(double p, const FollowedPose& followed, const BranchFollower& branch,
                     const Path& path);

  /// The same without the region, if only limits() is needed.
  const Sample& make_limits(double p, const FollowedPose& followed, const BranchFollower& branch,
                            const Path& path);

  /// The limits that define the region of the last pose, if that is ok.
  [[nodiscard]] const LimitSystem& limits() const { return limits_; }

  /// Whether the machine surely keeps its clearance, if it has one, between two poses `h` apart in
  /// p. See ClearanceChecker.
  [[nodiscard]] bool is_surely_clear(const Motion& from, const Motion& to, double h) {
    return pose_check_.is_surely_clear(from, to, h);
  }

 private:
  void find_limits(double p, const FollowedPose& followed, const BranchFollower& branch,
                   const Path& path);
  void clear_result(SampleStatus status, std::string reason);
  void fill_map_and_limits(const BranchFollower& branch, const Path& path);

  const Machine& machine_;
  const Formulation* formulation_;
  LoopDynamics dynamics_;
  DriveForceSolver force_solver_;
  RegionSolver region_solver_;
  LimitSystem limits_;
  std::vector<JointAcceleration> joint_accelerations_;
  PoseCheck pose_check_;
  Task task_;
  Sample sample_;
};

/// The global dynamics for a known motion, by dense decompositions; of Cardan coordinates unless
/// another formulation is given.
struct PoseDynamics {
  DriveForceMap map;
  LimitSystem limits;
  Region region;
};
[[nodiscard]] PoseDynamics calc_dynamics(const Machine& machine, const Task& task,
                                         const Motion& motion, double p,
                                         const Formulation* formulation = nullptr);

}  // namespace evaluation
}  // namespace globaldyn::inside
