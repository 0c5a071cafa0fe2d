#include "globaldyn/region/speeds_along.h"

namespace globaldyn::inside {
inline namespace region {

SpeedSet list_speeds_along(const Region& region, double slope) {
  const Parabola motion{0.0, 0.0, slope};
  SpeedSet set;
  Strips pieces, scratch;
  for (const Strip& strip : region.strips()) {
    pieces.assign({strip});
    if (strip.upper != kNoCurve) {
      cut_where_positive(pieces, motion - region.curves().parabola(strip.upper), kNoCurve, scratch);
    }
    if (strip.lower != kNoCurve) {
      cut_where_positive(pieces, region.curves().parabola(strip.lower) - motion, kNoCurve, scratch);
    }
    for (const Strip& piece : pieces) set.push_back({piece.begin, piece.end});
  }
  unite_overlapping(set);
  return set;
}

}  // namespace region
}  // namespace globaldyn::inside
