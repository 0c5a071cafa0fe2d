#include "globaldyn/convex/write_program.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "globaldyn/plan/rows/row_field.h"

namespace globaldyn::inside {
inline namespace convex {
namespace {

// Gauss quadrature of two points in a cell: exact for cubics, as good as the spline.
constexpr std::array kGaussShares{0.21132486540518712, 0.78867513459481288};

// Of row k at a place: what multiplies the unknowns of the cell.
void write_coefficients(const FieldRows& rows, Eigen::Index k, const CellPlace& place,
                        const ProgramUnits& units, double scale, double* out) {
  const Eigen::Index r = rows.v.cols();
  const auto weight = [&](std::size_t j) {
    return scale * units.x * (rows.a[k] * place.x[j] + rows.d[k] * place.u[j]);
  };
  out[0] = weight(0);
  out[1 + r] = weight(1);
  out[2 + 2 * r] = weight(2);
  for (Eigen::Index j = 0; j < r; ++j) {
    const double v = scale * rows.v(k, j) * units.preload[j];
    out[1 + j] = (1.0 - place.share) * v;
    out[2 + r + j] = place.share * v;
  }
}

class ProgramWriter {
 public:
  ProgramWriter(const MotionField& field, const SplineGrid& grid, const ProgramUnits& units)
      : field_(field), grid_(grid), units_(units) {
    MotionProgram& program = written_.program;
    program.redundancy = field.redundancy();
    program.drives = field.drives();
    program.unknowns = grid.unknowns();
    program.costs = VectorXd::Zero(1 + field.drives());
  }

  WrittenProgram run() {
    for (std::size_t s = 0; s < grid_.stretches().size(); ++s) {
      const auto [first, last] = grid_.cells_of(s);
      const GridStretch& stretch = grid_.stretches()[s];
      if (!stretch.is_free_begin) fix(grid_.cells()[first].first);
      if (!stretch.is_free_end) fix(grid_.cells()[last - 1].first + grid_.b_places()[2]);
      for (std::size_t i = first; i < last; ++i) {
        if (grid_.cells()[i].length == 0.0) continue;
        add_node(i, false);
        if (i + 1 == last || grid_.cells()[i + 1].length == 0.0) add_node(i, true);
        for (const double share : kGaussShares) add_point(i, share);
      }
    }
    for (std::size_t i = 0; i < grid_.rests().size(); ++i) add_rest(i);
    return std::move(written_);
  }

 private:
  // All of its cell but y at the node.
  void add_rest(std::size_t i) {
    const GridCell& cell = grid_.cell_of_rest(i);
    MotionProgram& program = written_.program;
    const int r = program.redundancy;
    for (int k = 0; k < program.window(); ++k) {
      if (k < 1 || k > r) fix(cell.first + k);
    }
    VectorXd friction;
    field_.write_rest(cell.part, cell.begin, rows_, friction);
    const auto station = static_cast<int>(program.stations.size());
    const CellPlace place{.p = cell.begin};
    program.stations.push_back({.first = cell.first, .rests = true});
    // Without a choice of preload nothing here depends on the motion.
    if (r > 0) add_sides(station, place, {i, false, 0, false, true}, true);
    program.points.push_back({.first = cell.first, .rests = true});
    program.weights.push_back(grid_.rests()[i].duration / units_.time);
    for (Eigen::Index k = 0; k < program.drives; ++k) {
      add_force(k, place, {.friction = friction[k] / units_.forces[k]});
    }
  }

  void fix(int unknown) { written_.program.fixed.push_back(unknown); }

  void add_node(std::size_t index, bool at_end) {
    const GridCell& cell = grid_.cells()[index];
    const CellPlace place = SplineGrid::find_place(cell, at_end ? 1.0 : 0.0);
    field_.write(cell.part, place.p, rows_);
    MotionProgram& program = written_.program;
    const auto station = static_cast<int>(program.stations.size());
    program.stations.push_back({.first = cell.first, .x = place.x});
    add_sides(station, place, {index, at_end, 0, false, false}, is_at_rest(index, at_end));
  }

  // @param at whose sides they are
  void add_sides(int station, const CellPlace& place, KeptSide at, bool rests) {
    MotionProgram& program = written_.program;
    for (Eigen::Index k = 0; k < rows_.a.size(); ++k) {
      const double size = calc_row_size(rows_.low[k], rows_.high[k], rows_.c[k]);
      for (const bool is_high : {false, true}) {
        const double limit = is_high ? rows_.high[k] : rows_.low[k];
        if (std::isinf(limit)) continue;
        const double scale = (is_high ? 1.0 : -1.0) / size;
        ProgramRow row{.station = station, .constant = scale * (rows_.c[k] - limit)};
        if (!rests) row.root = scale * rows_.b[k] * std::sqrt(units_.x);
        program.rows.push_back(row);
        at.row = static_cast<int>(k);
        at.is_high = is_high;
        written_.sides.push_back(at);
        written_.sizes.push_back(size);
        write_coefficients(rows_, k, place, units_, scale, add_window(program.row_coefficients));
      }
    }
  }

  [[nodiscard]] bool is_at_rest(std::size_t index, bool at_end) const {
    const std::size_t s = grid_.stretch_of(index);
    const auto [first, last] = grid_.cells_of(s);
    const GridStretch& stretch = grid_.stretches()[s];
    return at_end ? index + 1 == last && stretch.x_end == 0.0 && !stretch.is_free_end
                  : index == first && stretch.x_begin == 0.0 && !stretch.is_free_begin;
  }

  void add_point(std::size_t index, double share) {
    const GridCell& cell = grid_.cells()[index];
    const auto [place, slope] = grid_.find_place_by_angle(cell, share);
    field_.write(cell.part, place.p, rows_);
    MotionProgram& program = written_.program;
    program.points.push_back({.first = cell.first, .x = place.x});
    program.weights.push_back(0.5 * slope / std::sqrt(units_.x) / units_.time);
    for (Eigen::Index k = 0; k < program.drives; ++k) {
      add_force(k, place, {.root = rows_.b[k] * std::sqrt(units_.x) / units_.forces[k]});
    }
  }

  void add_force(Eigen::Index k, const CellPlace& place, ProgramForce force) {
    MotionProgram& program = written_.program;
    const double scale = 1.0 / units_.forces[k];
    force.constant = scale * rows_.c[k];
    program.forces.push_back(force);
    write_coefficients(rows_, k, place, units_, scale, add_window(program.force_coefficients));
  }

  double* add_window(std::vector<double>& coefficients) const {
    const std::size_t at = coefficients.size();
    coefficients.resize(at + static_cast<std::size_t>(written_.program.window()));
    return coefficients.data() + at;
  }

  const MotionField& field_;
  const SplineGrid& grid_;
  const ProgramUnits& units_;
  WrittenProgram written_;
  FieldRows rows_;
};

}  // namespace

WrittenProgram write_program(const MotionField& field, const SplineGrid& grid,
                             const ProgramUnits& units) {
  return ProgramWriter(field, grid, units).run();
}

std::pair<double, double> find_state(const GridCell& cell, const CellPlace& place,
                                     const ProgramUnits& units, int redundancy, const VectorXd& z) {
  const double* b = z.data() + cell.first;
  const int at[3] = {0, 1 + redundancy, 2 + 2 * redundancy};
  double x = 0.0, u = 0.0;
  for (std::size_t j = 0; j < 3; ++j) {
    x += units.x * place.x[j] * b[at[j]];
    u += units.x * place.u[j] * b[at[j]];
  }
  return {std::max(x, 0.0), u};
}

VectorXd calc_values(const FieldRows& rows, const GridCell& cell, const CellPlace& place,
                     const ProgramUnits& units, const VectorXd& z) {
  const Eigen::Index r = rows.v.cols();
  const auto [x, u] = find_state(cell, place, units, static_cast<int>(r), z);
  VectorXd values = rows.a * x + rows.b * std::sqrt(x) + rows.c + rows.d * u;
  const double* b = z.data() + cell.first;
  for (Eigen::Index j = 0; j < r; ++j) {
    const double y = (1.0 - place.share) * b[1 + j] + place.share * b[2 + r + j];
    values += rows.v.col(j) * (y * units.preload[j]);
  }
  return values;
}

VectorXd find_excess(const MotionField& field, const SplineGrid& grid, const ProgramUnits& units,
                     const WrittenProgram& written, const VectorXd& z) {
  VectorXd excess = VectorXd::Zero(static_cast<Eigen::Index>(written.sides.size()));
  // Rows of nodes by cell; a node between two cells belongs to the later one, and to both.
  const std::vector<GridCell>& cells = grid.cells();
  std::vector<std::array<std::size_t, 2>> begins(cells.size() + 1);
  std::vector<std::array<std::size_t, 2>> ends(cells.size() + 1);
  for (std::size_t i = 0; i < written.sides.size(); ++i) {
    const KeptSide& side = written.sides[i];
    if (side.rests) continue;
    auto& range = side.at_end ? ends[side.cell] : begins[side.cell];
    if (range[1] == 0) range[0] = i;
    range[1] = i + 1;
  }
  FieldRows rows;
  for (std::size_t c = 0; c < cells.size(); ++c) {
    const GridCell& cell = cells[c];
    if (cell.length == 0.0) continue;
    const std::array<std::size_t, 2>& after = ends[c][1] > 0 ? ends[c] : begins[c + 1];
    for (const double share : {0.25, 0.5, 0.75}) {
      const CellPlace place = SplineGrid::find_place(cell, share);
      field.write(cell.part, place.p, rows);
      const VectorXd values = calc_values(rows, cell, place, units, z);
      for (const auto& range : {begins[c], after}) {
        for (std::size_t i = range[0]; i < range[1]; ++i) {
          const KeptSide& side = written.sides[i];
          const double limit = side.is_high ? rows.high[side.row] : rows.low[side.row];
          const double beyond = (side.is_high ? 1.0 : -1.0) * (values[side.row] - limit);
          const auto k = static_cast<Eigen::Index>(i);
          excess[k] = std::max(excess[k], beyond / written.sizes[i]);
        }
      }
    }
  }
  return excess;
}

}  // namespace convex
}  // namespace globaldyn::inside
