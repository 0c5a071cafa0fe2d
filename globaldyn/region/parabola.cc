#include "globaldyn/region/parabola.h"

#include <algorithm>
#include <cmath>

namespace globaldyn {
namespace {

std::vector<double> find_all_roots(const Parabola& f) {
  // Without the linear term d1 comes from d1² alone: no cancellation.
  if (f.c1 == 0.0) {
    if (f.c2 == 0.0) return {};
    const double x = -f.c0 / f.c2;
    return x < 0.0 ? std::vector<double>{} : std::vector<double>{std::sqrt(x)};
  }
  if (f.c2 == 0.0) return {-f.c0 / f.c1};
  // A discriminant that is round-off is zero: curves that touch neither cross nor leave a gap.
  constexpr double kRoundOff = 1e-13;
  const double terms = f.c1 * f.c1 + std::abs(4.0 * f.c0 * f.c2);
  double discriminant = f.c1 * f.c1 - 4.0 * f.c0 * f.c2;
  if (std::abs(discriminant) <= kRoundOff * terms) discriminant = 0.0;
  if (!(discriminant >= 0.0)) return {};
  // The larger root first, the other by the product of the roots (no cancellation).
  const double q = -0.5 * (f.c1 + std::copysign(std::sqrt(discriminant), f.c1));
  return q == 0.0 ? std::vector<double>{0.0} : std::vector<double>{q / f.c2, f.c0 / q};
}

}  // namespace

std::vector<double> find_roots(const Parabola& f, double begin, double end) {
  std::vector<double> roots = find_all_roots(f);
  std::erase_if(roots,
                [&](double root) { return !std::isfinite(root) || root <= begin || root >= end; });
  std::sort(roots.begin(), roots.end());
  roots.erase(std::unique(roots.begin(), roots.end()), roots.end());
  return roots;
}

double pick_inside(double begin, double end) {
  if (std::isinf(end)) return begin > 0.0 ? 2.0 * begin : 1.0;
  return 0.5 * (begin + end);
}

}  // namespace globaldyn
