#pragma once

#include <vector>

#include "core/kinematics/motion.h"
#include "core/loops/block_elimination.h"
#include "core/loops/column_history.h"
#include "core/loops/spanning_tree.h"

namespace globaldyn {

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
  [[nodiscard]] const Pose& pose() const { return tree_.pose(); }

  /// Predicts where a step `h` of the task's parameter leads, from z' and z'' at the two nearest
  /// places recently visited, or here if there is only one, then moves to the task by Newton.
  /// Afterwards motion() is that of the new pose. Returns false if the result is not sure: then the
  /// solver is where it was, but motion() etc. are invalid until prepare() or the next successful
  /// call. `reach` bounds how far (rad, kinematic lengths, summed over the tree's rates) the
  /// predictions forwards and back may be from the poses found.
  [[nodiscard]] bool advance(const Task& task, double h, double reach);

  /// Distance, in the task's parameter, from the place `h` from here to the nearest place recently
  /// visited: the closer, the surer a step there.
  [[nodiscard]] double find_distance(double h) const { return history_.find_distance(h); }

  /// Pose, z' and z'' of the last solution. Its basis is left empty: see task_rates().
  [[nodiscard]] const Motion& motion() const { return motion_; }

  /// Smallest over largest pivot of the last solution: a rough measure of distance to singularity.
  [[nodiscard]] double pivot_ratio() const { return pivot_ratio_; }

  /// Which way round the equations chosen by prepare() are at the last solution: 1 or -1. Between
  /// two poses where it differs they lose rank: if the machine's own do, the branch meets another
  /// one.
  [[nodiscard]] int orientation() const { return elimination_.orientation(); }

  [[nodiscard]] const SpanningTree& tree() const { return tree_; }

  /// Rates of the tree's columns for a unit rate of each task coordinate alone: columns x tasks.
  [[nodiscard]] const MatrixXd& task_rates() const { return task_rates_; }

  /// Rates of all bodies per idle freedom; orthonormal, lengths in kinematic lengths.
  [[nodiscard]] const std::vector<std::vector<Screw>>& idle_rates() const { return idle_bodies_; }

 private:
  // One equation: of the task, of a joint (index into its rows) or of a coupling.
  struct Equation {
    enum class Of { task, joint, coupling };
    Of of{Of::task};
    std::size_t number{0};  // of the joint or coupling
    int index{0};
    std::vector<int> columns;
    std::vector<double> signs;  // of the columns: -1 on the side of body a, 0 on neither
    std::vector<std::vector<double>> more_signs;  // likewise for the row's further pairs of bodies
    std::size_t first_free{0};                    // the free columns come last

    // The same with only some of the columns, by their indices in `columns`.
    [[nodiscard]] Equation with(const std::vector<std::size_t>& places) const;
  };

  [[nodiscard]] ScalarRow make_row(const Equation& equation, const Task& task,
                                   const KinematicState& state) const;
  [[nodiscard]] double scale_of(const ScalarRow& row) const;
  [[nodiscard]] std::vector<Equation> list_equations(const Task& task) const;
  void attach_columns(const ScalarRow& row, Equation& equation) const;
  [[nodiscard]] Screw make_measures(const ScalarRow& row);
  void make_further_measures(const ScalarRow& row);
  [[nodiscard]] double calc_entry(const Equation& equation, std::size_t k,
                                  const Screw& first) const;
  [[nodiscard]] double calc_further_entry(const Equation& equation, std::size_t k) const;
  void evaluate_dense(const std::vector<Equation>& equations, const Task& task, MatrixXd& jacobian,
                      VectorXd& values);
  void drop_void(std::vector<Equation>& equations, const Task& task, MatrixXd& jacobian);
  [[nodiscard]] bool choose(std::vector<Equation> equations, const MatrixXd& jacobian,
                            int idle_count);

  [[nodiscard]] bool solve(const Task& task);
  [[nodiscard]] bool begin_here(const Task& task);
  [[nodiscard]] bool try_move(const Task& task, double h, double reach);
  void go_back_to(const TreeStation& station);
  void predict(double h, const ColumnHistory::Guides& guides);
  void record(const Task& task, double h, const TreeStation* from, double step);
  [[nodiscard]] double evaluate(const Task& task);
  [[nodiscard]] bool iterate(const Task& task);
  void solve_rates(const Task& task);
  [[nodiscard]] bool are_dependent_rows_met(const Task& task);
  void solve_idle();
  void subtract_component(std::size_t k, double share, std::vector<Screw>& bodies,
                          std::vector<double>& columns) const;
  void remove_idle(std::vector<Screw>& bodies, std::vector<double>& columns,
                   const std::vector<Screw>* rates) const;
  [[nodiscard]] double project_on_idle(std::size_t k, const std::vector<Screw>& bodies,
                                       const std::vector<Screw>* rates) const;
  [[nodiscard]] Twist to_twist(std::size_t body, const Screw& rate) const;

  const Mechanism& mechanism_;
  SpanningTree tree_;
  std::vector<Equation> equations_;  // kept: as many as there are columns that are not free
  std::vector<Equation> dependent_;  // implied by the others: checked only
  std::vector<int> place_;           // index of each column among the kept or the free ones
  std::vector<bool> is_free_;
  std::vector<int> kept_columns_;
  std::vector<int> free_columns_;
  BlockElimination elimination_;

  Motion motion_;
  double pivot_ratio_{0.0};
  MatrixXd task_rates_;
  std::vector<Screw> rates_, accelerations_, bias_accelerations_, scratch_bodies_;
  std::vector<double> values_, right_, solution_;
  std::vector<double> first_, second_, step_, moved_, predicted_;
  std::vector<double> by_first_, by_second_;  // of the station used to predict a step
  ColumnHistory history_;
  AngleMotion angles_;  // of the joints whose turns are counted, for the step at hand
  std::vector<Screw> further_measures_;  // of the row at hand, beyond its first pair of bodies
  std::vector<double> scales_;           // per equation
  std::vector<double> free_entries_;     // equations x free columns
  // Per idle freedom: rates of the columns and of the bodies; orthonormal in bodies' rates.
  std::vector<std::vector<double>> idle_columns_;
  std::vector<std::vector<Screw>> idle_bodies_;
};

}  // namespace globaldyn
