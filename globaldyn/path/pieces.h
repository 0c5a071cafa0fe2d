#pragma once

#include <vector>

#include "globaldyn/path/curves.h"

namespace globaldyn::inside {
inline namespace path {

/// A straight line, or an arc of a circle.
struct CurvePiece {
  Vector3d from;
  Vector3d u{Vector3d::Zero()};  ///< unit: of an arc from the centre to `from`
  Vector3d v;                    ///< unit: the direction at `from`
  double radius{0.0};            ///< m; 0: it is straight
  double length{0.0};            ///< m

  [[nodiscard]] bool is_straight() const { return radius == 0.0; }
};

[[nodiscard]] CurvePiece make_straight_piece(const Vector3d& from, const Vector3d& to);

/// From `from` about `normal` (unit, perpendicular to the radii), counterclockwise, to `to`, which
/// is as far from the centre; once around if they are the same up to rounding errors.
[[nodiscard]] CurvePiece make_arc(const Vector3d& from, const Vector3d& to, const Vector3d& center,
                                  const Vector3d& normal);

/// A point of a piece with its derivatives with respect to the length along it.
struct PiecePoint {
  Vector3d value;
  Vector3d first;  ///< unit
  Vector3d second;
  Vector3d third;
};

/// @param s along the piece from its beginning, m
[[nodiscard]] PiecePoint find_piece_point(const CurvePiece& piece, double s);

/// The p at which pieces begin and end: by their lengths, from 0 to 1.
[[nodiscard]] Knots make_length_knots(const std::vector<CurvePiece>& pieces);

/// Whether the direction jumps where a piece follows another.
[[nodiscard]] bool meet_at_corner(const CurvePiece& before, const CurvePiece& after);

/// Whether the second piece goes back the way the first came.
[[nodiscard]] bool meet_at_cusp(const CurvePiece& before, const CurvePiece& after);

/// One piece after the other, p growing with the length. A corner is rounded over `widths` (of its
/// knot, in p, to either side; 0: not) by the polynomial of degree 5 that has the value and the
/// first two derivatives of the pieces where it leaves and joins them, so that d²R/dp² is
/// continuous. Between straight lines it is a smooth blend of make_polyline(). At a corner that is
/// not rounded derivatives are those on the right.
[[nodiscard]] Curve make_pieces(const std::vector<CurvePiece>& pieces, const Knots& knots,
                                const std::vector<double>& widths);

/// The least |dR/dp| on such a blend, as a share of what it would be at the corner of two straight
/// lines: 1 there. A blend along much of an arc may all but turn back.
[[nodiscard]] double find_slowest_share(const CurvePiece& before, const CurvePiece& after,
                                        double length);

/// Where the derivatives of such a curve jump: between a line and an arc that touch, d²R/dp² does.
[[nodiscard]] CurveSteps find_piece_steps(const std::vector<CurvePiece>& pieces, const Knots& knots,
                                          const std::vector<double>& widths);

}  // namespace path
}  // namespace globaldyn::inside
