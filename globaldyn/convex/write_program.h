#pragma once

#include <utility>
#include <vector>

#include "globaldyn/convex/motion_field.h"
#include "globaldyn/convex/motion_program.h"
#include "globaldyn/convex/spline_grid.h"

namespace globaldyn::inside {
inline namespace convex {

/// In what a program's unknowns and totals are measured.
struct ProgramUnits {
  double x{1.0};       ///< d1²
  double time{1.0};    ///< s
  VectorXd preload{};  ///< of every y
  VectorXd forces{};   ///< of every drive: E_k is the integral of (n_k / force)² over the time
};

/// A limit kept at an end of a cell or in its middle, or of what changes along it.
struct KeptRow {
  enum class Kind {
    none,    ///< a row without limits
    limit,   ///< of a row of the field, `row`
    power,   ///< of a drive's force, `row`
    supply,  ///< of all drives' forces, which are those of choice `row` of list_supply_choices()
    supply_back,  ///< likewise what they take back
    rate,         ///< of its change along the cell
    jerk,         ///< of the change of the acceleration of drive `row`
  };
  std::size_t cell{0};
  double share{0.0};  ///< where on the cell: 0, 1/2 or 1
  int row{0};
  bool rests{false};  ///< of a rest of the grid; `cell` is its number
  Kind kind{Kind::none};
  double size{1.0};   ///< what its limit is, in the row's unit
  double scale{1.0};  ///< what it has been multiplied by so that 1 is all of its limit at the start
};

[[nodiscard]] inline bool is_supply(const KeptRow& row) {
  return row.kind == KeptRow::Kind::supply || row.kind == KeptRow::Kind::supply_back;
}

/// Whether what is limited is a force over power / sqrt(x).
[[nodiscard]] inline bool is_power(const KeptRow& row) {
  return row.kind == KeptRow::Kind::power || is_supply(row);
}

/// Where a point of the quadrature is: at p of a stretch, or at a rest.
struct PointPlace {
  std::size_t stretch{0};  ///< or the rest
  double p{0.0};
  bool rests{false};
};

/// A program without costs and budgets, what its rows are, and where its points are.
struct WrittenProgram {
  MotionProgram program;
  std::vector<KeptRow> kept;       ///< of each row
  std::vector<PointPlace> places;  ///< of each point
};

/// The limits of a field at the nodes of a grid and in the middle of its cells, and its forces at
/// points of a quadrature between them.
/// @param draws whether what drives draw from their supply counts
/// @param varied drives of which it counts how much their forces change
[[nodiscard]] WrittenProgram write_program(const MotionField& field, const SplineGrid& grid,
                                           const ProgramUnits& units, bool draws = false,
                                           std::vector<int> varied = {});

/// Unknowns for a motion with this x at p, which mostly is a share of another motion's: b as x is
/// at the middle of what they weigh in, y zero.
template <class Function>
[[nodiscard]] VectorXd make_start(const SplineGrid& grid, const ProgramUnits& units,
                                  const Function& x_at) {
  VectorXd z = VectorXd::Zero(grid.unknowns());
  const std::array<int, 3> places = grid.b_places();
  for (std::size_t s = 0; s < grid.stretches().size(); ++s) {
    const auto [first, last] = grid.cells_of(s);
    const GridStretch& stretch = grid.stretches()[s];
    for (std::size_t i = first; i < last; ++i) {
      const GridCell& cell = grid.cells()[i];
      z[cell.first + places[1]] = x_at(cell.begin + 0.5 * cell.length) / units.x;
    }
    const double x_begin = stretch.is_free_begin ? x_at(stretch.begin) : stretch.x_begin;
    const double x_end = stretch.is_free_end ? x_at(stretch.end) : stretch.x_end;
    z[grid.cells()[first].first] = x_begin / units.x;
    z[grid.cells()[last - 1].first + places[2]] = x_end / units.x;
  }
  return z;
}

/// x and u of a motion at a place.
[[nodiscard]] std::pair<double, double> find_state(const GridCell& cell, const CellPlace& place,
                                                   const ProgramUnits& units, int redundancy,
                                                   const VectorXd& z);

/// The values of a field's rows at a place of a motion.
[[nodiscard]] VectorXd calc_values(const FieldRows& rows, const GridCell& cell,
                                   const CellPlace& place, const ProgramUnits& units,
                                   const VectorXd& z);

/// Scales the rows of power and of what changes, whose limits depend on x, so that 1 is all of them
/// at these unknowns.
void scale_rows(const VectorXd& z, WrittenProgram& written);

/// What of the limits of what changes the motion at these unknowns needs, but for terms in sqrt(x):
/// the largest ratio.
[[nodiscard]] double find_change(const VectorXd& z, const WrittenProgram& written);

/// What one more unit of every drive's power, and of the supply's two limits, would save of a
/// program's objective at its solution.
struct PowerPrices {
  VectorXd drives;          ///< m
  double supply{0.0};       ///< of what drives may be given
  double supply_back{0.0};  ///< of what they may give back
};

/// @param row_prices multipliers of both sides of rows
[[nodiscard]] PowerPrices find_power_prices(const MotionField& field, const VectorXd& z,
                                            const VectorXd& row_prices,
                                            const WrittenProgram& written);

/// Takes that off the limits where they are kept.
/// @param excess of both sides of each row
void tighten(const VectorXd& excess, const VectorXd& z, WrittenProgram& written);

}  // namespace convex
}  // namespace globaldyn::inside
