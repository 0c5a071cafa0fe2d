#include "globaldyn/path/curves.h"

#include <Eigen/Sparse>
#include <cmath>

#include "core/base/nth.h"
#include "globaldyn/path/jet_points.h"

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

Curve make_spline(const std::vector<Vector3d>& points, const Knots& knots, bool closed) {
  return CubicSpline{points, knots, calc_spline_curvature(points, knots, closed)};
}

}  // namespace path
}  // namespace globaldyn::inside
