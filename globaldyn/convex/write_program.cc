#include "globaldyn/convex/write_program.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

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
  ProgramWriter(const MotionField& field, const SplineGrid& grid, const ProgramUnits& units,
                bool draws, std::vector<int> varied)
      : field_(field),
        grid_(grid),
        units_(units),
        draws_(draws),
        varied_(std::move(varied)),
        is_of_change_(field.is_of_change()),
        choices_(list_supply_choices(field, kMostSupplyChoices)) {
    MotionProgram& program = written_.program;
    program.redundancy = field.redundancy();
    program.drives = field.drives();
    program.unknowns = grid.unknowns();
    for (const OtherForce& other : field.other_forces()) program.others.push_back(other.drive);
    program.costs = VectorXd::Zero(1 + field.drives());
  }

  WrittenProgram run() {
    find_least_sizes();
    for (const int absent : grid_.absent()) fix(absent);
    for (std::size_t s = 0; s < grid_.stretches().size(); ++s) {
      const auto [first, last] = grid_.cells_of(s);
      const GridStretch& stretch = grid_.stretches()[s];
      if (!stretch.is_free_begin) fix(grid_.cells()[first].first);
      if (!stretch.is_free_end) fix(grid_.cells()[last - 1].first + grid_.b_places()[2]);
      for (std::size_t i = first; i < last; ++i) {
        if (!varied_.empty()) add_variation(i, last);
        if (grid_.cells()[i].length == 0.0) continue;
        add_place(i, 0.0);
        add_place(i, 0.5);
        if (i + 1 == last || grid_.cells()[i + 1].part != grid_.cells()[i].part) add_place(i, 1.0);
        add_changes(i);
        for (const double share : kGaussShares) add_point(i, share);
      }
    }
    for (std::size_t i = 0; i < grid_.rests().size(); ++i) add_rest(i);
    for (std::size_t s = 0; s < grid_.stretches().size(); ++s) close(s);
    return std::move(written_);
  }

 private:
  // Where a stretch goes on from the end of another one.
  void close(std::size_t stretch) {
    const int before = grid_.stretches()[stretch].follows;
    if (before < 0) return;
    const GridCell& first = grid_.cells()[grid_.cells_of(stretch).first];
    const GridCell& last =
        grid_.cells()[grid_.cells_of(static_cast<std::size_t>(before)).second - 1];
    const auto join = [&](const std::array<double, 3>& begin, const std::array<double, 3>& end,
                          double size) {
      Equality same;
      for (std::size_t k = 0; k < 3; ++k) {
        same.terms.emplace_back(first.first + grid_.b_places()[k], size * begin[k]);
        same.terms.emplace_back(last.first + grid_.b_places()[k], -size * end[k]);
      }
      written_.program.equalities.push_back(std::move(same));
    };
    join(first.x_begin, last.x_end, 1.0);
    if (!is_of_change_) return;
    join(first.u_begin, last.u_end,
         grid_.stretches()[stretch].end - grid_.stretches()[stretch].begin);
    const int r = written_.program.redundancy;
    for (int j = 0; j < r; ++j) {
      written_.program.equalities.push_back(
          {{{first.first + 1 + j, 1.0}, {last.first + 2 + r + j, -1.0}}});
    }
  }

  // A limit of 0 is as large as the constant that it limits, which may be nothing but a rounding
  // error: no less than a share of what a motion's terms can be anywhere.
  void find_least_sizes() {
    constexpr double kLeast = 1e-3;
    const std::vector<FieldPart>& parts = field_.parts();
    const double most_u = units_.x / (parts.back().end - parts.front().begin);
    for (std::size_t part = 0; part < parts.size(); ++part) {
      for (const double share : {0.0, 0.5, 1.0}) {
        field_.write(part, parts[part].begin + share * (parts[part].end - parts[part].begin),
                     rows_);
        const VectorXd sizes = rows_.a.cwiseAbs() * units_.x + rows_.d.cwiseAbs() * most_u +
                               rows_.c.cwiseAbs() + rows_.v.cwiseAbs() * units_.preload;
        if (least_sizes_.size() == 0) least_sizes_ = VectorXd::Zero(sizes.size());
        least_sizes_ = least_sizes_.cwiseMax(kLeast * sizes);
      }
    }
  }

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
    const CellPlace place{.p = cell.begin};
    // Without a choice of preload nothing here depends on the motion.
    if (r > 0) {
      block_ = {.cell = cell.first};
      add_limits(place, {.cell = i, .rests = true}, true);
      end_block();
    }
    program.points.push_back({.first = cell.first, .rests = true, .p = cell.begin});
    written_.places.push_back({.stretch = i, .p = cell.begin, .rests = true});
    program.weights.push_back(grid_.rests()[i].duration / units_.time);
    for (int k = 0; k < program.drives; ++k) {
      add_force(k, k, place, {.friction = friction[k] / units_.forces[k]});
    }
    for (const OtherForce& other : field_.other_forces()) {
      add_force(other.row, other.drive, place, {});
    }
    end_point();
  }

  void fix(int unknown) { written_.program.fixed.push_back(unknown); }

  void add_place(std::size_t index, double share) {
    const GridCell& cell = grid_.cells()[index];
    const CellPlace place = SplineGrid::find_place(cell, share);
    field_.write(cell.part, place.p, rows_);
    const Station station{.first = cell.first, .x = place.x, .p = place.p};
    const bool rests =
        (share == 0.0 && is_at_rest(index, false)) || (share == 1.0 && is_at_rest(index, true));
    block_ = {.cell = cell.first, .at = station};
    add_limits(place, {.cell = index, .share = share}, rests);
    end_block();
    if (rests) return;
    block_ = {.cell = cell.first, .at = station, .early = station};
    if (has_limits_of([](const DriveMotionLimit& one) { return one.power; })) {
      add_powers(place, {.cell = index, .share = share, .kind = KeptRow::Kind::power});
    }
    add_supply(place, {.cell = index, .share = share});
    end_block();
  }

  template <class Get>
  [[nodiscard]] bool has_limits_of(const Get& get) const {
    const auto& limits = field_.motion_limits();
    return std::any_of(limits.begin(), limits.end(),
                       [&](const DriveMotionLimit& one) { return std::isfinite(get(one)); });
  }

  // |n q'| sqrt(x) <= power, over power / sqrt(x). Behind a gear with losses a motor delivers the
  // largest that any of its rows gives, and takes back no more than the first.
  void add_powers(const CellPlace& place, KeptRow at) {
    field_.write_course(grid_.cells()[at.cell].part, place.p, course_);
    const auto add = [&](int row, int drive) {
      const double power = field_.motion_limits()[static_cast<std::size_t>(drive)].power;
      if (std::isinf(power)) return;
      const double scale = course_.rates[drive] * std::sqrt(units_.x) / power;
      at.row = row;
      at.size = power;
      constexpr double kNone = std::numeric_limits<double>::infinity();
      double* coefficients = add_row({.constant = scale * rows_.c[row],
                                      .root = scale * rows_.b[row] * std::sqrt(units_.x),
                                      .early = 1.0,
                                      .low = row == drive ? 0.0 : -kNone},
                                     at);
      write_coefficients(rows_, row, place, units_, scale, coefficients);
    };
    for (int k = 0; k < field_.drives(); ++k) add(k, k);
    for (const OtherForce& other : field_.other_forces()) add(other.row, other.drive);
  }

  // As the power of one drive; what drives deliver and what they take back have limits of their
  // own. What they take back is limited as if every gear with losses were driven by its load, which
  // is on the safe side where some are not.
  void add_supply(const CellPlace& place, KeptRow at) {
    const FieldSupply supply = field_.supply();
    const bool has_power = std::isfinite(supply.power), has_back = std::isfinite(supply.back);
    if (!has_power && !has_back) return;
    field_.write_course(grid_.cells()[at.cell].part, place.p, course_);
    const std::size_t choices = has_power ? choices_.size() : 1;
    for (std::size_t i = 0; i < choices; ++i) {
      sum_powers(place, choices_[i]);
      at.row = static_cast<int>(i);
      at.kind = KeptRow::Kind::supply;
      if (has_power) add_sum(supply.power, at);
      at.kind = KeptRow::Kind::supply_back;
      if (has_back && i == 0) add_sum(supply.back, at);
    }
  }

  // Of these rows, one of each drive, over sqrt(x).
  void sum_powers(const CellPlace& place, const std::vector<int>& rows) {
    const auto window = static_cast<std::size_t>(written_.program.window());
    std::vector<double> of_drive(window);
    sum_ = {.terms = std::vector<double>(window)};
    for (int k = 0; k < field_.drives(); ++k) {
      const int row = rows[static_cast<std::size_t>(k)];
      const double rate = course_.rates[k] * std::sqrt(units_.x);
      sum_.constant += rate * rows_.c[row];
      sum_.root += rate * rows_.b[row] * std::sqrt(units_.x);
      write_coefficients(rows_, row, place, units_, rate, of_drive.data());
      for (std::size_t j = 0; j < window; ++j) sum_.terms[j] += of_drive[j];
    }
  }

  void add_sum(double limit, KeptRow at) {
    constexpr double kNone = std::numeric_limits<double>::infinity();
    const bool is_back = at.kind == KeptRow::Kind::supply_back;
    at.size = limit;
    double* out = add_row({.constant = sum_.constant / limit,
                           .root = sum_.root / limit,
                           .early = 1.0,
                           .low = is_back ? 0.0 : -kNone,
                           .high = is_back ? kNone : 0.0},
                          at);
    for (std::size_t j = 0; j < sum_.terms.size(); ++j) out[j] = sum_.terms[j] / limit;
  }

  // What changes from one end of a cell to the other, over the time that it takes. Where a part
  // begins or ends, what changes all of a sudden would be a mean over the cell: there next to the
  // end, too.
  void add_changes(std::size_t index) {
    if (!is_of_change_) return;
    constexpr double kNext = 1.0 / 64.0;
    const GridCell& cell = grid_.cells()[index];
    add_changes(index, 0.0, 1.0);
    const std::size_t stretch = grid_.stretch_of(index);
    const auto [first, last] = grid_.cells_of(stretch);
    if (cell.gentle != 0) return;
    const bool begins = index == first ? grid_.stretches()[stretch].follows >= 0
                                       : grid_.cells()[index - 1].part != cell.part;
    const bool ends =
        index + 1 == last ? is_followed(stretch) : grid_.cells()[index + 1].part != cell.part;
    if (begins) add_changes(index, 0.0, kNext);
    if (ends) add_changes(index, 1.0 - kNext, 1.0);
  }

  [[nodiscard]] bool is_followed(std::size_t stretch) const {
    const auto& all = grid_.stretches();
    return std::any_of(all.begin(), all.end(), [&](const GridStretch& one) {
      return one.follows == static_cast<int>(stretch);
    });
  }

  void add_changes(std::size_t index, double from, double to) {
    const bool has_rates = has_limits_of([](const DriveMotionLimit& one) { return one.rate; });
    const bool has_jerks = has_limits_of([](const DriveMotionLimit& one) { return one.jerk; });
    const GridCell& cell = grid_.cells()[index];
    const CellPlace begin = SplineGrid::find_place(cell, from);
    const CellPlace end = SplineGrid::find_place(cell, to);
    field_.write(cell.part, begin.p, rows_);
    field_.write(cell.part, end.p, end_rows_);
    begin_changes(index, begin, end);
    KeptRow at{.cell = index};
    if (has_rates) {
      at.kind = KeptRow::Kind::rate;
      const auto add = [&](int row, int drive) {
        const double rate = field_.motion_limits()[static_cast<std::size_t>(drive)].rate;
        if (std::isinf(rate)) return;
        at.row = row;
        add_change(row, begin, end, rate, at);
      };
      for (int k = 0; k < field_.drives(); ++k) add(k, k);
      for (const OtherForce& other : field_.other_forces()) add(other.row, other.drive);
    }
    if (has_jerks) {
      at.kind = KeptRow::Kind::jerk;
      take_accelerations(cell.part, begin.p, rows_);
      take_accelerations(cell.part, end.p, end_rows_);
      for (int k = 0; k < field_.drives(); ++k) {
        const double jerk = field_.motion_limits()[static_cast<std::size_t>(k)].jerk;
        if (std::isinf(jerk)) continue;
        at.row = k;
        add_change(k, begin, end, jerk, at);
      }
    }
    end_block();
    if (std::isfinite(field_.tool_jerk(cell.part))) add_tool_change(index, begin, end);
  }

  // Of the tool's acceleration, whose length is limited.
  void add_tool_change(std::size_t index, const CellPlace& begin, const CellPlace& end) {
    const GridCell& cell = grid_.cells()[index];
    begin_changes(index, begin, end);
    block_.vector = static_cast<int>(vectors_++);
    const double time = change_.times[0] + change_.times[1];
    const double size = field_.tool_jerk(cell.part) * time;
    constexpr double kNone = std::numeric_limits<double>::infinity();
    add_row({.early = change_.times[0] / time, .late = change_.times[1] / time, .low = -kNone},
            {.cell = index, .kind = KeptRow::Kind::jerk, .size = size});
    end_block();
    const auto window = static_cast<std::size_t>(written_.program.window());
    std::vector<double>& all = written_.program.vector_coefficients;
    const std::size_t first = all.size();
    all.resize(first + 3 * window);
    for (const CellPlace* place : {&begin, &end}) {
      field_.write_course(cell.part, place->p, course_);
      const double scale = (place == &end ? 1.0 : -1.0) * units_.x / size;
      for (std::size_t j = 0; j < 3; ++j) {
        const Vector3d share =
            scale * (course_.tool_rate * place->u[j] + course_.tool_second * place->x[j]);
        const auto a = static_cast<std::size_t>(grid_.b_places()[j]);
        for (std::size_t k = 0; k < 3; ++k) all[first + 3 * a + k] += share.data()[k];
      }
    }
  }

  // Its ends, and where x tells how long the cell takes, by the quadrature of time. Next to rest a
  // gentle motion needs 3 length / sqrt(x) with x where it moves: one place does.
  void begin_changes(std::size_t index, const CellPlace& begin, const CellPlace& end) {
    const GridCell& cell = grid_.cells()[index];
    const auto station = [&](const CellPlace& place) {
      return Station{.first = cell.first, .x = place.x, .p = place.p};
    };
    block_ = {.cell = cell.first, .at = station(begin), .end = station(end)};
    // Those of this cell, which come after its rows.
    const auto next = static_cast<int>(written_.program.points.size());
    block_.points = {next, next + 1};
    change_ = {};
    change_.rests_before = is_at_rest(index, false);
    change_.rests_after = is_at_rest(index, true);
    if (cell.gentle != 0) {
      block_.early = block_.late = station(cell.gentle == 1 ? end : begin);
      change_.times[0] = 3.0 * cell.length / std::sqrt(units_.x);
      return;
    }
    // Of a part of a cell the same share of the time, which falls short by the cell's own change.
    const double part = end.share - begin.share;
    const std::array<Station*, 2> stations{&block_.early, &block_.late};
    for (std::size_t i = 0; i < kGaussShares.size(); ++i) {
      const auto [place, slope] = grid_.find_place_by_angle(cell, kGaussShares[i]);
      *stations[i] = station(place);
      change_.times[i] = part * 0.5 * slope / std::sqrt(units_.x);
    }
  }

  // Accelerations of drives instead of rows.
  void take_accelerations(std::size_t part, double p, FieldRows& rows) {
    field_.write_course(part, p, course_);
    const Eigen::Index m = field_.drives();
    rows.a = course_.seconds;
    rows.d = course_.rates;
    rows.b = rows.c = VectorXd::Zero(m);
    rows.v = MatrixXd::Zero(m, field_.redundancy());
  }

  // Of a row from rows_ to end_rows_.
  // @param rate at most, 1/s
  void add_change(int k, const CellPlace& begin, const CellPlace& end, double rate, KeptRow at) {
    const auto window = static_cast<std::size_t>(written_.program.window());
    const double time = change_.times[0] + change_.times[1], root = std::sqrt(units_.x);
    const double scale = 1.0 / (rate * time);
    std::vector<double> from(window), to(window);
    write_coefficients(rows_, k, begin, units_, scale, from.data());
    write_coefficients(end_rows_, k, end, units_, scale, to.data());
    at.size = rate * time;
    double* out = add_row({.constant = scale * (end_rows_.c[k] - rows_.c[k]),
                           .root = change_.rests_before ? 0.0 : -scale * rows_.b[k] * root,
                           .end_root = change_.rests_after ? 0.0 : scale * end_rows_.b[k] * root,
                           .early = change_.times[0] / time,
                           .late = change_.times[1] / time},
                          at);
    for (std::size_t j = 0; j < window; ++j) out[j] = to[j] - from[j];
  }

  struct NewRow {
    double constant{0.0}, root{0.0}, end_root{0.0}, early{0.0}, late{0.0}, low{0.0}, high{0.0};
  };

  // @return where its coefficients are to be written
  double* add_row(const NewRow& row, const KeptRow& kept) {
    ProgramRows& rows = written_.program.rows;
    rows.constants.push_back(row.constant);
    rows.roots.push_back(row.root);
    rows.end_roots.push_back(row.end_root);
    rows.early.push_back(row.early);
    rows.late.push_back(row.late);
    rows.low.push_back(row.low);
    rows.high.push_back(row.high);
    written_.kept.push_back(kept);
    ++block_.rows;
    block_.bends |= row.root != 0.0;
    block_.end_bends |= row.end_root != 0.0;
    block_.spares |= row.early != 0.0;
    block_.late_spares |= row.late != 0.0;
    return add_window(block_coefficients_);
  }

  // Fills it up with rows without limits, and turns its coefficients.
  void end_block() {
    if (block_.rows == 0) return;
    constexpr double kNone = std::numeric_limits<double>::infinity();
    while (block_.rows % kRowLane != 0) add_row({.low = -kNone, .high = kNone}, {});
    MotionProgram& program = written_.program;
    const auto window = static_cast<std::size_t>(program.window());
    block_.first = program.rows.size() - block_.rows;
    append_turned(block_coefficients_, window, program.rows.coefficients);
    program.blocks.push_back(block_);
    block_coefficients_.clear();
  }

  // From one window after the other to all of one unknown after the other.
  static void append_turned(const std::vector<double>& windows, std::size_t window,
                            std::vector<double>& all) {
    for (std::size_t j = 0; j < window; ++j) {
      for (std::size_t i = j; i < windows.size(); i += window) all.push_back(windows[i]);
    }
  }

  void add_limits(const CellPlace& place, KeptRow at, bool rests) {
    at.kind = KeptRow::Kind::limit;
    for (Eigen::Index k = 0; k < rows_.a.size(); ++k) {
      const double low = rows_.low[k], high = rows_.high[k];
      if (std::isinf(low) && std::isinf(high)) continue;
      const bool is_zero = (std::isinf(low) || low == 0.0) && (std::isinf(high) || high == 0.0);
      const double told = calc_row_size(low, high, rows_.c[k]);
      const double size = is_zero ? std::max(told, least_sizes_[k]) : told, scale = 1.0 / size;
      at.row = static_cast<int>(k);
      at.size = size;
      double* coefficients =
          add_row({.constant = scale * rows_.c[k],
                   .root = rests ? 0.0 : scale * rows_.b[k] * std::sqrt(units_.x),
                   .low = scale * low,
                   .high = scale * high},
                  at);
      write_coefficients(rows_, k, place, units_, scale, coefficients);
    }
  }

  // How forces change along a cell, and where the next one is of another part, of which rows may
  // differ, to its begin. At a cell of length 0 they change from those of the cell before to those
  // of the one after it.
  void add_variation(std::size_t index, std::size_t last) {
    const GridCell& cell = grid_.cells()[index];
    if (cell.length == 0.0) {
      // Their unknowns are the first four of this cell and the last four.
      const GridCell &before = grid_.cells()[index - 1], &after = grid_.cells()[index + 1];
      const CellPlace from{.p = cell.begin,
                           .share = 0.0,
                           .x = {before.x_end[1], before.x_end[2], 0.0},
                           .u = {before.u_end[1], before.u_end[2], 0.0}};
      const CellPlace to{.p = cell.begin,
                         .share = 1.0,
                         .x = {0.0, after.x_begin[0], after.x_begin[1]},
                         .u = {0.0, after.u_begin[0], after.u_begin[1]}};
      add_variation(cell.first, {before.part, from, false}, {after.part, to, false});
      return;
    }
    const CellPlace end = SplineGrid::find_place(cell, 1.0);
    add_variation(cell.first,
                  {cell.part, SplineGrid::find_place(cell, 0.0), is_at_rest(index, false)},
                  {cell.part, end, is_at_rest(index, true)});
    if (index + 1 == last) return;
    const GridCell& next = grid_.cells()[index + 1];
    if (next.length == 0.0 || next.part == cell.part) return;
    add_variation(cell.first, {cell.part, end, false}, {next.part, end, false});
  }

  struct VariedPlace {
    std::size_t part;
    CellPlace at;
    bool rests;
  };
  void add_variation(int cell, const VariedPlace& from, const VariedPlace& to) {
    field_.write(from.part, from.at.p, rows_);
    field_.write(to.part, to.at.p, end_rows_);
    MotionProgram& program = written_.program;
    const auto window = static_cast<std::size_t>(program.window());
    std::vector<double> begin(window);
    for (const int k : varied_) {
      const double scale = 1.0 / units_.forces[k], root = scale * std::sqrt(units_.x);
      program.changes.push_back({.drive = k,
                                 .cell = cell,
                                 .constant = scale * (end_rows_.c[k] - rows_.c[k]),
                                 .root = from.rests ? 0.0 : -root * rows_.b[k],
                                 .end_root = to.rests ? 0.0 : root * end_rows_.b[k],
                                 .at = {.first = cell, .x = from.at.x, .p = from.at.p},
                                 .end = {.first = cell, .x = to.at.x, .p = to.at.p}});
      write_coefficients(rows_, k, from.at, units_, scale, begin.data());
      double* out = add_window(program.change_coefficients);
      write_coefficients(end_rows_, k, to.at, units_, scale, out);
      for (std::size_t j = 0; j < window; ++j) out[j] -= begin[j];
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
    const auto at = grid_.find_place_by_angle(cell, share);
    const CellPlace& place = at.first;
    const double slope = at.second;
    field_.write(cell.part, place.p, rows_);
    MotionProgram& program = written_.program;
    program.points.push_back({.first = cell.first, .x = place.x, .p = place.p});
    written_.places.push_back({.stretch = grid_.stretch_of(index), .p = place.p});
    program.weights.push_back(0.5 * slope / std::sqrt(units_.x) / units_.time);
    const auto add = [&](int row, int drive) {
      const int choose = program.others.empty() ? 0 : field_.direction(cell.part, drive);
      add_force(
          row, drive, place,
          {.root = rows_.b[row] * std::sqrt(units_.x) / units_.forces[drive], .choose = choose});
    };
    for (int k = 0; k < program.drives; ++k) add(k, k);
    for (const OtherForce& other : field_.other_forces()) add(other.row, other.drive);
    end_point();
    if (draws_) add_rates(cell.part, place.p);
  }

  // Of nothing at rests.
  void add_rates(std::size_t part, double p) {
    field_.write_course(part, p, course_);
    std::vector<double>& rates = written_.program.drawn.rates;
    for (int k = 0; k < field_.drives(); ++k) {
      rates.push_back(course_.rates[k] * std::sqrt(units_.x) * units_.forces[k]);
    }
  }

  void end_point() {
    MotionProgram& program = written_.program;
    append_turned(block_coefficients_, static_cast<std::size_t>(program.window()),
                  program.force_coefficients);
    block_coefficients_.clear();
  }

  void add_force(int row, int drive, const CellPlace& place, ProgramForce force) {
    MotionProgram& program = written_.program;
    const double scale = 1.0 / units_.forces[drive];
    force.constant = scale * rows_.c[row];
    program.forces.push_back(force);
    write_coefficients(rows_, row, place, units_, scale, add_window(block_coefficients_));
  }

  double* add_window(std::vector<double>& coefficients) const {
    const std::size_t at = coefficients.size();
    coefficients.resize(at + static_cast<std::size_t>(written_.program.window()));
    return coefficients.data() + at;
  }

  const MotionField& field_;
  const SplineGrid& grid_;
  const ProgramUnits& units_;
  bool draws_;
  std::vector<int> varied_;
  bool is_of_change_;
  std::vector<std::vector<int>> choices_;  // of rows that a supply's powers are sums of
  // A sum of powers over sqrt(x), as a row.
  struct {
    double constant{0.0}, root{0.0};
    std::vector<double> terms{};
  } sum_;
  VectorXd least_sizes_;  // of rows
  WrittenProgram written_;
  RowBlock block_;  // that is being written
  std::size_t vectors_{0};
  std::vector<double> block_coefficients_;  // its rows' or a point's forces', window by window
  FieldRows rows_, end_rows_;
  FieldCourse course_;
  // Of the cell whose changes are written: the times it would take at x = 1, in two parts.
  struct {
    std::array<double, 2> times{};
    bool rests_before{false}, rests_after{false};
  } change_;
};

}  // namespace

WrittenProgram write_program(const MotionField& field, const SplineGrid& grid,
                             const ProgramUnits& units, bool draws, std::vector<int> varied) {
  return ProgramWriter(field, grid, units, draws, std::move(varied)).run();
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

namespace {

// What power, or what changes, has to spare: of a block's row.
double calc_spare(const MotionProgram& program, const RowBlock& block, std::size_t row,
                  const VectorXd& z) {
  const auto inverse_root = [&](const Station& at) { return 1.0 / std::sqrt(program.x_at(at, z)); };
  double spare = program.rows.early[row] * inverse_root(block.early);
  if (block.late_spares) spare += program.rows.late[row] * inverse_root(block.late);
  return spare;
}

// @param visit called with a block that has spares and a row of it that has limits
template <class Visit>
void visit_spares(const WrittenProgram& written, const Visit& visit) {
  for (const RowBlock& block : written.program.blocks) {
    if (!block.spares) continue;
    for (std::size_t row = block.first; row < block.first + block.rows; ++row) {
      if (written.kept[row].kind != KeptRow::Kind::none) visit(block, row);
    }
  }
}

// Where the coefficients of a row begin; those of other unknowns are block.rows further each.
std::size_t find_coefficients(const MotionProgram& program, const RowBlock& block,
                              std::size_t row) {
  return block.first * static_cast<std::size_t>(program.window()) + row - block.first;
}

// The coefficients of a block's vector.
template <class Program>
auto* find_vector(Program& program, const RowBlock& block) {
  return program.vector_coefficients.data() + 3 * program.window() * block.vector;
}

}  // namespace

void scale_rows(const VectorXd& z, WrittenProgram& written) {
  MotionProgram& program = written.program;
  ProgramRows& rows = program.rows;
  visit_spares(written, [&](const RowBlock& block, std::size_t row) {
    const double scale = 1.0 / calc_spare(program, block, row, z);
    for (std::vector<double>* one : {&rows.constants, &rows.roots, &rows.end_roots, &rows.early,
                                     &rows.late, &rows.low, &rows.high}) {
      (*one)[row] *= scale;
    }
    std::size_t at = find_coefficients(program, block, row);
    for (int j = 0; j < program.window(); ++j, at += block.rows) rows.coefficients[at] *= scale;
    if (block.vector >= 0) {
      double* components = find_vector(program, block);
      for (int j = 0; j < 3 * program.window(); ++j) components[j] *= scale;
    }
    written.kept[row].scale *= scale;
  });
}

double find_change(const VectorXd& z, const WrittenProgram& written) {
  const MotionProgram& program = written.program;
  double largest = 0.0;
  visit_spares(written, [&](const RowBlock& block, std::size_t row) {
    if (is_power(written.kept[row])) return;
    double change = program.rows.constants[row];
    std::size_t at = find_coefficients(program, block, row);
    for (int j = 0; j < program.window(); ++j, at += block.rows) {
      change += program.rows.coefficients[at] * z[block.cell + j];
    }
    if (block.vector >= 0) {
      Vector3d sum = Vector3d::Zero();
      const double* components = find_vector(program, block);
      for (int j = 0; j < program.window(); ++j) {
        sum += z[block.cell + j] * Eigen::Map<const Vector3d>(components + 3 * j);
      }
      change = sum.norm();
    }
    largest = std::max(largest, std::abs(change) / calc_spare(program, block, row, z));
  });
  return largest;
}

// Of a row n q' / P - 1 / sqrt(x) <= 0, times a scale, the derivative by P is - n q' / P², which
// where it holds is minus what is spare over P.
PowerPrices find_power_prices(const MotionField& field, const VectorXd& z,
                              const VectorXd& row_prices, const WrittenProgram& written) {
  PowerPrices prices{.drives = VectorXd::Zero(field.drives())};
  const std::size_t rows = written.kept.size();
  visit_spares(written, [&](const RowBlock& block, std::size_t row) {
    const KeptRow& kept = written.kept[row];
    if (!is_power(kept)) return;
    const double price = row_prices.data()[row] + row_prices.data()[rows + row];
    const double saved = price * calc_spare(written.program, block, row, z) / kept.size;
    if (kept.kind == KeptRow::Kind::power) {
      prices.drives[find_drive(field, kept.row)] += saved;
    } else {
      (kept.kind == KeptRow::Kind::supply ? prices.supply : prices.supply_back) += saved;
    }
  });
  return prices;
}

void tighten(const VectorXd& excess, const VectorXd& z, WrittenProgram& written) {
  MotionProgram& program = written.program;
  ProgramRows& rows = program.rows;
  for (const RowBlock& block : program.blocks) {
    for (std::size_t row = block.first; row < block.first + block.rows; ++row) {
      double unit = 1.0;
      // A row of power is over power / sqrt(x).
      if (is_power(written.kept[row])) {
        unit = written.kept[row].scale / std::sqrt(program.x_at(block.at, z));
      }
      rows.high[row] -= unit * excess.data()[row];
      rows.low[row] += unit * excess.data()[rows.size() + row];
    }
  }
}

}  // namespace convex
}  // namespace globaldyn::inside
