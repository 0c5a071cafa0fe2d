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

namespace globaldyn {

/// What a block of memory takes besides itself, bytes.
inline constexpr std::size_t kOfAllocator = 16;

/// Where x is expected to be along a segment: roots are made straight about that.
struct RootGuess {
  CubicSpeed x{};
  double spread{1.0};  ///< relative, about it
};

/// Whether a side's number is among these, which rise.
[[nodiscard]] inline bool is_listed(const Side& side, const std::vector<int>& numbers) {
  return std::binary_search(numbers.begin(), numbers.end(), side.number);
}

/// The terms in sqrt(x) of a segment's sides, and where they are made straight: see root_sides.h.
struct RootSides {
  std::vector<Quadratic3> roots;      ///< what stands before sqrt(x) in each side
  std::vector<std::uint32_t> needed;  ///< the sides that matter up to `beyond`; none: all
  double beyond{0.0};                 ///< straight sides hold up to this x only
  double reach{kInfinity};  ///< up to which x the sides are all that matter: see limit_speed()
  RootGuess of_motions;     ///< guess for the inner sides
  RootGuess of_bounds;      ///< and for the outer ones
  bool is_bounded{false};   ///< outer sides are so only where x is within the spread

  /// Whether x is where the outer sides hold.
  [[nodiscard]] bool is_within(const CubicSpeed& x) const;
  /// What it holds, or will once there is a guess, bytes.
  [[nodiscard]] std::size_t calc_bytes() const;
};

/// A stretch of a path on which all rows are taken as quadratic in p.
struct GridSegment {
  std::size_t part{0};
  double p{0.0};  ///< where it begins
  double h{0.0};  ///< its length
  /// Of all rows with limits, each divided by the size of its limits.
  std::vector<Side> sides;
  std::unique_ptr<RootSides> curved;  ///< nothing where no side has a root
  /// Numbers of sides left out, rising, as far from mattering (list_far_sides); nothing: none.
  std::shared_ptr<const std::vector<int>> left_out;
  double left_out_over{0.0};  ///< the length of the segment that they were far on
  /// By how much a, c and d, as quadratics, differ from the rows between where they were looked at.
  double misfit_a{0.0}, misfit_b{0.0}, misfit_c{0.0}, misfit_d{0.0};
  const RowError* error{&kNoRowError};  ///< of the field there
  Interval at_begin{0.0, 0.0};          ///< the x that are accessible; NaN if none is
  Interval at_end{0.0, 0.0};
  double x_level{0.0}, u_level{0.0};  ///< largest x and |d2| of motions there, as known so far
  PushShape shape{};                  ///< of d2, about its mean, along the planned motion
  PushShape last_shape{};             ///< the same, of the motion planned before
  PushShape rising_shape{};           ///< the same, of the barrier's arc from its begin

  [[nodiscard]] bool is_straight() const { return !curved; }
  /// Whether x is where the outer sides hold.
  [[nodiscard]] bool is_within(const CubicSpeed& x) const {
    return !curved || curved->is_within(x);
  }
  /// What it holds at most with its sides, bytes.
  [[nodiscard]] std::size_t calc_bytes() const;
  /// By how much all of these may be wrong.
  [[nodiscard]] SideEase find_ease() const {
    return {error->rest + misfit_c + (error->per_root + misfit_b) * std::sqrt(x_level) +
                (error->per_u + misfit_d) * u_level,
            error->per_x + misfit_a};
  }
};

}  // namespace globaldyn
