#include "globaldyn/plan/regions/roughness.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace globaldyn::inside {
inline namespace plan {

double find_roughness(const Region& begin, const Region& middle, const Region& end) {
  if (begin.is_empty() || middle.is_empty() || end.is_empty()) {
    return begin.is_empty() == middle.is_empty() && middle.is_empty() == end.is_empty() ? 0.0 : 1.0;
  }
  constexpr std::array<std::array<double, 2>, 6> kDirections{
      {{1, 0}, {0, 1}, {0, -1}, {-1, 0}, {1, 1}, {1, -1}}};
  const auto size_along = [&](double u, double w) {
    double size = 0.0;
    for (const Region* region : {&begin, &middle, &end}) {
      const double extent =
          std::max(std::abs(region->support(u, w)), std::abs(region->support(-u, -w)));
      if (std::isfinite(extent)) size = std::max(size, extent);
    }
    return size > 0.0 ? size : 1.0;
  };
  const double x = size_along(1.0, 0.0), d2 = size_along(0.0, 1.0);
  double roughness = 0.0;
  for (const auto& along : kDirections) {
    const double u = along[0] / x, w = along[1] / d2;
    const auto support = [&](const Region& region) { return region.support(u, w); };
    const double ends = 0.5 * (support(begin) + support(end)), here = support(middle);
    if (ends == here) continue;
    roughness = std::max(roughness, std::isfinite(ends - here) ? std::abs(ends - here) : 1.0);
  }
  return roughness;
}

}  // namespace plan
}  // namespace globaldyn::inside
