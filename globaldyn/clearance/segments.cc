#include "globaldyn/clearance/segments.h"

#include <algorithm>

#include "core/base/constants.h"

namespace globaldyn::inside {
inline namespace clearance {
namespace {

// Where the quadratic q/2 s² + l s, q >= 0, is smallest on [-1, 1].
double find_least(double quadratic, double linear) {
  if (quadratic > 0.0) return std::clamp(-linear / quadratic, -1.0, 1.0);
  return linear > 0.0 ? -1.0 : linear < 0.0 ? 1.0 : 0.0;
}

// The point of b nearest to the point s of a.
double find_nearest(const Segment& a, double s, const Segment& b) {
  return find_least(b.half.squaredNorm(), b.half.dot(b.center - a.center - s * a.half));
}

}  // namespace

// The squared distance is a convex quadratic of (s, t) on a square: its minimum is at the lines'
// own nearest points if these lie inside, otherwise on one of the four edges.
Vector3d calc_separation(const Segment& a, const Segment& b) {
  Vector3d shortest;
  double least = kInfinity;
  const auto try_points = [&](double s, double t) {
    const Vector3d way = b.center + t * b.half - a.center - s * a.half;
    const double square = way.squaredNorm();
    if (square >= least) return;
    least = square;
    shortest = way;
  };
  try_points(0.0, find_nearest(a, 0.0, b));
  for (const double end : {-1.0, 1.0}) {
    try_points(end, find_nearest(a, end, b));
    try_points(find_nearest(b, end, a), end);
  }
  const double aa = a.half.squaredNorm(), bb = b.half.squaredNorm(), ab = a.half.dot(b.half);
  const double determinant = aa * bb - ab * ab;
  if (determinant <= 0.0) return shortest;
  const Vector3d apart = b.center - a.center;
  const double s = (bb * a.half.dot(apart) - ab * b.half.dot(apart)) / determinant;
  if (s > -1.0 && s < 1.0) try_points(s, find_nearest(a, s, b));
  return shortest;
}

double calc_distance(const Segment& a, const Segment& b) {
  return calc_separation(a, b).norm();
}

}  // namespace clearance
}  // namespace globaldyn::inside
