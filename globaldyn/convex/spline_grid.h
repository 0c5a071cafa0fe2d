#pragma once

#include <array>
#include <cstddef>
#include <utility>
#include <vector>

#include "core/base/rotation.h"
#include "globaldyn/convex/motion_field.h"

namespace globaldyn::inside {
inline namespace convex {

/// A stretch of a path that is passed from a speed to a speed, mostly from rest to rest.
struct GridStretch {
  double begin{0.0};
  double end{0.0};
  double x_begin{0.0};  ///< d1² at its ends
  double x_end{0.0};
  bool is_free_begin{false};  ///< whether any x will do at an end
  bool is_free_end{false};
  /// Not negative: the stretch at whose free end the motion goes on at the free begin of this one,
  /// as along a closed path: with the same x, and if forces change in finite time with the same u
  /// and y.
  int follows{-1};
};

/// A stop between stretches, or at an end of the path.
struct GridRest {
  double p{0.0};
  double duration{0.0};  ///< s
  std::size_t part{0};   ///< of the field
};

/// Where cells are to be finer than elsewhere: no wider than `step`, in the angle, and than half of
/// those elsewhere, so that all cells are finer on a finer grid.
struct GridZone {
  std::size_t stretch{0};
  double angle_begin{0.0}, angle_end{0.0};
  double step{0.0};
};

/// A cell between two neighbouring nodes of one stretch; see MotionProgram.
struct GridCell {
  std::size_t part{0};  ///< of the field
  double begin{0.0};
  double length{0.0};  ///< 0: only lets u and y jump
  double angle_begin{0.0}, angle_end{0.0};
  int first{0};  ///< its first unknown
  /// Of a gentle motion: 1 leaves rest on it, -1 comes to rest.
  int gentle{0};
  /// x and u at its ends, in b of the cell.
  std::array<double, 3> x_begin{}, u_begin{}, x_end{}, u_end{};
};

/// x and u at a place within a cell, as sums of its three b.
struct CellPlace {
  double p{0.0};
  double share{0.0};  ///< of the way through the cell: y = (1 - share) y_i + share y_(i+1)
  std::array<double, 3> x{}, u{};
};

/// How a motion leaves rest, and comes to it.
enum class RestKind {
  forceful,  ///< with a finite acceleration: x ~ distance
  gentle,    ///< with a finite jerk: x ~ distance^(4/3)
};

/// A grid for the motions along one or several stretches of a path. Nodes are equally far apart in
/// an angle from 0 to pi of which p is a function that starts and ends like its square, where
/// motions are forceful, or its cube: time and energies are smooth functions of it, and all cells
/// take about as long. Along a stretch that rests at neither end p is linear in it. On the cell
/// next to rest a gentle motion has x = x_1
/// (distance/length)^(4/3), and what follows has the same x and u at its begin, which leaves one b
/// less.
class SplineGrid {
 public:
  /// @param cells at least this many on all stretches together
  SplineGrid(const MotionField& field, std::vector<GridStretch> stretches,
             std::vector<GridRest> rests, int cells, RestKind kind,
             std::vector<GridZone> zones = {});

  [[nodiscard]] const std::vector<GridCell>& cells() const { return cells_; }
  [[nodiscard]] const std::vector<GridStretch>& stretches() const { return stretches_; }
  [[nodiscard]] const std::vector<GridRest>& rests() const { return rests_; }
  /// What the program knows of a rest: a cell of length 0, at which only y_i is an unknown.
  [[nodiscard]] const GridCell& cell_of_rest(std::size_t i) const { return cells_of_rests_[i]; }
  /// Cells of a stretch: from first to before second.
  [[nodiscard]] std::pair<std::size_t, std::size_t> cells_of(std::size_t stretch) const {
    return {first_cells_[stretch], first_cells_[stretch + 1]};
  }
  [[nodiscard]] int unknowns() const { return unknowns_; }
  [[nodiscard]] int redundancy() const { return redundancy_; }
  /// The unknowns that no motion has, because gentle ones leave one b less.
  [[nodiscard]] const std::vector<int>& absent() const { return absent_; }
  /// Where the b of a cell are among its unknowns.
  [[nodiscard]] std::array<int, 3> b_places() const {
    return {0, 1 + redundancy_, 2 + 2 * redundancy_};
  }

  [[nodiscard]] static CellPlace find_place(const GridCell& cell, double share);
  /// The place at a share of the way in the angle, and dp by it.
  [[nodiscard]] std::pair<CellPlace, double> find_place_by_angle(const GridCell& cell,
                                                                 double share) const;
  /// Which stretch a cell belongs to.
  [[nodiscard]] std::size_t stretch_of(std::size_t cell) const;

 private:
  void add_stretch(const MotionField& field, const GridStretch& stretch, int cells);
  void add_cells(std::size_t part, double begin, double end);
  void weigh(std::size_t first);
  void add_rest(const GridRest& rest);

  void make_gentle(std::size_t first);
  [[nodiscard]] double place_at(const GridStretch& stretch, double angle) const;
  [[nodiscard]] double slope_at(const GridStretch& stretch, double angle) const;
  [[nodiscard]] double angle_at(const GridStretch& stretch, double p) const;

  int redundancy_;
  RestKind kind_;
  std::vector<int> absent_;
  std::vector<GridStretch> stretches_;
  std::vector<GridRest> rests_;
  std::vector<GridZone> zones_;
  std::vector<GridCell> cells_;
  std::vector<GridCell> cells_of_rests_;
  std::vector<std::size_t> first_cells_;
  int unknowns_{0};
  double step_{0.0};  // of the angle, where there are no zones, on the stretch that is added
};

}  // namespace convex
}  // namespace globaldyn::inside
