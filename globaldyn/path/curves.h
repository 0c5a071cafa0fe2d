#pragma once

#include <array>
#include <functional>
#include <vector>

#include "core/base/jet.h"
#include "core/base/rotation.h"

namespace globaldyn::inside {
inline namespace path {

/// A point with its derivatives with respect to p.
using JetPoint = std::array<Jet, 3>;

/// Where a curve's derivatives jump, with p increasing.
struct CurveSteps {
  std::vector<double> breaks;   ///< of d²R/dp² or d³R/dp³
  std::vector<double> corners;  ///< of dR/dp: no machine gets around them without stopping
};

/// A curve in space: the point at p with its first three derivatives, in m.
using Curve = std::function<JetPoint(double p)>;

/// center + radius (u cos p + v sin p); u, v orthonormal.
[[nodiscard]] Curve make_circle(const Vector3d& center, double radius, const Vector3d& u,
                                const Vector3d& v);

/// from + p (to - from), 0 <= p <= 1.
[[nodiscard]] Curve make_line(const Vector3d& from, const Vector3d& to);

/// The rose r = r0 cos k p about `center` in the plane of u and v, p being the polar angle.
[[nodiscard]] Curve make_rose(const Vector3d& center, double r0, double k, const Vector3d& u,
                              const Vector3d& v);

/// Knots at which the points are passed: strictly increasing from 0.
using Knots = std::vector<double>;

/// Knots from 0 to 1 by the chord length between the points.
[[nodiscard]] Knots make_chord_knots(const std::vector<Vector3d>& points);

/// How far around the knot of a polyline its corner is rounded, in p. Both 0: it stays sharp.
struct Blend {
  double before{0.0};
  double after{0.0};

  [[nodiscard]] bool is_sharp() const { return before == 0.0; }
};

/// Whether dR/dp jumps from one piece of a polyline to the next.
[[nodiscard]] bool is_corner(const Vector3d& slope_before, const Vector3d& slope_after);

/// Straight pieces between the points, each with constant dR/dp; one blend per knot, none at the
/// ends. A corner is rounded by a parabola that touches both pieces where the blend begins and
/// ends, so that R and dR/dp are continuous and d²R/dp² jumps there; it is constant in between if
/// the blend is as wide on both sides. The parabola depends on how long the blend is along the
/// pieces and not on their dR/dp. At a sharp corner dR/dp jumps and the derivatives are those on
/// the right.
[[nodiscard]] Curve make_polyline(const std::vector<Vector3d>& points, const Knots& knots,
                                  const std::vector<Blend>& blends);

/// Where the derivatives of such a polyline jump. A knot at which it continues straight has none.
[[nodiscard]] CurveSteps find_polyline_steps(const std::vector<Vector3d>& points,
                                             const Knots& knots, const std::vector<Blend>& blends);

/// The cubic spline through the points, twice continuously differentiable; natural ends
/// (second derivative 0), or periodic if `closed` (first and last point equal).
[[nodiscard]] Curve make_spline(const std::vector<Vector3d>& points, const Knots& knots,
                                bool closed);

}  // namespace path
}  // namespace globaldyn::inside
