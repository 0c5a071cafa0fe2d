#include "tests/support/stepwise_plan.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include "core/base/interval.h"
#include "globaldyn/evaluation/path_walker.h"

namespace globaldyn::inside::test {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();

// a x + d u <= b.
struct Plane {
  double a, d, b;
};

struct Corner {
  double x, u;
};

// a x + d u + v.y <= b for some preload y.
struct PreloadedPlane {
  Plane plane;
  VectorXd v;
};

std::vector<PreloadedPlane> list_preloaded(const LimitSystem& limits) {
  std::vector<PreloadedPlane> planes;
  for (const LimitRow& row : limits.rows) {
    const VectorXd v = limits.redundancy > 0 ? row.v : VectorXd();
    if (std::isfinite(row.high)) {
      planes.push_back({{row.alpha, row.delta, row.high - row.gamma}, v});
    }
    if (std::isfinite(row.low)) {
      planes.push_back({{-row.alpha, -row.delta, row.gamma - row.low}, -v});
    }
  }
  return planes;
}

// Takes out one preload: every plane that bounds it from above, with every one that bounds it from
// below (Fourier and Motzkin).
std::vector<PreloadedPlane> take_out(const std::vector<PreloadedPlane>& planes, Eigen::Index y) {
  constexpr double kNothing = 1e-9;
  double most = 0.0;
  for (const PreloadedPlane& one : planes) most = std::max(most, std::abs(one.v(y)));
  std::vector<PreloadedPlane> left;
  for (const PreloadedPlane& above : planes) {
    if (std::abs(above.v(y)) <= kNothing * most) left.push_back(above);
    if (!(above.v(y) > kNothing * most)) continue;
    for (const PreloadedPlane& below : planes) {
      if (!(below.v(y) < -kNothing * most)) continue;
      const double p = -below.v(y) / most, q = above.v(y) / most;
      const Plane &a = above.plane, &b = below.plane;
      left.push_back(
          {{p * a.a + q * b.a, p * a.d + q * b.d, p * a.b + q * b.b}, p * above.v + q * below.v});
    }
  }
  return left;
}

// The planes of a machine's limits, whatever the preload.
std::vector<Plane> list_planes(const LimitSystem& limits) {
  std::vector<PreloadedPlane> preloaded = list_preloaded(limits);
  for (int y = 0; y < limits.redundancy; ++y) preloaded = take_out(preloaded, y);
  std::vector<Plane> planes;
  for (const PreloadedPlane& one : preloaded) planes.push_back(one.plane);
  return planes;
}

// The part of a line x0 + s (dx, du) that the planes leave.
Interval cut(const std::vector<Plane>& planes, const Corner& at, double dx, double du) {
  Interval s{-kInf, kInf};
  for (const Plane& plane : planes) {
    const double slope = plane.a * dx + plane.d * du;
    const double room = plane.b - plane.a * at.x - plane.d * at.u;
    if (slope > 0.0) s.high = std::min(s.high, room / slope);
    if (slope < 0.0) s.low = std::max(s.low, room / slope);
    if (slope == 0.0 && room < 0.0) return {kInf, -kInf};
  }
  return s;
}

// The range of x of what the planes leave: the extreme corners lie on the edges.
std::optional<Interval> find_x(const std::vector<Plane>& planes) {
  Interval x{kInf, -kInf};
  for (const Plane& plane : planes) {
    const double size = plane.a * plane.a + plane.d * plane.d;
    if (size == 0.0) continue;
    const Corner at{plane.a * plane.b / size, plane.d * plane.b / size};
    // Along the edge, with this plane itself left out by a little room.
    std::vector<Plane> others;
    for (const Plane& other : planes) {
      if (&other != &plane) others.push_back(other);
    }
    const double dx = -plane.d, du = plane.a;
    const Interval s = cut(others, at, dx, du);
    if (!(s.low <= s.high)) continue;
    for (const double end : {s.low, s.high}) {
      if (!std::isfinite(end)) continue;
      x.low = std::min(x.low, at.x + end * dx);
      x.high = std::max(x.high, at.x + end * dx);
    }
  }
  if (!(x.low <= x.high)) return std::nullopt;
  return x;
}

// Equal steps between singularities, so that each is in the middle of one, and after the last.
std::vector<double> make_grid(double p_max, const std::vector<double>& singular, int steps) {
  std::vector<double> p;
  double begin = 0.0, h = p_max / steps;
  for (const double end : singular) {
    const double half = begin == 0.0 ? 0.0 : 0.5;  // of a step, behind a singularity
    const int count = std::max(2, static_cast<int>(std::lround((end - begin) / p_max * steps)));
    h = (end - begin) / (count - 0.5 + half);
    for (int i = 0; i < count; ++i) p.push_back(begin + (i + half) * h);
    begin = end;
  }
  for (double at = begin + (begin == 0.0 ? 0.0 : 0.5) * h; at < p_max - 0.5 * h; at += h) {
    p.push_back(at);
  }
  p.push_back(p_max);
  return p;
}

}  // namespace

double plan_stepwise(const Machine& machine, const Path& path, const std::vector<double>& singular,
                     int steps) {
  const std::vector<double> p = make_grid(path.p_max, singular, steps);
  PathWalker walker(machine, path);
  std::vector<std::vector<Plane>> planes;
  for (const double at : p) {
    if (walker.move_to_limits(at).status != SampleStatus::ok) return kInf;
    planes.push_back(list_planes(walker.limits()));
    planes.back().push_back({-1.0, 0.0, 0.0});
  }
  const std::size_t last = p.size() - 1;
  std::vector<Interval> from(p.size());
  from[last] = {0.0, 0.0};
  for (std::size_t i = last; i-- > 0;) {
    const double step = p[i + 1] - p[i];
    std::vector<Plane> all = planes[i];
    all.push_back({1.0, 2.0 * step, from[i + 1].high});
    all.push_back({-1.0, -2.0 * step, -from[i + 1].low});
    const auto x = find_x(all);
    if (!x) return kInf;
    from[i] = {std::max(0.0, x->low), x->high};
  }
  if (from[0].low > 1e-12) return kInf;
  double x = 0.0, time = 0.0;
  for (std::size_t i = 0; i < last; ++i) {
    const double step = p[i + 1] - p[i];
    const Interval u = cut(planes[i], {x, 0.0}, 0.0, 1.0);
    if (!(u.low <= u.high + 1e-6 * std::abs(u.high))) return kInf;
    double next = std::min(x + 2.0 * step * u.high, from[i + 1].high);
    next = std::max(next, from[i + 1].low);
    next = std::max(0.0, next);
    time += 2.0 * step / (std::sqrt(x) + std::sqrt(next));
    x = next;
  }
  return time;
}

}  // namespace globaldyn::inside::test
