#pragma once

#include <vector>

#include "globaldyn/path/curves.h"

namespace globaldyn::inside {
inline namespace path {

/// Along what a corner is rounded. Both leave the pieces as far from the corner as they join them,
/// and are the same curve whatever p is along the pieces.
enum class BlendShape {
  smooth,    ///< d²R/dp² is continuous, and 0 at both ends
  parabola,  ///< d²R/dp² jumps at both ends
};

/// How far around the knot of a polyline its corner is rounded, in p. Both 0: it stays sharp.
struct CornerBlend {
  double before{0.0};
  double after{0.0};
  BlendShape shape{BlendShape::parabola};

  [[nodiscard]] bool is_sharp() const { return before == 0.0; }
};

/// Straight pieces between the points, each with constant dR/dp; one blend per knot, none at the
/// ends. With L the length of a blend, u and v the directions of the pieces, s from 0 to 1 along
/// it and R seen from the corner:
///   smooth: R = L (v B(s) - u B(1 - s)), B(s) = 2 s³ - s⁴, the curve of least degree whose second
///     derivative is 0 at both ends; it passes the corner at 3/16 L |v - u|.
///   parabola: the same with B(s) = s²; it passes at 1/4 L |v - u|.
/// p runs through both so that dR/dp is continuous (and d²R/dp², if smooth), whatever dR/dp is on
/// the pieces: s is linear in p where it is the same on both. At a sharp corner dR/dp jumps and the
/// derivatives are those on the right.
[[nodiscard]] Curve make_polyline(const std::vector<Vector3d>& points, const Knots& knots,
                                  const std::vector<CornerBlend>& blends);

}  // namespace path
}  // namespace globaldyn::inside
