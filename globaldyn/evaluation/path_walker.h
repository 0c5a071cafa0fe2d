#pragma once

#include "core/formulations/loop_dynamics.h"
#include "core/loops/path_follower.h"
#include "globaldyn/evaluation/sample.h"
#include "globaldyn/machine/machine.h"
#include "globaldyn/region/map_solver.h"
#include "globaldyn/region/region_solver.h"

namespace globaldyn {

/// How poses are evaluated.
struct EvaluationMethod {
  RegionMethod region{RegionMethod::automatic};
  SolveBy solve_by{SolveBy::loops};  ///< dense: the reference, with the SVD of [Phiᵀ T]

  bool operator==(const EvaluationMethod&) const = default;
};

/// Walks along a path and evaluates the machine's global dynamics wherever it is asked to. Solved
/// along the loops it allocates nothing once it has made a few steps. Machines with bounds on
/// reactions are solved densely: those need the forces of all constraints.
/// One walker per thread; machine and path must outlive it.
class PathWalker {
 public:
  PathWalker(const Machine& machine, const Path& path, const EvaluationMethod& method = {});

  /// The machine at p, which must not go back. Stays valid until the next call.
  /// @throws InputError at the first pose if the path prescribes too much or too little, or where
  ///   inertia or load would move an idle freedom.
  const Sample& move_to(double p);

 private:
  void check_prescribed(const FollowedPose& followed);
  void clear_result(SampleStatus status, const std::string& reason);
  void fill();
  void fill_map_and_limits();

  const Machine& machine_;
  const Path& path_;
  EvaluationMethod method_;
  PathFollower follower_;
  LoopDynamics dynamics_;
  MapSolver map_solver_;
  RegionSolver region_solver_;
  LimitSystem limits_;
  Task task_;
  Sample sample_;
  bool checked_{false};
};

/// The global dynamics for a motion known already, by dense decompositions.
struct PoseDynamics {
  DriveForceMap map;
  LimitSystem limits;
  Region region;
};
[[nodiscard]] PoseDynamics calc_dynamics(const Machine& machine, const Task& task,
                                         const Motion& motion, double p);

}  // namespace globaldyn
