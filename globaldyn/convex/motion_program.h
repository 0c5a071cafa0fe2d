#pragma once

#include <array>
#include <vector>

#include "core/base/rotation.h"

namespace globaldyn::inside {
inline namespace convex {

/// Where something is known of a motion: its x = d1² is a weighted sum of three unknowns of a cell.
struct Station {
  int first{0};       ///< the first unknown of the cell
  bool rests{false};  ///< at a stop, whose cell has only y_i: no x, no time but what is given
  std::array<double, 3> x{};
};

/// A limit of a motion, over what it is measured in, so that 1 is all of it:
///     coefficients . z + constant + root sqrt(x) + end_root sqrt(x_end)
///         - spare / sqrt(x_spare) - late_spare / sqrt(x_late) <= 0,
/// where z are the unknowns of the cell of its stations, and x those at its stations.
struct ProgramRow {
  int station{0};
  double constant{0.0};
  double root{0.0};        ///< of viscous friction, and of motors' lines
  double end_root{0.0};    ///< of what changes along a cell
  double spare{0.0};       ///< >= 0: of power, and of what changes in time, which is a sum of both
  double late_spare{0.0};  ///< >= 0
  int end_station{-1};
  int spare_station{-1};
  int late_station{-1};
};

/// A force at a point of the quadrature: coefficients . z + constant + root sqrt(x).
struct ProgramForce {
  double constant{0.0};
  double root{0.0};
  double friction{0.0};  ///< at rest: how much of it friction may take
  /// Of a drive with other forces: 1 if the largest of them counts, -1 if the smallest, 0: this
  /// one.
  signed char choose{0};
};

/// A bound on what a motion takes as a whole: shares . (T, E_1, ..., E_m) - period T_c <= most,
/// where T is its time, E_k = integral n_k² dt and T_c the time of the cycle.
struct Budget {
  VectorXd shares;  ///< 1 + m, >= 0
  double period{0.0};
  double most{0.0};
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
/// It is convex where no row has a `root` above 0 on its side or a `spare`, which are taken by
/// tangents. Time and energies are sums over points of a Gauss quadrature: of x^(-1/2) and
/// n_k² x^(-1/2), both jointly convex in the unknowns.
struct MotionProgram {
  int redundancy{0};  ///< r
  int drives{0};      ///< m
  int unknowns{0};
  std::vector<int> others;  ///< the drives of further forces, see OtherForce
  std::vector<int> fixed;   ///< unknowns that keep their value of the start

  std::vector<Station> stations;
  std::vector<ProgramRow> rows;          ///< in the order of their stations
  std::vector<double> row_coefficients;  ///< window() of each row

  std::vector<Station> points;
  std::vector<double> weights;             ///< of the quadrature, per point; at rest its time
  std::vector<ProgramForce> forces;        ///< of each point m, then those of `others`
  std::vector<double> force_coefficients;  ///< window() of each force

  /// What is to be least: costs . (T, E_1, ..., E_m) + period_cost T_c.
  VectorXd costs;
  double period_cost{0.0};
  bool has_period{false};  ///< whether T_c is an unknown
  std::vector<Budget> budgets;

  /// Unknowns of a cell, of which b are the first, the middle one and the last.
  [[nodiscard]] int window() const { return 3 + 2 * redundancy; }
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
