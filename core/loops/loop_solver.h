#pragma once

#include <optional>
#include <vector>

#include "core/loops/loop_state.h"

namespace globaldyn::inside {
inline namespace core {

/// Position, velocity and acceleration of a mechanism on a task by its structure: the tree's
/// joints are closed by construction; the remaining equations, of the loops and of the task, are in
/// the few rates of the tree and fall into small blocks, one after the other along the graph. It
/// gives an answer only where it is sure: well away from singularities, with equations that are
/// independent or were found to be void; elsewhere it declines and solve_position(), solve_motion()
/// decide.
///
/// Allocates nothing once prepared. One per thread; the mechanism must outlive it.
class LoopSolver {
 public:
  LoopSolver(const Mechanism& mechanism, const Topology& topology);

  /// Chooses equations and their order, at a pose that satisfies the joints and the task.
  /// `idle_count` freedoms are taken at zero rate. False if the structure is of no use there.
  [[nodiscard]] bool prepare(const Task& task, const Pose& pose, int idle_count);

  /// Goes to a pose that satisfies the joints and the task, with the equations chosen before, for
  /// a task with the same coordinates. False if they are of no use there, or lead to a different
  /// pose: then prepare() must be called before anything else.
  [[nodiscard]] bool go_to(const Task& task, const Pose& pose);

  /// Where the solver is: the solution of the last successful call, or the pose prepared at.
  [[nodiscard]] const Pose& pose() const { return state_.tree.pose(); }

  /// Predicts where a step `h` of the task's parameter leads, from z' and z'' at the two nearest
  /// places recently visited, or here if there is only one, then moves to the task by Newton.
  /// Afterwards motion() is that of the new pose. Returns false if the result is not sure: then the
  /// solver is where it was, but motion() etc. are invalid until prepare() or the next successful
  /// call. `reach` bounds how far (rad, kinematic lengths, summed over the tree's rates) the
  /// predictions forwards and back may be from the poses found.
  [[nodiscard]] bool advance(const Task& task, double h, double reach);

  /// Distance, in the task's parameter, from the place `h` from here to the nearest place recently
  /// visited: the closer, the surer a step there.
  [[nodiscard]] double find_distance(double h) const { return state_.history.find_distance(h); }

  /// Pose, z' and z'' of the last solution. Its basis is left empty: see task_rates().
  [[nodiscard]] const Motion& motion() const { return state_.motion; }

  /// Smallest over largest pivot of the last solution: a rough measure of distance to singularity.
  [[nodiscard]] double pivot_ratio() const { return state_.pivot_ratio; }

  /// Which way round the equations chosen by prepare() are at the last solution: 1 or -1. Between
  /// two poses where it differs they lose rank: if the machine's own do, the branch meets another
  /// one.
  [[nodiscard]] int orientation() const { return state_.elimination.orientation(); }

  [[nodiscard]] const SpanningTree& tree() const { return state_.tree; }

  /// Rates of the tree's columns for a unit rate of each task coordinate alone: columns x tasks.
  [[nodiscard]] const MatrixXd& task_rates() const { return state_.task_rates; }

  /// Rates of all bodies per idle freedom; orthonormal, lengths in kinematic lengths.
  [[nodiscard]] const std::vector<Screws>& idle_rates() const { return state_.idle_bodies; }

 private:
  [[nodiscard]] bool begin_here(const Task& task);
  [[nodiscard]] bool try_move(const Task& task, double h, double reach);
  void go_back_to(const TreeStation& station);
  void predict(double h, const ColumnHistory::Guides& guides);
  void record(const Task& task, double h, const TreeStation* from, double step);

  const Mechanism& mechanism_;
  std::optional<LoopStructure> structure_;  // once prepared
  LoopState state_;
  LoopScratch scratch_;
};

}  // namespace core
}  // namespace globaldyn::inside
