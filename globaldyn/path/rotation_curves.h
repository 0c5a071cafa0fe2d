#pragma once

#include <vector>

#include "globaldyn/path/orientation.h"
#include "globaldyn/path/polyline.h"

namespace globaldyn::inside {
inline namespace path {

/// A column for each rotation: a point in space that moves as far as the tool turns: from one to
/// the next by the rotation vector between them, w_i with exp(skew(w_i)) = R_i R_{i-1}ᵀ, |w_i| <=
/// pi (rad, global). Where these points make a corner, turning from one rotation to the next at
/// constant rates makes one. @return 3 × their number
[[nodiscard]] MatrixXd develop_rotations(const std::vector<Matrix3d>& rotations);

/// Through the rotations at these knots, the short way from each to the next, twice continuously
/// differentiable, with natural ends (no angular acceleration) or periodic if `closed` (the first
/// rotation again at the end). About a fixed axis it is the cubic spline of the angle. It is the
/// same curve in whatever frames the rotations are given, and the same backwards.
/// Angular velocities at the knots are those of cubic splines in rotation vectors about each knot,
/// as far as its neighbours: a linear system. Between two knots the rotation vector about the
/// middle between them is the polynomial of degree 5 with their velocities and accelerations.
/// (Kim, Kim and Shin, A general construction scheme for unit quaternion curves, 1995, on curves
/// in rotation vectors.)
/// @param rotations each less than pi from the next
[[nodiscard]] RotationFunction make_rotation_spline(const std::vector<Matrix3d>& rotations,
                                                    const Knots& knots, bool closed);

/// From each rotation to the next about a fixed axis, the short way, at a constant rate, with
/// corners rounded as those of make_polyline() are: along a blend it is turned by what a polyline
/// would still have to go on the piece before, and then by what it has gone on the piece behind.
[[nodiscard]] RotationFunction make_rotation_polyline(const std::vector<Matrix3d>& rotations,
                                                      const Knots& knots,
                                                      const std::vector<CornerBlend>& blends);

}  // namespace path
}  // namespace globaldyn::inside
