#include "globaldyn/convex/find_excess.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace globaldyn::inside {
inline namespace convex {
namespace {

using RowRange = std::pair<std::size_t, std::size_t>;  // from first to before second

// The rows that are kept at the begin, in the middle and at the end of every cell.
std::vector<std::array<RowRange, 3>> list_rows_of_cells(const WrittenProgram& written,
                                                        std::size_t cells) {
  std::vector<std::array<RowRange, 3>> of(cells);
  for (std::size_t i = 0; i < written.kept.size(); ++i) {
    const KeptRow& row = written.kept[i];
    const bool is_of_place = row.kind == KeptRow::Kind::limit || is_power(row);
    if (row.rests || !is_of_place) continue;
    RowRange& range = of[row.cell][static_cast<std::size_t>(2.0 * row.share)];
    if (range.second == 0) range.first = i;
    range.second = i + 1;
  }
  // Those at the end mostly are those at the next one's begin.
  for (std::size_t c = 0; c + 1 < cells; ++c) {
    if (of[c][2].second == 0) of[c][2] = of[c + 1][0];
  }
  return of;
}

// What is known of a motion at a place of a cell.
struct Look {
  FieldRows rows;
  VectorXd values;  // of rows
  FieldCourse course;
  double speed{0.0};  // d1
};

class ExcessFinder {
 public:
  ExcessFinder(const MotionField& field, const SplineGrid& grid, const ProgramUnits& units,
               const WrittenProgram& written, const VectorXd& z)
      : field_(field),
        grid_(grid),
        units_(units),
        written_(written),
        z_(z),
        count_(written.kept.size()),
        kept_(list_rows_of_cells(written, grid.cells().size())),
        choices_(list_supply_choices(field, kMostSupplyChoices)) {
    const auto& limits = field.motion_limits();
    has_power_ = std::any_of(limits.begin(), limits.end(),
                             [](const auto& one) { return std::isfinite(one.power); }) ||
                 std::isfinite(field.supply().power) || std::isfinite(field.supply().back);
    excess_.sides = VectorXd::Zero(static_cast<Eigen::Index>(2 * count_));
    excess_.cells = VectorXd::Zero(static_cast<Eigen::Index>(grid.cells().size()));
  }

  Excess run() {
    for (std::size_t s = 0; s < grid_.stretches().size(); ++s) {
      const GridStretch& stretch = grid_.stretches()[s];
      const auto [first, last] = grid_.cells_of(s);
      for (std::size_t c = first; c < last; ++c) {
        if (grid_.cells()[c].length == 0.0) continue;
        const bool leaves = c == first && stretch.x_begin == 0.0 && !stretch.is_free_begin;
        const bool arrives = c + 1 == last && stretch.x_end == 0.0 && !stretch.is_free_end;
        if (leaves || arrives) {
          look_next_to_rest(c, leaves);
        } else {
          look_along(c);
        }
      }
    }
    return std::move(excess_);
  }

 private:
  // At places equally far apart, every fourth of which is one where limits are kept.
  static constexpr std::size_t kApart = 4;

  void look_along(std::size_t c) {
    constexpr std::size_t kLast = 2 * kApart;
    looks_.resize(kLast + 1);
    for (std::size_t i = 0; i <= kLast; ++i) {
      look_at(c, static_cast<double>(i) / kLast, looks_[i]);
    }
    for (const std::size_t half : {0, 1}) {
      for (const std::size_t place : {half, half + 1}) visit(c, place, half * kApart, kApart);
    }
  }

  // What goes with the root of x changes most at its very begin.
  void look_next_to_rest(std::size_t c, bool leaves) {
    constexpr std::size_t kLooks = 32;
    looks_.resize(1);
    for (std::size_t i = 1; i < kLooks; ++i) {
      const double root = static_cast<double>(i) / kLooks, share = root * root;
      look_at(c, leaves ? share : 1.0 - share, looks_[0]);
      const std::size_t half = (share < 0.5) == leaves ? 0 : 1;
      for (const std::size_t place : {half, half + 1}) visit(c, place, 0, 0);
    }
  }

  void look_at(std::size_t c, double share, Look& look) const {
    const GridCell& cell = grid_.cells()[c];
    const CellPlace place = SplineGrid::find_place(cell, share);
    field_.write(cell.part, place.p, look.rows);
    if (has_power_) field_.write_course(cell.part, place.p, look.course);
    look.values = calc_values(look.rows, cell, place, units_, z_);
    look.speed = std::sqrt(find_state(cell, place, units_, field_.redundancy(), z_).first);
  }

  // Beyond the high limit, and beyond the low one.
  [[nodiscard]] std::array<double, 2> find_beyond(const KeptRow& row, const Look& look) const {
    if (is_supply(row)) {
      double power = 0.0;
      const std::vector<int>& rows = choices_[static_cast<std::size_t>(row.row)];
      for (int k = 0; k < field_.drives(); ++k) {
        power += look.values[rows[static_cast<std::size_t>(k)]] * look.course.rates[k];
      }
      const double share = look.speed * power / row.size;
      return row.kind == KeptRow::Kind::supply ? std::array{share - 1.0, -1.0}
                                               : std::array{-1.0, -share - 1.0};
    }
    const double value = look.values[row.row];
    if (row.kind == KeptRow::Kind::limit) {
      return {(value - look.rows.high[row.row]) / row.size,
              (look.rows.low[row.row] - value) / row.size};
    }
    const int drive = find_drive(field_, row.row);
    const double power = value * look.course.rates[drive] * look.speed;
    return {power / row.size - 1.0, row.row == drive ? -power / row.size - 1.0 : -1.0};
  }

  // The rows kept at a place of a cell, from a look to so many further; 0: only that one.
  void visit(std::size_t c, std::size_t place, std::size_t first, std::size_t further) {
    for (std::size_t i = kept_[c][place].first; i < kept_[c][place].second; ++i) {
      const KeptRow& row = written_.kept[i];
      if (row.kind == KeptRow::Kind::none) continue;
      if (further == 0) {
        take(c, i, find_beyond(row, looks_[first]));
        continue;
      }
      std::array<std::array<double, 2>, kApart + 1> beyond;
      for (std::size_t k = 0; k <= further; ++k) beyond[k] = find_beyond(row, looks_[first + k]);
      for (std::size_t k = 1; k < further; ++k) {
        take(c, i,
             {find_peak(beyond[k - 1][0], beyond[k][0], beyond[k + 1][0]),
              find_peak(beyond[k - 1][1], beyond[k][1], beyond[k + 1][1])});
      }
    }
  }

  // Of a parabola through three places equally far apart, between them.
  static double find_peak(double before, double here, double after) {
    const double bend = before - 2.0 * here + after, rise = after - before;
    if (bend >= 0.0 || std::abs(rise) >= -2.0 * bend) return here;
    return here - rise * rise / (8.0 * bend);
  }

  void take(std::size_t c, std::size_t row, const std::array<double, 2>& beyond) {
    for (std::size_t side = 0; side < 2; ++side) {
      for (double* most : {excess_.sides.data() + side * count_ + row, excess_.cells.data() + c}) {
        *most = std::max(*most, beyond[side]);
      }
    }
  }

  const MotionField& field_;
  const SplineGrid& grid_;
  const ProgramUnits& units_;
  const WrittenProgram& written_;
  const VectorXd& z_;
  std::size_t count_;
  std::vector<std::array<RowRange, 3>> kept_;
  std::vector<std::vector<int>> choices_;
  bool has_power_{false};
  std::vector<Look> looks_;
  Excess excess_;
};

}  // namespace

Excess find_excess(const MotionField& field, const SplineGrid& grid, const ProgramUnits& units,
                   const WrittenProgram& written, const VectorXd& z) {
  return ExcessFinder(field, grid, units, written, z).run();
}

}  // namespace convex
}  // namespace globaldyn::inside
