#include "globaldyn/path/curves.h"

#include <Eigen/Sparse>
#include <algorithm>
#include <cmath>

#include "core/base/nth.h"
#include "core/base/round_off.h"

namespace globaldyn::inside {
inline namespace path {
namespace {

JetPoint combine(const Vector3d& origin, const Jet& a, const Vector3d& u, const Jet& b,
                 const Vector3d& v) {
  JetPoint point;
  for (int i = 0; i < 3; ++i) {
    nth(point, i) = origin(i) + a * u(i) + b * v(i);
  }
  return point;
}

JetPoint make_jet_point(const Vector3d& value, const Vector3d& first, const Vector3d& second,
                        const Vector3d& third) {
  JetPoint point;
  for (int i = 0; i < 3; ++i) {
    nth(point, i) = make_jet(value(i), first(i), second(i), third(i));
  }
  return point;
}

// The piece [knots[i], knots[i + 1]] that p lies in; the last one at the end.
std::size_t find_piece(const Knots& knots, double p) {
  const auto next = std::upper_bound(knots.begin(), knots.end(), p);
  const auto piece = std::max<std::ptrdiff_t>(1, next - knots.begin()) - 1;
  return std::min(static_cast<std::size_t>(piece), knots.size() - 2);
}

// How far along its parabola a blend is, from 0 to 1 over the width: the rational function with
// these slopes at its ends, which rises everywhere, and is straight if both slopes are 1. (Gregory
// and Delbourgo, Piecewise rational quadratic interpolation to monotonic data, 1982.)
Jet find_blend_share(const Blend& blend, const Jet& along) {
  const double width = blend.before + blend.after;
  const double first = 0.5 * width / blend.before, last = 0.5 * width / blend.after;
  const Jet t = along / width;
  const Jet between = t * (1.0 - t);
  return (t * t + first * between) / (1.0 + (first + last - 2.0) * between);
}

struct Polyline {
  std::vector<Vector3d> points;
  Knots knots;
  std::vector<Blend> blends;  // about each knot

  [[nodiscard]] Vector3d slope(std::size_t piece) const {
    return (points[piece + 1] - points[piece]) / (knots[piece + 1] - knots[piece]);
  }

  // Around an inner knot the slope changes linearly from that of one piece to that of the next.
  [[nodiscard]] JetPoint round_evenly(std::size_t knot, double p) const {
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
  [[nodiscard]] JetPoint round_unevenly(std::size_t knot, double p) const {
    const Blend& blend = blends[knot];
    const Vector3d in = blend.before * slope(knot - 1), out = blend.after * slope(knot);
    const Jet share =
        find_blend_share(blend, make_path_parameter(p) - (knots[knot] - blend.before));
    const Vector3d start = points[knot] - in;
    JetPoint point;
    for (int i = 0; i < 3; ++i) {
      nth(point, i) = start(i) + share * (2.0 * in(i) + share * (out(i) - in(i)));
    }
    return point;
  }

  JetPoint operator()(double p) const {
    const std::size_t piece = find_piece(knots, p);
    for (const std::size_t knot : {piece, piece + 1}) {
      const Blend& blend = blends[knot];
      const double end = knots[knot] + blend.after;
      // Behind the path's end there is no other piece to go over to.
      const bool is_behind = p >= end && end < knots.back();
      if (blend.is_sharp() || p < knots[knot] - blend.before || is_behind) continue;
      return blend.before == blend.after ? round_evenly(knot, p) : round_unevenly(knot, p);
    }
    return make_jet_point(points[piece] + (p - knots[piece]) * slope(piece), slope(piece),
                          Vector3d::Zero(), Vector3d::Zero());
  }
};

struct CubicSpline {
  std::vector<Vector3d> points;
  Knots knots;
  std::vector<Vector3d> curvature;  // second derivative at the knots

  JetPoint operator()(double p) const {
    const std::size_t i = find_piece(knots, p);
    const double h = knots[i + 1] - knots[i];
    const double t = p - knots[i];
    const Vector3d third = (curvature[i + 1] - curvature[i]) / h;
    const Vector3d first =
        (points[i + 1] - points[i]) / h - h / 6.0 * (2.0 * curvature[i] + curvature[i + 1]);
    return make_jet_point(points[i] + t * (first + t * (0.5 * curvature[i] + t / 6.0 * third)),
                          first + t * (curvature[i] + 0.5 * t * third), curvature[i] + t * third,
                          third);
  }
};

// Continuity of the first derivative at each knot: a tridiagonal system for the second derivatives
// (cyclic if closed), solved as a sparse system.
std::vector<Vector3d> calc_spline_curvature(const std::vector<Vector3d>& points, const Knots& knots,
                                            bool closed) {
  const int last = static_cast<int>(points.size()) - 1;
  std::vector<Eigen::Triplet<double>> entries;
  MatrixXd right = MatrixXd::Zero(last + 1, 3);
  const auto h = [&](int i) { return nth(knots, i + 1) - nth(knots, i); };
  const auto slope = [&](int i) -> Vector3d {
    return (nth(points, i + 1) - nth(points, i)) / h(i);
  };
  // Row of the knot between piece `before` and piece `after`.
  const auto fill = [&](int row, int before, int after) {
    entries.emplace_back(row, before, h(before) / 6.0);
    entries.emplace_back(row, row, (h(before) + h(after)) / 3.0);
    entries.emplace_back(row, after + 1, h(after) / 6.0);
    right.row(row) = (slope(after) - slope(before)).transpose();
  };
  for (int i = 1; i < last; ++i) fill(i, i - 1, i);
  if (closed) {
    fill(0, last - 1, 0);
    entries.emplace_back(last, 0, 1.0);
    entries.emplace_back(last, last, -1.0);
  } else {
    entries.emplace_back(0, 0, 1.0);
    entries.emplace_back(last, last, 1.0);
  }
  Eigen::SparseMatrix<double> system(last + 1, last + 1);
  system.setFromTriplets(entries.begin(), entries.end());
  const MatrixXd solution = Eigen::SparseLU<Eigen::SparseMatrix<double>>(system).solve(right);
  std::vector<Vector3d> curvature;
  for (int i = 0; i <= last; ++i) curvature.emplace_back(solution.row(i).transpose());
  return curvature;
}

}  // namespace

Curve make_circle(const Vector3d& center, double radius, const Vector3d& u, const Vector3d& v) {
  return [=](double p) {
    const double c = radius * std::cos(p), s = radius * std::sin(p);
    return combine(center, make_jet(c, -s, -c, s), u, make_jet(s, c, -s, -c), v);
  };
}

Curve make_line(const Vector3d& from, const Vector3d& to) {
  return [=](double p) {
    return make_jet_point(from + p * (to - from), to - from, Vector3d::Zero(), Vector3d::Zero());
  };
}

Curve make_rose(const Vector3d& center, double r0, double k, const Vector3d& u, const Vector3d& v) {
  return [=](double p) {
    const Jet angle = make_path_parameter(p);
    const Jet r = r0 * cos(k * angle);
    return combine(center, r * cos(angle), u, r * sin(angle), v);
  };
}

Knots make_chord_knots(const std::vector<Vector3d>& points) {
  Knots knots{0.0};
  for (std::size_t i = 1; i < points.size(); ++i) {
    knots.push_back(knots.back() + (points[i] - points[i - 1]).norm());
  }
  const double length = knots.back();
  for (double& knot : knots) knot /= length;
  return knots;
}

bool is_corner(const Vector3d& slope_before, const Vector3d& slope_after) {
  return !is_zero((slope_after - slope_before).norm(), slope_after.norm() + slope_before.norm(),
                  round_off::kSolved);
}

Curve make_polyline(const std::vector<Vector3d>& points, const Knots& knots,
                    const std::vector<Blend>& blends) {
  return Polyline{points, knots, blends};
}

CurveSteps find_polyline_steps(const std::vector<Vector3d>& points, const Knots& knots,
                               const std::vector<Blend>& blends) {
  const Polyline polyline{points, knots, blends};
  CurveSteps steps;
  const auto add_break = [&](double p) {
    if (steps.breaks.empty() || p > steps.breaks.back()) steps.breaks.push_back(p);
  };
  for (std::size_t i = 1; i + 1 < knots.size(); ++i) {
    if (!is_corner(polyline.slope(i - 1), polyline.slope(i))) continue;
    if (blends[i].is_sharp()) {
      steps.corners.push_back(knots[i]);
      continue;
    }
    add_break(knots[i] - blends[i].before);
    add_break(knots[i] + blends[i].after);
  }
  return steps;
}

Curve make_spline(const std::vector<Vector3d>& points, const Knots& knots, bool closed) {
  return CubicSpline{points, knots, calc_spline_curvature(points, knots, closed)};
}

}  // namespace path
}  // namespace globaldyn::inside
