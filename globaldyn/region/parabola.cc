#include "globaldyn/region/parabola.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/constants.h"
#include "core/base/round_off.h"

namespace globaldyn::inside {
inline namespace region {
namespace {

Roots find_all_roots(const Parabola& f) {
  // Without the linear term d1 comes from d1² alone: no cancellation.
  if (f.c1 == 0.0) {
    if (f.c2 == 0.0) return {};
    const double x = -f.c0 / f.c2;
    return x < 0.0 ? Roots{} : Roots{{std::sqrt(x)}, 1};
  }
  if (f.c2 == 0.0) return {{-f.c0 / f.c1}, 1};
  // A discriminant within rounding errors is zero: curves that touch neither cross nor leave a gap.
  const double terms = f.c1 * f.c1 + std::abs(4.0 * f.c0 * f.c2);
  double discriminant = f.c1 * f.c1 - 4.0 * f.c0 * f.c2;
  if (is_zero(discriminant, terms)) discriminant = 0.0;
  if (!(discriminant >= 0.0)) return {};
  // The larger root first, the other by the product of the roots (no cancellation).
  const double q = -0.5 * (f.c1 + std::copysign(std::sqrt(discriminant), f.c1));
  return q == 0.0 ? Roots{{0.0}, 1} : Roots{{q / f.c2, f.c0 / q}, 2};
}

}  // namespace

Roots find_roots(const Parabola& f, double begin, double end) {
  Roots inside;
  for (const double root : find_all_roots(f)) {
    if (std::isfinite(root) && root > begin && root < end) inside.add(root);
  }
  if (inside.count < 2) return inside;
  if (inside.at[0] > inside.at[1]) std::swap(inside.at[0], inside.at[1]);
  if (inside.at[0] == inside.at[1]) inside.count = 1;
  return inside;
}

double find_largest(const Parabola& f, double begin, double end) {
  if (std::isinf(end) && (f.c2 > 0.0 || (f.c2 == 0.0 && f.c1 > 0.0))) return kInfinity;
  double largest = f.at(begin);
  if (!std::isinf(end)) largest = std::max(largest, f.at(end));
  if (f.c2 < 0.0) {
    const double top = -0.5 * f.c1 / f.c2;
    if (top > begin && top < end) largest = std::max(largest, f.at(top));
  }
  return largest;
}

double pick_inside(double begin, double end) {
  if (std::isinf(end)) return begin > 0.0 ? 2.0 * begin : 1.0;
  return 0.5 * (begin + end);
}

}  // namespace region
}  // namespace globaldyn::inside
