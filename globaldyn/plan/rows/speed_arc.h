#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "globaldyn/plan/rows/side.h"

namespace globaldyn::inside {
inline namespace plan {

/// A curve x(p) on a segment that no motion within the limits crosses from below.
struct SpeedArc {
  CubicSpeed x;  ///< in the direction of p
  float slope;   ///< change of x at its end per x at its start, as travelled
  std::uint32_t side;
};

/// An arc of one side, starting at x at the start of the travel. If a x + c + d u <= 0 for all
/// motions, and >= 0 along the arc M, and d > 0, then e = x - M obeys a e + d e' / 2 <= 0, so that
/// e <= 0 stays so; and likewise if d vanishes at the start where a > 0. That the row is >= 0 on
/// all of the arc is seen from its Bernstein coefficients. The arc's d2 is the one for which the
/// row vanishes at both ends and half-way, plus the least that makes the row >= 0.
/// @param side as travelled; @param ease by which the row's limit is wider
/// @returns nothing unless the side is of that kind and there is such an arc
[[nodiscard]] std::optional<SpeedArc> make_speed_arc(const Side& side, double x, double h,
                                                     const SideEase& ease);

/// The lowest arc of several sides; those with the smallest d2 at an end of the segment are tried.
/// @param is_mirrored find what no motion crosses from above instead; x and u are returned
///   unmirrored
[[nodiscard]] std::optional<SpeedArc> find_speed_arc(std::span<const Side> sides, Travel travel,
                                                     double x, double h, const SideEase& ease,
                                                     bool is_mirrored = false);

/// A curve above all motions on a segment, from a row without d: nothing if there is none.
[[nodiscard]] std::optional<SpeedArc> find_speed_ceiling(std::span<const Side> sides,
                                                         const SideEase& ease);

}  // namespace plan
}  // namespace globaldyn::inside
