#pragma once

#include <vector>

#include "core/formulations/motion_equations.h"
#include "core/loops/spanning_tree.h"

namespace globaldyn::inside {
inline namespace core {

/// A moving machine in the coordinates of its spanning tree: what the tree's joints leave free, a
/// column each (rad or kinematic lengths). The joints that close loops are cut and have
/// multipliers; the tree's own joints need none.
struct TreeCoordinates {
  SpanningTree tree;             ///< at the motion's pose
  std::vector<TreeBody> bodies;  ///< parents before children
  VectorXd first;                ///< the columns' rates, per d1
  VectorXd second;               ///< the part of their accelerations that goes with d1²
  Screws rates;                  ///< the bodies', from `first`
  Screws biases;                 ///< the rates' derivatives without `second`

  [[nodiscard]] Eigen::Index size() const { return tree.column_count(); }
};

[[nodiscard]] TreeCoordinates make_tree_coordinates(const MovingMachine& machine);

/// The columns' rates for rates (v, w) of the bodies that keep the tree's joints closed.
/// Shapes: 6 n_b x k to columns x k.
[[nodiscard]] MatrixXd to_column_rates(const TreeCoordinates& coordinates, const MatrixXd& rates);

/// The motion of a body's centre of mass, at a unit rate of a column that moves it: (v, w).
[[nodiscard]] Vector6d make_column_twist(const TreeCoordinates& coordinates, int column,
                                         BodyId body);

/// Rows for joints that are cut and for couplings, which hold in no coordinates by themselves.
[[nodiscard]] std::vector<ScalarRow> make_cut_rows(const MovingMachine& machine,
                                                   const SpanningTree& tree);

/// Everything except the coordinates' own system, right_side and task_rows, which each formulation
/// works out from `bodies` in its own way.
[[nodiscard]] MotionEquations make_tree_equations(const MovingMachine& machine,
                                                  const TreeCoordinates& coordinates);

}  // namespace core
}  // namespace globaldyn::inside
