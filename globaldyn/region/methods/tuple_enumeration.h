#pragma once

#include "globaldyn/region/region.h"

namespace globaldyn::inside {
inline namespace region {

/// The accessible region by enumeration of r-tuples of limits (Horáček et al. 2013, eq. (5)): each
/// r rows whose V is regular, each held at its lower or upper limit, give y; substituted into the
/// other rows, they leave a subregion; the region is the union of all subregions. Directions of y
/// that no finite limit bounds are eliminated first, and equalities are substituted beforehand.
/// Exact up to rounding errors; cost C(rows, r) 2^r (rows - r).
[[nodiscard]] Region enumerate_region(const LimitSystem& system);

}  // namespace region
}  // namespace globaldyn::inside
