#pragma once

#include <vector>

#include "core/loops/block_elimination.h"
#include "core/loops/column_history.h"
#include "core/loops/loop_structure.h"

namespace globaldyn::inside {
inline namespace core {

/// Where a mechanism is on a task, how it moves there, and where it has been: what one call of a
/// solver leaves to the next.
struct LoopState {
  LoopState(const Mechanism& mechanism, const Topology& topology);
  /// For the equations of a structure.
  void prepare(const LoopStructure& structure, int tasks);

  SpanningTree tree;
  BlockElimination elimination;  ///< of the equations at the tree's pose
  double pivot_ratio{0.0};       ///< smallest over largest
  Motion motion;
  std::vector<double> first, second;  ///< rates and accelerations of the columns
  MatrixXd task_rates;                ///< of the columns, for unit rates of each task coordinate
  /// Per idle freedom, rates of the columns and of the bodies; orthonormal in bodies' rates.
  std::vector<std::vector<double>> idle_columns;
  std::vector<Screws> idle_bodies;
  ColumnHistory history;
};

/// Room for what is calculated on the way: nothing in it outlives a call.
struct LoopScratch {
  LoopScratch(const Mechanism& mechanism, int columns);
  void prepare(const LoopStructure& structure, int tasks);

  std::vector<double> step, moved, predicted;  // of the columns
  std::vector<double> by_first, by_second;     // of the station used to predict a step
  Screws rates, accelerations, biases;         // of the bodies
  Screws bodies;                               // in passing
  std::vector<double> values, scales;          // per equation
  std::vector<double> free_entries;            // equations x free columns
  std::vector<double> right, solution;
  std::vector<Screw> further;  // measures of the row at hand, beyond its first pair of bodies
  AngleMotion angles;          // of the joints whose turns are counted
};

}  // namespace core
}  // namespace globaldyn::inside
