#include "globaldyn/plan/stand.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "globaldyn/plan/transition.h"

namespace globaldyn {
namespace {

// Values of d2, and of x beside rest, are compared up to this share of their size.
constexpr double kRoundOff = 1e-11;

Side join(Side a, Side b) {
  if (a == Side::only) return b;
  return b == Side::only || a == b ? a : Side::inside;
}

}  // namespace

Stand look_at(const Region& region, const SegmentMotion& segment, double s) {
  Stand stand;
  const double x = segment.x_at(s), d2 = segment.d2_at(s);
  stand.x = std::max(0.0, x);
  const double d1 = std::sqrt(stand.x);
  const auto range = region.d2_range(d1);
  if (!range) {
    stand.side = d1 > find_top(region) ? Side::top : Side::inside;
    stand.is_kept = false;
    return stand;
  }
  const double size = std::abs(segment.d2_begin) + std::abs(segment.d2_end);
  const double slack = kRoundOff * size;
  // Between two nodes d1² must not fall below rest.
  const bool is_real = x >= -kRoundOff * (segment.x_begin + size * segment.length);
  stand.is_kept = is_real && range->low - slack <= d2 && d2 <= range->high + slack;
  const bool no_more = d2 >= range->high - slack, no_less = d2 <= range->low + slack;
  stand.side = no_more && no_less ? Side::only
               : no_more          ? Side::up
               : no_less          ? Side::down
                                  : Side::inside;
  if (stand.side == Side::inside) stand.room = std::min(range->high - d2, d2 - range->low);
  return stand;
}

Stand look_along(const Station* stations, const SegmentMotion& segment) {
  Stand all;
  all.x = std::numeric_limits<double>::infinity();
  for (std::size_t k = 1; k < kStationsPerSegment; ++k) {
    const double s = segment.length * static_cast<double>(k) / kStationsPerSegment;
    const Stand here = look_at(stations[k].before, segment, s);
    all.side = join(all.side, here.side);
    all.is_kept = all.is_kept && here.is_kept;
    all.room = std::max(all.room, here.room);
    all.x = std::min(all.x, here.x);
  }
  return all;
}

}  // namespace globaldyn
