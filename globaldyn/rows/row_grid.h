#pragma once

#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "globaldyn/rows/row_field.h"
#include "globaldyn/rows/side.h"

namespace globaldyn {

/// d1² allowed at a p: at an end of the path, or a stop.
struct SpeedGate {
  double p{0.0};
  double least{0.0};
  double most{0.0};  ///< may be infinite
};

/// Where x is expected to be along a segment: roots are made straight about that.
struct RootGuess {
  CubicSpeed x{};
  double spread{1.0};  ///< relative, about it
};

/// A stretch of a path on which all rows are taken as quadratic in p.
struct GridSegment {
  std::size_t part{0};
  double p{0.0};  ///< where it begins
  double h{0.0};  ///< its length
  /// Of all rows with limits, each divided by the size of its limits.
  std::vector<Side> sides;
  std::vector<Quadratic3> roots;  ///< what stands before sqrt(x) in each; empty: nothing
  /// Where there are roots: whoever keeps the inner ones keeps the sides, and whoever keeps the
  /// sides the outer ones, where x is near the guess (is_within).
  std::vector<Side> inner, outer;
  double beyond{0.0};  ///< the inner sides are so up to this x only
  /// Up to which x the sides are all that matter: see RowGrid::limit_speed().
  double reach{std::numeric_limits<double>::infinity()};
  RootGuess inner_guess,
      outer_guess;         ///< of motions and of what bounds them, where there are roots
  bool is_bounded{false};  ///< outer sides are so only where x is within the spread
  /// By how much a, c and d, as quadratics, differ from the rows between where they were looked at.
  double misfit_a{0.0}, misfit_b{0.0}, misfit_c{0.0}, misfit_d{0.0};
  RowError error{};                           ///< of the field there
  double top_begin{0.0}, top_end{0.0};        ///< no x above is accessible; may be infinite
  double bottom_begin{0.0}, bottom_end{0.0};  ///< nor any below
  double x_level{0.0}, u_level{0.0};  ///< largest x and |d2| of motions there, as known so far
  QuadraticPush shape{};              ///< of d2, about its mean, along the planned motion
  QuadraticPush last_shape{};         ///< the same, of the motion planned before
  QuadraticPush rising_shape{};       ///< the same, of the barrier's arc from its begin

  [[nodiscard]] const std::vector<Side>& narrow() const { return roots.empty() ? sides : inner; }
  [[nodiscard]] const std::vector<Side>& wide() const { return roots.empty() ? sides : outer; }
  /// Whether x is where the outer sides hold.
  [[nodiscard]] bool is_within(const CubicSpeed& x) const;
  /// What it holds at most with its sides, and those that are made of them, bytes.
  [[nodiscard]] std::size_t calc_bytes() const;
  /// By how much all of these may be wrong.
  [[nodiscard]] SideEase find_ease() const {
    return {error.rest + misfit_c + (error.per_root + misfit_b) * std::sqrt(x_level) +
                (error.per_u + misfit_d) * u_level,
            error.per_x + misfit_a};
  }
};

/// The segments of a path, the field's rows on them as sides.
class RowGrid {
 public:
  /// The field must outlive it. @param pieces so many segments, at least
  RowGrid(const RowField& field, const std::vector<double>& nodes, std::size_t pieces);

  [[nodiscard]] std::vector<GridSegment>& segments() { return segments_; }
  [[nodiscard]] const std::vector<GridSegment>& segments() const { return segments_; }
  [[nodiscard]] double range() const { return range_; }
  [[nodiscard]] double length_of(double share) const { return share * range_; }

  /// Divides segments at shares of theirs, rising within (0, 1); none: stays.
  void divide(const std::vector<std::vector<double>>& shares);

  /// Makes the sides with roots straight about other guesses.
  static void set_guess(GridSegment& segment, const RootGuess& inner, const RootGuess& outer);
  static void set_guess(GridSegment& segment, const CubicSpeed& x, double spread) {
    set_guess(segment, {x, spread}, {x, spread});
  }

  /// Where there are roots: drops the sides that cannot matter as long as x is no larger.
  static void limit_speed(GridSegment& segment, double most);

  /// Where there are roots: whoever keeps the sides keeps these for all x up to `beyond`. They are
  /// looked at rarely and take as much memory as all others, so that they are not kept.
  static void write_outermost(const GridSegment& segment, std::vector<Side>& sides);

  [[nodiscard]] std::size_t looks() const { return looks_; }

  /// What the segments hold, bytes.
  [[nodiscard]] std::size_t calc_bytes() const;
  /// What they will hold at most once so many were added, by what they do now.
  [[nodiscard]] std::size_t foresee_bytes(std::size_t added) const;

 private:
  // Which neighbour on the same part was filled last: what it has found where both meet holds.
  enum class Beside { none, before, after };

  void find_largest_d();
  void add_part(std::size_t part, const std::vector<double>& nodes, double longest);
  [[nodiscard]] GridSegment cut_out(const GridSegment& old, double from, double to, Beside beside);
  void fill(GridSegment& segment, Beside beside);
  void add_sides(GridSegment& segment);

  const RowField& field_;
  double range_{0.0};
  std::vector<GridSegment> segments_;
  std::size_t looks_{0};  // at the field
  RowsAt rows_[5];
  std::vector<double> largest_d_;  // of every row on every part
  std::vector<double> sizes_;      // one over them, of the rows of the segment at work
  std::vector<Side> sides_;        // of the segment at work
  std::vector<Quadratic3> roots_;
};

}  // namespace globaldyn
