#include "globaldyn/motion/rest_points.h"

#include <cmath>

#include "core/base/constants.h"
#include "core/base/round_off.h"

namespace globaldyn {
namespace {

// d2 along a curve at rest; infinite if there is none.
double find_at_rest(const Region& region, CurveNumber curve) {
  return curve == kNoCurve ? kInfinity : region.curves().parabola(curve).c0;
}

// The strip of the lowest speeds, if it begins with rest.
const Strip* find_slowest(const Region& region) {
  for (const Strip& strip : region.strips()) {
    if (strip.end > 0.0) return strip.begin == 0.0 ? &strip : nullptr;
  }
  return nullptr;
}

// A d2 that is zero compared with that of the other side.
bool is_none(double d2, double other) {
  const double size = std::isfinite(other) ? std::abs(other) : 0.0;
  return std::abs(d2) <= round_off::kEntry * size;
}

}  // namespace

bool can_leave_rest(const Region& region) {
  const Strip* const strip = find_slowest(region);
  return strip == nullptr ||
         !is_none(find_at_rest(region, strip->upper), find_at_rest(region, strip->lower));
}

bool can_come_to_rest(const Region& region) {
  const Strip* const strip = find_slowest(region);
  return strip == nullptr ||
         !is_none(find_at_rest(region, strip->lower), find_at_rest(region, strip->upper));
}

}  // namespace globaldyn
