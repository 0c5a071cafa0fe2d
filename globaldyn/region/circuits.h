#pragma once

#include "globaldyn/region/region.h"

namespace globaldyn {

/// The region by eliminating the preload y along circuits of rows: for every r + 1 rows whose v
/// have rank r there is, up to scale, one weighting mu in which y cancels; the weighted sum of the
/// rows then lies between the weighted sums of their limits. The region is the intersection of
/// all these pairs of inequalities (Fourier-Motzkin without redundancy by construction; the
/// facets of the zonotope of producible forces).
/// Exact; cost C(rows, r + 1).
[[nodiscard]] Region intersect_circuits(const LimitSystem& system);

}  // namespace globaldyn
