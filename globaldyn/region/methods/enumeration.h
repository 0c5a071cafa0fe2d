#pragma once

#include "globaldyn/region/region.h"

namespace globaldyn {

/// The accessible region by enumeration of r-tuples of limits (seed 003, eq. (5)): each r rows
/// whose V is regular, each held at its lower or upper limit, give y; put into the other rows
/// they leave a subregion; the region is the union of all. Directions of y that no finite limit
/// bounds are eliminated first, and equalities are put in beforehand.
/// Exact up to round-off; cost C(rows, r) 2^r (rows - r).
[[nodiscard]] Region enumerate_region(const LimitSystem& system);

}  // namespace globaldyn
