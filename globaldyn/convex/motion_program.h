#pragma once

#include <array>
#include <utility>
#include <vector>

#include "core/base/rotation.h"

namespace globaldyn::inside {
inline namespace convex {

/// Where something is known of a motion: its x = d1² is a weighted sum of three unknowns of a cell.
struct Station {
  int first{0};       ///< the first unknown of the cell
  bool rests{false};  ///< at a stop, whose cell has only y_i: no x, no time but what is given
  std::array<double, 3> x{};
  double p{0.0};
};

/// Limits of a motion at one place, or along one cell, each measured in a unit of its own in which
/// 1 is all of it. Of a row
///     value = coefficients . z + constant + root sqrt(x_at) + end_root sqrt(x_end),
///     low - spare <= value <= high + spare,   spare = early / sqrt(x_early) + late / sqrt(x_late),
/// where z are the unknowns of the cell, and x those at the stations.
struct RowBlock {
  std::size_t first{0};  ///< of its rows in ProgramRows
  std::size_t rows{0};
  int cell{0};              ///< its first unknown
  bool bends{false};        ///< whether any row has a root: of viscous friction, of motors' lines
  bool end_bends{false};    ///< whether any has an end_root: of what changes along a cell
  bool spares{false};       ///< whether there is an early spare: of power
  bool late_spares{false};  ///< and a late one: of what changes in time
  Station at{}, end{}, early{}, late{};
  /// The points of the quadrature that `early` and `late` are, if spares are of times: both of
  /// them, next to gentle rests, are of one x. -1: of power.
  std::array<int, 2> points{-1, -1};
  /// Not negative: the value of the first row is the length of a vector, which is this one of the
  /// program's; others have no limits.
  int vector{-1};
};

/// A block has a multiple of so many rows: those that are missing are rows without limits.
constexpr std::size_t kRowLane = 4;

/// All rows of a program, block by block. Hot loops run along these arrays.
struct ProgramRows {
  std::vector<double> constants, roots, end_roots, early, late;
  std::vector<double> high, low;  ///< infinite: no limit
  /// window() x rows of each block, one after the other, all rows of an unknown next to each other.
  std::vector<double> coefficients;

  [[nodiscard]] std::size_t size() const { return constants.size(); }
};

/// A force at a point of the quadrature: coefficients . z + constant + root sqrt(x).
struct ProgramForce {
  double constant{0.0};
  double root{0.0};
  double friction{0.0};  ///< at rest: how much of it friction may take
  /// Of a drive with other forces: 1 if the largest of them counts, -1 if the smallest, 0: this
  /// one.
  int choose{0};
};

/// The integral of n_k² over time times a weight: W = integral w n_k² dt.
struct WeightedEnergy {
  int drive{0};
  std::vector<double> weights;  ///< of each point, >= 0
};

/// A bound on what a motion takes as a whole: shares . (T, E_1, ..., E_m, W_1, ...) - period T_c <=
/// most, where T is its time, E_k = integral n_k² dt and T_c the time of the cycle.
struct Budget {
  VectorXd shares;  ///< >= 0; those that are missing are 0
  double period{0.0};
  double most{0.0};
};

/// A weighted sum of unknowns that is 0: of a motion that goes on at its end as at its begin.
struct Equality {
  std::vector<std::pair<int, double>> terms;  ///< an unknown and its weight
};

/// What drives draw from their common supply: D = integral e(P) dt of P = sum n_k dq_k/dt +
/// losses_k n_k², of which e is P where it is positive, and a share of it where it is not. At p, P
/// dt is g / sqrt(x) dt with g = sum rates_k n_k + losses_k n_k² / sqrt(x), so that g is what
/// counts.
struct DrawnEnergy {
  std::vector<double>
      rates;              ///< of each point m: dq_k/dp as forces and x are measured; of rests no
  VectorXd losses;        ///< m
  double recovered{0.0};  ///< the share
};

/// How a drive's force n_k changes from one place to another, mostly along a cell:
///     coefficients . z + constant + root sqrt(x_at) + end_root sqrt(x_end).
struct ForceChange {
  int drive{0};
  int cell{0};  ///< its first unknown
  double constant{0.0}, root{0.0}, end_root{0.0};
  Station at{}, end{};
};

/// A motion along a path, or several motions from rest to rest that share their budgets, as a
/// program in finitely many unknowns: x = d1² as a quadratic spline and the preload y as a linear
/// one. On a grid of nodes p_0 < ... < p_N the unknowns are
///     b_-1, y_0, b_0, y_1, b_1, ..., y_N, b_N;
/// those of cell i, between nodes i and i + 1, are the 3 + 2 r from b_(i-1) to b_(i+1). With a, h
/// and e the lengths of the cells i - 1, i and i + 1 (none beyond the ends),
///     x_i = (h b_(i-1) + a b_i) / (a + h),  u_i = (b_i - b_(i-1)) / (a + h),  u = d2,
/// and u is linear on the cell. A cell of length 0 lets u and y jump there.
///
/// It is convex where no row has a root that bends away from its limit, or a spare, which are taken
/// by tangents. Time and energies are sums over points of a Gauss quadrature: of x^(-1/2) and
/// n_k² x^(-1/2), both jointly convex in the unknowns.
struct MotionProgram {
  int redundancy{0};  ///< r
  int drives{0};      ///< m
  int unknowns{0};
  std::vector<int> others;  ///< the drives of further forces, see OtherForce
  std::vector<int> fixed;   ///< unknowns that keep their value of the start
  std::vector<Equality> equalities;

  std::vector<RowBlock> blocks;
  ProgramRows rows;
  /// window() x 3 of each vector: its components as sums of the unknowns of its block's cell.
  std::vector<double> vector_coefficients;

  std::vector<Station> points;
  std::vector<double> weights;  ///< of the quadrature, per point; at rest its time
  /// Of each point x that no motion exceeds there, if that is known: for a proof that none is
  /// better.
  std::vector<double> most_x;
  std::vector<ProgramForce> forces;  ///< of each point m, then those of `others`
  /// window() x forces of each point, all forces of an unknown next to each other.
  std::vector<double> force_coefficients;

  /// What is to be least: costs . (T, E_1, ..., E_m) + period_cost T_c + energy_cost D +
  /// variation_costs . (V_1, ..., V_m), see DrawnEnergy; V_k is the sum of sizes of changes of n_k.
  VectorXd costs;
  std::vector<WeightedEnergy> weighted;
  double period_cost{0.0};
  bool has_period{false};  ///< whether T_c is an unknown
  double energy_cost{0.0};
  DrawnEnergy drawn;
  VectorXd variation_costs;                 ///< m, > 0 of drives that have changes
  std::vector<ForceChange> changes;         ///< none: variation costs nothing
  std::vector<double> change_coefficients;  ///< window() of each change
  std::vector<Budget> budgets;

  /// Unknowns of a cell, of which b are the first, the middle one and the last.
  [[nodiscard]] int window() const { return 3 + 2 * redundancy; }
  /// Forces at each point.
  [[nodiscard]] std::size_t forces_at_point() const {
    return static_cast<std::size_t>(drives) + others.size();
  }
  /// Rows and forces: what is looked at in each step of a solution.
  [[nodiscard]] std::size_t count_terms() const { return rows.size() + forces.size(); }
  /// x at a station.
  [[nodiscard]] double x_at(const Station& at, const VectorXd& z) const {
    const double* cell = z.data() + at.first;
    return at.x[0] * cell[0] + at.x[1] * cell[1 + redundancy] + at.x[2] * cell[2 + 2 * redundancy];
  }
};

}  // namespace convex
}  // namespace globaldyn::inside
