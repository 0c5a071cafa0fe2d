#include "globaldyn/path/polyline.h"

#include <cmath>

#include "core/base/round_off.h"
#include "globaldyn/path/jet_points.h"

namespace globaldyn::inside {
inline namespace path {
namespace {

// How far along its parabola a blend is, from 0 to 1 over the width: the rational function with
// these slopes at its ends, which rises everywhere, and is straight if both slopes are 1. (Gregory
// and Delbourgo, Piecewise rational quadratic interpolation to monotonic data, 1982.)
Jet find_parabola_share(const CornerBlend& blend, const Jet& along) {
  const double width = blend.before + blend.after;
  const double first = 0.5 * width / blend.before, last = 0.5 * width / blend.after;
  const Jet t = along / width;
  const Jet between = t * (1.0 - t);
  return (t * t + first * between) / (1.0 + (first + last - 2.0) * between);
}

// B(s) of a smooth blend, and how its derivative 2 h(s) rises from 0 to 2.
double calc_smooth_share(double s) {
  return s * s * s * (2.0 - s);
}

double calc_smooth_step(double s) {
  return s * s * (3.0 - 2.0 * s);
}

// p along a smooth blend, from its beginning, as the coordinates are: the polyline of p over p is
// straight, but has other lengths on either side.
double calc_along(const CornerBlend& blend, double s) {
  return blend.before * (1.0 - calc_smooth_share(1.0 - s)) + blend.after * calc_smooth_share(s);
}

double calc_along_slope(const CornerBlend& blend, double s) {
  return 2.0 * (blend.before + (blend.after - blend.before) * calc_smooth_step(s));
}

// The s at which p is `along`. p(s) rises, and its slope only rises or only falls: Newton's method
// from the steeper end comes nearer from one side, until rounding errors stop it. It converges
// quadratically unless the steeper end is thousands of times as steep: then by 2/3 a step at first.
double find_smooth_share(const CornerBlend& blend, double along) {
  if (blend.before == blend.after) return along / (2.0 * blend.before);
  constexpr int kMostSteps = 200;  // 2/3 to that power is far below what is told apart
  const bool from_end = blend.after > blend.before;
  double s = from_end ? 1.0 : 0.0;
  for (int i = 0; i < kMostSteps; ++i) {
    const double step = (along - calc_along(blend, s)) / calc_along_slope(blend, s);
    if (from_end ? step >= 0.0 : step <= 0.0) break;
    s = std::clamp(s + step, 0.0, 1.0);
  }
  return s;
}

struct Polyline {
  std::vector<Vector3d> points;
  Knots knots;
  std::vector<CornerBlend> blends;  // about each knot

  [[nodiscard]] Vector3d slope(std::size_t piece) const {
    return (points[piece + 1] - points[piece]) / (knots[piece + 1] - knots[piece]);
  }

  // Around an inner knot the slope changes linearly from that of one piece to that of the next.
  [[nodiscard]] JetPoint follow_even_parabola(std::size_t knot, double p) const {
    const double w = blends[knot].before;
    const Vector3d before = slope(knot - 1);
    const Vector3d second = (slope(knot) - before) / (2.0 * w);
    const double t = p - (knots[knot] - w);
    const Vector3d start = points[knot] - w * before;
    return make_jet_point(start + t * before + 0.5 * t * t * second, before + t * second, second,
                          Vector3d::Zero());
  }

  // The same parabola, as the Bezier curve with its corner as the middle control point, run through
  // so that it is as fast as the pieces where it touches them.
  [[nodiscard]] JetPoint follow_uneven_parabola(std::size_t knot, double p) const {
    const CornerBlend& blend = blends[knot];
    const Vector3d in = blend.before * slope(knot - 1), out = blend.after * slope(knot);
    const Jet share =
        find_parabola_share(blend, make_path_parameter(p) - (knots[knot] - blend.before));
    const Vector3d start = points[knot] - in;
    JetPoint point;
    for (int i = 0; i < 3; ++i) {
      nth(point, i) = start(i) + share * (2.0 * in(i) + share * (out(i) - in(i)));
    }
    return point;
  }

  // Point and p are the same function of s, so that dR/dp is R'(s) / p'(s).
  [[nodiscard]] JetPoint follow_smoothly(std::size_t knot, double p) const {
    const CornerBlend& blend = blends[knot];
    const Vector3d in = blend.before * slope(knot - 1), out = blend.after * slope(knot);
    const double s = find_smooth_share(blend, p - (knots[knot] - blend.before));
    const double turned = calc_smooth_step(s), bend = 6.0 * s * (1.0 - s), change = 6.0 - 12.0 * s;
    const Vector3d point =
        points[knot] - calc_smooth_share(1.0 - s) * in + calc_smooth_share(s) * out;
    const Vector3d first = 2.0 * (in + turned * (out - in));
    const Vector3d second = 2.0 * bend * (out - in), third = 2.0 * change * (out - in);
    const double skew = 2.0 * (blend.after - blend.before);
    // Derivatives of s by p, from those of p by s.
    const double s1 = 1.0 / calc_along_slope(blend, s);
    const double s2 = -bend * skew * s1 * s1 * s1;
    const double s3 = 3.0 * s2 * s2 / s1 - change * skew * s1 * s1 * s1 * s1;
    return make_jet_point(point, s1 * first, s1 * s1 * second + s2 * first,
                          s1 * s1 * s1 * third + 3.0 * s1 * s2 * second + s3 * first);
  }

  [[nodiscard]] JetPoint follow_blend(std::size_t knot, double p) const {
    const CornerBlend& blend = blends[knot];
    if (blend.shape == BlendShape::smooth) return follow_smoothly(knot, p);
    return blend.before == blend.after ? follow_even_parabola(knot, p)
                                       : follow_uneven_parabola(knot, p);
  }

  JetPoint operator()(double p) const {
    const std::size_t piece = find_piece(knots, p);
    for (const std::size_t knot : {piece, piece + 1}) {
      const CornerBlend& blend = blends[knot];
      const double end = knots[knot] + blend.after;
      // Behind the path's end there is no other piece to go over to.
      const bool is_behind = p >= end && end < knots.back();
      if (blend.is_sharp() || p < knots[knot] - blend.before || is_behind) continue;
      return follow_blend(knot, p);
    }
    return make_jet_point(points[piece] + (p - knots[piece]) * slope(piece), slope(piece),
                          Vector3d::Zero(), Vector3d::Zero());
  }
};

}  // namespace

Curve make_polyline(const std::vector<Vector3d>& points, const Knots& knots,
                    const std::vector<CornerBlend>& blends) {
  return Polyline{points, knots, blends};
}

}  // namespace path
}  // namespace globaldyn::inside
