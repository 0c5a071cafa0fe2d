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

/// The cubic spline through the points, twice continuously differentiable; natural ends
/// (second derivative 0), or periodic if `closed` (first and last point equal).
[[nodiscard]] Curve make_spline(const std::vector<Vector3d>& points, const Knots& knots,
                                bool closed);

}  // namespace path
}  // namespace globaldyn::inside
