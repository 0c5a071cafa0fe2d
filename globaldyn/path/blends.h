#pragma once

#include <optional>
#include <vector>

#include "globaldyn/path/polyline.h"
#include "globaldyn/path/stop_places.h"

namespace globaldyn::inside {
inline namespace path {

/// What a polyline is made of.
struct PolylinePoints {
  MatrixXd points;  ///< a column a point: coordinates in which lengths are measured, as m
  MatrixXd angles;  ///< rad; more coordinates that follow the same knots, or no rows
  Knots knots;
};

/// Of the straight lines between points.
[[nodiscard]] std::vector<double> list_lengths(const MatrixXd& points);

/// Knots from 0 to 1 by the length of the straight lines between the points.
[[nodiscard]] Knots make_chord_knots(const MatrixXd& points);

/// Per point whether a blend rounds it: the inner points at which the motion would have to stop
/// otherwise, except those at which it rests anyway. These are where the polyline goes back the way
/// it came, where it stands still on one side while the angles turn, and those of `stops`.
[[nodiscard]] std::vector<bool> find_round_corners(const PolylinePoints& polyline,
                                                   const StopPlaces& stops);

/// How far a blend is to extend along both of the pieces that meet at its point.
struct BlendWish {
  double length{0.0};   ///< 0: none
  bool is_most{false};  ///< less if that does not fit
};

/// The length of the blend of each point, as far as wished for: 0 where no corner is round. Those
/// that may be shorter take at most half of a piece where both of its ends may be, and what the
/// other end leaves where that may not. @param pieces their lengths, one fewer than points
[[nodiscard]] std::vector<double> fit_blends(const std::vector<double>& pieces,
                                             const std::vector<bool>& round_corners,
                                             const std::vector<BlendWish>& wishes);

/// A piece that is shorter than the blends at its ends together.
struct BlendClash {
  std::size_t piece{0};  ///< from this point to the next
  double length{0.0};    ///< its own
  double first{0.0};     ///< of the blend at its beginning, 0: none
  double last{0.0};
};

/// The piece that is too short by the largest factor, more than rounding errors; nothing if all
/// blends fit.
[[nodiscard]] std::optional<BlendClash> find_blend_clash(const std::vector<double>& pieces,
                                                         const std::vector<double>& lengths);

/// Blends that leave nothing of a piece but rounding errors take all of it, those at both of its
/// ends by their lengths: a straight sliver would be a piece of the path with limits of its own.
void fill_pieces(const Knots& knots, std::vector<CornerBlend>& blends);

/// Blends that extend these lengths along both of the pieces that meet, whatever their dR/dp.
[[nodiscard]] std::vector<CornerBlend> make_blends(const PolylinePoints& polyline,
                                                   const std::vector<double>& lengths,
                                                   BlendShape shape);

/// Where the derivatives of the polyline jump. A knot at which it continues straight has none.
[[nodiscard]] CurveSteps find_polyline_steps(const PolylinePoints& polyline,
                                             const std::vector<CornerBlend>& blends);

}  // namespace path
}  // namespace globaldyn::inside
