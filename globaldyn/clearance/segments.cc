#include "globaldyn/clearance/segments.h"

#include <algorithm>
#include <cmath>

namespace globaldyn {
namespace {

// Where the quadratic q/2 s² + l s, q >= 0, is least on [-1, 1].
double find_least(double quadratic, double linear) {
  if (quadratic > 0.0) return std::clamp(-linear / quadratic, -1.0, 1.0);
  return linear > 0.0 ? -1.0 : linear < 0.0 ? 1.0 : 0.0;
}

double square_at(const Segment& a, double s, const Segment& b, double t) {
  return (a.center + s * a.half - b.center - t * b.half).squaredNorm();
}

// The point of b nearest to the point s of a.
double find_nearest(const Segment& a, double s, const Segment& b) {
  return find_least(b.half.squaredNorm(), b.half.dot(b.center - a.center - s * a.half));
}

}  // namespace

// The squared distance is a convex quadratic of (s, t) on a square: its least value is at the
// lines' own nearest points, if they lie inside, else on one of the four edges.
double calc_distance(const Segment& a, const Segment& b) {
  double least = square_at(a, 0.0, b, find_nearest(a, 0.0, b));
  for (const double end : {-1.0, 1.0}) {
    least = std::min(least, square_at(a, end, b, find_nearest(a, end, b)));
    least = std::min(least, square_at(a, find_nearest(b, end, a), b, end));
  }
  const double aa = a.half.squaredNorm(), bb = b.half.squaredNorm(), ab = a.half.dot(b.half);
  const double determinant = aa * bb - ab * ab;
  if (determinant <= 0.0) return std::sqrt(least);
  const Vector3d apart = b.center - a.center;
  const double s = (bb * a.half.dot(apart) - ab * b.half.dot(apart)) / determinant;
  if (s > -1.0 && s < 1.0) least = std::min(least, square_at(a, s, b, find_nearest(a, s, b)));
  return std::sqrt(least);
}

}  // namespace globaldyn
