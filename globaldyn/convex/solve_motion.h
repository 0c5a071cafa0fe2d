#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "globaldyn/convex/interior_point.h"
#include "globaldyn/convex/motion_field.h"
#include "globaldyn/convex/spline_grid.h"
#include "globaldyn/convex/write_program.h"

namespace globaldyn::inside {
inline namespace convex {

/// A further total of a motion: W = integral weight (n_k / forces_k)² dt.
struct AimedEnergy {
  int drive{0};
  std::function<double(const PointPlace&)> weight;
};

/// What a motion along a path is to be, in SI units: costs and budgets as in MotionProgram, of
/// E_k = integral (n_k / forces_k)² dt.
struct MotionAim {
  VectorXd forces;          ///< m: N or N m
  VectorXd costs;           ///< 1 + m: of T, E_1, ..., E_m
  double period_cost{0.0};  ///< of T_c
  bool has_period{false};   ///< whether T_c is to be found
  std::vector<Budget> budgets{};
  std::vector<AimedEnergy> weighted{};
  /// Of the energy drawn from the supply, per J; the field knows courses then.
  double energy_cost{0.0};
  VectorXd loss_rates{};  ///< m: what motors lose for it, W, of the square of n_k / forces_k
  double recovered{0.0};  ///< share of what drives give back that is drawn less
  VectorXd
      variation_costs{};  ///< m: of V_k, the sum of sizes of changes of n_k / forces_k; or none
};

/// What a grid was made for.
struct GridChoice {
  int cells{128};  ///< at least
  std::vector<GridZone> zones{};
};

struct MotionOptions {
  double tolerance{1e-6};    ///< of the objective, relative
  double most_excess{1e-7};  ///< of limits, in shares of them
  GridChoice first{128};     ///< the coarsest grid
  int most_cells{8192};
  /// At least so many places the forces are told at, nodes among them.
  int places{2000};
  /// Work after which no finer grid is begun, see MotionSolution::work; 0: any.
  std::size_t work{0};
};

/// A node of a motion: of two with the same p, the motion jumps from one to the other.
struct MotionNode {
  double p{0.0};
  double x{0.0};      ///< d1²
  double u{0.0};      ///< d2
  double bulge{0.0};  ///< until the next node, see SegmentMotion: 0 except next to gentle rests
  std::size_t stretch{0};  ///< of the stretches asked for
};

/// Forces at a place of a motion, see MotionField::find_told_forces(); of two with the same p they
/// jump from one to the other.
struct MotionForces {
  double p{0.0};
  VectorXd forces;
  std::size_t stretch{0};
};

/// What heats motors at a point of the quadrature of time and energies.
struct MotionHeat {
  PointPlace place;
  double duration{0.0};  ///< how long it counts, s
  VectorXd squares;      ///< m: (n_k / forces_k)², of motors' forces with what gears lose
};

/// A motion, and what it is known to be.
struct MotionSolution {
  enum class Status {
    solved,      ///< within the tolerance
    inaccurate,  ///< the finest grid did not do: what it gave
    failed,      ///< no step of the method led on
  };
  Status status{Status::failed};
  std::vector<MotionNode> nodes;
  std::vector<MotionForces> course;       ///< at all nodes, and at places between them
  std::vector<VectorXd> forces_at_rests;  ///< with what friction takes of them
  std::vector<MotionHeat> heats;          ///< at all points, in their order
  VectorXd totals;                        ///< T, E_1, ..., E_m, W_1, ...; s
  VectorXd prices;           ///< of budgets: what one more unit of each would save of the objective
  double drawn{0.0};         ///< from the supply, J, if it counts
  VectorXd variations;       ///< V_1, ..., V_m of drives whose variation costs something
  PowerPrices power_prices;  ///< likewise of powers, per W
  double period{0.0};        ///< T_c, s
  double objective{0.0};
  double size{0.0};       ///< what it is known in shares of: that without what is given back
  double error{0.0};      ///< estimated: of the objective, by the grid
  double gap{0.0};        ///< of the method: what it may be from a solution of the program
  bool is_global{false};  ///< whether no other motion on the grid is better, as is proven

  double excess{0.0};  ///< by how much limits were seen to be exceeded, in shares of them
  int cells{0};
  GridChoice grid;  ///< that of them
  int steps{0};     ///< of the method, in all
  /// Sides of limits and forces looked at, in all steps: some 50 ns each.
  std::size_t work{0};
};

/// The motion along the stretches that is best as `aim` says, within the field's limits, on a grid
/// that is made finer until the objective is known to the tolerance. Limits are kept between nodes
/// as well: what is exceeded there is taken off the limits at the nodes beside.
/// @param rests stops at which drives hold the machine
/// @param x_at d1² of a motion within the limits, from which to start; of the fastest one, or no
/// proof that a solution is the best says anything
[[nodiscard]] MotionSolution solve_motion(const MotionField& field,
                                          const std::vector<GridStretch>& stretches,
                                          const std::vector<GridRest>& rests, const MotionAim& aim,
                                          const std::function<double(double)>& x_at,
                                          const MotionOptions& options = {});

/// What no motion on the grid of a solution is better than, if that can be proven: the best of a
/// convex program with roots as take_chords() has them, and without limits of power. In the
/// objective's unit.
/// @param x_at d1² of the fastest motion within the limits: of none it is larger
[[nodiscard]] std::optional<double> find_lower_bound(const MotionField& field,
                                                     const std::vector<GridStretch>& stretches,
                                                     const std::vector<GridRest>& rests,
                                                     const MotionAim& aim,
                                                     const std::function<double(double)>& x_at,
                                                     const MotionSolution& solution);

}  // namespace convex
}  // namespace globaldyn::inside
