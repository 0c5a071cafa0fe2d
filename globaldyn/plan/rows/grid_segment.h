#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/base/constants.h"
#include "core/base/interval.h"
#include "globaldyn/plan/rows/row_field.h"
#include "globaldyn/plan/rows/side.h"

namespace globaldyn::inside {
inline namespace plan {

/// Where x is expected to be along a segment: roots are linearised about it.
struct RootGuess {
  CubicSpeed x{};
  double spread{1.0};  ///< relative, about it
};

/// Whether a side's number is among these, which are in increasing order.
[[nodiscard]] inline bool is_listed(const Side& side, const std::vector<int>& numbers) {
  return std::binary_search(numbers.begin(), numbers.end(), side.number);
}

/// The terms in sqrt(x) of a segment's sides, and where they are linearised: see root_sides.h.
struct RootSides {
  std::vector<Quadratic3> roots;      ///< coefficient of sqrt(x) in each side
  std::vector<std::uint32_t> needed;  ///< the sides that matter up to `beyond`; empty: all
  double beyond{0.0};                 ///< straight sides hold only up to this x
  double reach{kInfinity};            ///< x up to which no other sides matter: see limit_speed()
  RootGuess of_motions;               ///< guess for the inner sides
  RootGuess of_bounds;                ///< and for the outer ones
  bool is_bounded{false};             ///< outer sides are valid only where x is within the spread

  /// Whether x is where the outer sides hold.
  [[nodiscard]] bool is_within(const CubicSpeed& x) const;
  /// Memory it holds, or will hold once there is a guess, bytes.
  [[nodiscard]] std::size_t calc_bytes() const;
};

/// A stretch of a path on which all rows are approximated as quadratic in p.
struct GridSegment {
  std::size_t part{0};
  double p{0.0};  ///< where it begins
  double h{0.0};  ///< its length
  /// Those of all rows with limits, each divided by the size of its limits.
  std::vector<Side> sides;
  std::unique_ptr<RootSides> curved;  ///< null if no side has a root
  /// Numbers, increasing, of sides left out because they are far from being active
  /// (list_far_sides); null: none.
  std::shared_ptr<const std::vector<int>> left_out;
  double left_out_over{0.0};  ///< the length of the segment on which they were far
  /// By how much a, c and d, as quadratics, differ from the rows between the sampled places.
  double misfit_a{0.0}, misfit_b{0.0}, misfit_c{0.0}, misfit_d{0.0};
  const RowError* error{&kNoRowError};  ///< of the field there
  Interval at_begin{0.0, 0.0};          ///< the x that rows allow there: see velocity_curve.h
  Interval at_end{0.0, 0.0};
  double x_level{0.0}, u_level{0.0};  ///< largest x and |d2| of motions there known so far
  PushShape shape{};                  ///< of d2, relative to its mean, along the planned motion
  PushShape last_shape{};             ///< the same, of the motion planned before that
  PushShape rising_shape{};           ///< the same, of the barrier's arc from its start

  [[nodiscard]] double end() const { return p + h; }
  [[nodiscard]] bool is_straight() const { return !curved; }
  /// Whether x is where the outer sides hold.
  [[nodiscard]] bool is_within(const CubicSpeed& x) const {
    return !curved || curved->is_within(x);
  }
  /// Maximum memory it holds including its sides, bytes.
  [[nodiscard]] std::size_t calc_bytes() const;
  /// Possible error of all of these.
  [[nodiscard]] SideEase find_ease() const {
    return {error->rest + misfit_c + (error->per_root + misfit_b) * std::sqrt(x_level) +
                (error->per_u + misfit_d) * u_level,
            error->per_x + misfit_a};
  }
};

/// The largest coefficients of x and u in a segment's sides.
struct Steepness {
  double a{0.0}, d{0.0};
};

[[nodiscard]] inline Steepness find_steepest(const GridSegment& segment) {
  Steepness steepest;
  for (const Side& side : segment.sides) {
    for (std::size_t j = 0; j < 3; ++j) {
      steepest.a = std::max(steepest.a, std::abs(side.a[j]));
      steepest.d = std::max(steepest.d, std::abs(side.d[j]));
    }
  }
  return steepest;
}

/// A size of x on a segment: one at which a side changes by its limit from the start to the end;
/// 0 if none changes.
[[nodiscard]] inline double find_speed_size(const GridSegment& segment) {
  double a = 0.0;
  for (const Side& side : segment.sides) {
    a = std::max(a, std::abs(side.a[0]) + 0.5 * std::abs(side.d[0]) / segment.h);
  }
  return a > 0.0 ? 1.0 / a : 0.0;
}

}  // namespace plan
}  // namespace globaldyn::inside
