#include "globaldyn/criteria/region/region_criteria.h"

#include "core/base/constants.h"

namespace globaldyn::inside {
inline namespace criteria {
double calc_d1_max(const Region& region, double /*speed*/) {
  return region.is_empty() ? 0.0 : region.strips().back().end;
}

double calc_d2_max(const Region& region, double speed) {
  const auto range = region.d2_range(speed);
  return range ? range->high : -kInfinity;
}

double calc_d2_min(const Region& region, double speed) {
  const auto range = region.d2_range(speed);
  return range ? range->low : kInfinity;
}

double calc_d2_range(const Region& region, double speed) {
  const auto range = region.d2_range(speed);
  return range ? range->high - range->low : 0.0;
}

double calc_area(const Region& region, double /*speed*/) {
  return region.area_d1_d2().value_or(kInfinity);
}

}  // namespace criteria
}  // namespace globaldyn::inside
