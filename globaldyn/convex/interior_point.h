#pragma once

#include <vector>

#include "globaldyn/convex/motion_program.h"

namespace globaldyn::inside {
inline namespace convex {

struct InteriorPointOptions {
  double tolerance{1e-9};  ///< of residuals, relative, and of the gap, relative to the objective
  int most_steps{250};
};

/// Where the method is: unknowns, and slacks and multipliers of both sides of rows (those of all
/// high limits first) and of budgets.
struct ProgramState {
  VectorXd z, slacks, prices;
  VectorXd budget_slacks, budget_prices;
  VectorXd equality_prices;
  /// Of points at which energy is drawn, then of changes of forces: a bound of what they cost, and
  /// the price of its being more than g; what the bound costs less that is the price of its being
  /// more than a share of g.
  VectorXd hinge_most, hinge_prices;
  double period{0.0};
  double unit{0.0};  ///< what is to be least is measured in it, and prices; 0: not yet
  VectorXd sizes;    ///< m: of forces, by which corners of gears with losses are rounded
};

/// What is known of the solution of a program.
struct ProgramSolution {
  bool is_solved{false};
  VectorXd z;           ///< the unknowns
  double period{0.0};   ///< T_c, if there is one
  VectorXd totals;      ///< T, E_1, ..., E_m
  VectorXd times;       ///< of points: how long each counts
  MatrixXd squares;     ///< m x points: n_k²
  double drawn{0.0};    ///< D
  VectorXd variations;  ///< V_1, ..., V_m
  VectorXd prices;      ///< multipliers of budgets: what one more unit of each would save
  VectorXd row_prices;  ///< likewise of both sides of rows, those of all high limits first
  double objective{0.0};
  double size{0.0};  ///< what it is measured by: that without what is given back of energy

  double gap{0.0};       ///< objective - gap is a lower bound up to the residuals, if convex
  double residual{0.0};  ///< the largest of all, relative
  /// Whether no other solution is better: with its prices the Lagrangian is convex, all of it.
  bool is_global{false};
  int steps{0};

  /// From where the solution of nearly the same program may go on; empty: not from here.
  ProgramState on_the_way;
};

/// Solves a program by a primal-dual interior point method (Mehrotra's predictor and corrector):
/// each step is a Newton step towards the conditions of optimality, whose matrix has a band as wide
/// as a cell and a border of one row for each budget and the period. Work is linear in the grid.
/// Terms that are not convex are taken by their tangents, anew in every step.
/// @param start values of the unknowns; x must be above 0 wherever it is not fixed
/// @param known a state from which to go on instead; none: from the start
[[nodiscard]] ProgramSolution solve_program(const MotionProgram& program, const VectorXd& start,
                                            const InteriorPointOptions& options = {},
                                            const ProgramState* known = nullptr);

}  // namespace convex
}  // namespace globaldyn::inside
