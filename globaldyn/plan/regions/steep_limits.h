#pragma once

#include <optional>

#include "globaldyn/region/region.h"

namespace globaldyn::inside {
inline namespace plan {

/// The effect of steep limits in the middle of a segment at one of its ends.
///
/// Where the inertia a drive sees crosses zero (a zero-inertia point), its limit on d2 turns into
/// one on d1: the curve d2 = c0 + c1 d1 + c2 d1² becomes steeper and steeper, does not bound d2 at
/// the point itself, and bounds it again beyond. A motion that ignores it at the point violates it
/// right after. So if curves are so steep that the motion's own change of d1² matters (h |c2| of
/// order 1), the one at the middle is enforced as well, transferred to the end of the segment by
/// x_mid = x + h d2. The constant d2 assumed here changes the motion only by second order in h.
///
/// @param end the region at the end of the segment, @param middle the one in its middle
/// @param h the segment's length, negative if `end` is where the segment ends
/// @return the part of `end` that is left, nothing if there are no steep limits
[[nodiscard]] std::optional<Region> hold_steep_limits(const Region& end, const Region& middle,
                                                      double h);

}  // namespace plan
}  // namespace globaldyn::inside
