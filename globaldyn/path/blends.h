#pragma once

#include <vector>

#include "globaldyn/path/curves.h"

namespace globaldyn::inside {
inline namespace path {

/// What a polyline is made of.
struct PolylinePoints {
  std::vector<Vector3d> points;  ///< m
  std::vector<Vector3d> angles;  ///< rad; more coordinates that follow the same knots, or none
  Knots knots;
};

/// Per point whether a blend rounds it: the inner points at which the motion would have to stop
/// otherwise, except those at which it rests anyway. These are where the polyline goes back the way
/// it came, where it stands still on one side while the angles turn, and those of `stops`.
/// @param stops p at which the motion rests; equal to a knot up to rounding errors
[[nodiscard]] std::vector<bool> find_round_corners(const PolylinePoints& polyline,
                                                   const std::vector<double>& stops);

/// The length of the blends that fit: on each piece those at its two ends together are at most as
/// long as the piece.
struct BlendRoom {
  double most{0.0};          ///< m
  std::size_t piece{0};      ///< which allows no more: from this point to the next
  bool is_shared{false};     ///< by the blends at both of its ends
  double piece_length{0.0};  ///< m
};

/// Infinite if there is no corner to round.
[[nodiscard]] BlendRoom find_blend_room(const std::vector<Vector3d>& points,
                                        const std::vector<bool>& round_corners);

/// Blends that extend `length` (m) along both of the pieces that meet, whatever their dR/dp; none
/// at other points.
[[nodiscard]] std::vector<Blend> make_blends(const PolylinePoints& polyline,
                                             const std::vector<bool>& round_corners, double length);

}  // namespace path
}  // namespace globaldyn::inside
