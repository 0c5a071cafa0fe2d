#pragma once

#include "globaldyn/region/region.h"

namespace globaldyn {

/// Whether a machine at rest may be set in motion, as far as that shows where it rests: not if the
/// largest d2 accessible at rest is zero up to rounding errors. Limits that are smooth in p and d1
/// then leave d2 no more than proportional to the distance gone and to d1, and a motion under such
/// a d2 stays where it is. True where the largest d2 is negative, or nothing is accessible at low
/// speeds: what is missing there is for others to find.
/// @param region just after the place of rest, where the path must not stand still
[[nodiscard]] bool can_leave_rest(const Region& region);

/// The same in reverse: whether a motion may come to rest there. Not if the smallest d2 is zero.
/// @param region just before the place
[[nodiscard]] bool can_come_to_rest(const Region& region);

}  // namespace globaldyn
