#pragma once

#include "globaldyn/region/limit_rows.h"

namespace globaldyn {

/// Below this share of the largest entry of any row's v a pivot is round-off.
inline constexpr double kPreloadRankTolerance = 1e-10;

/// The same region from less: only rows with a finite limit, and of the preload y only the
/// directions that those rows bound. A direction of y that no row bounds can be chosen freely, so
/// it is projected out: afterwards the rows have rank `redundancy`.
[[nodiscard]] LimitSystem bound_preload(const LimitSystem& system);

/// Whether the row has a limit on that side.
[[nodiscard]] bool has_side(const LimitRow& row, LimitSide side);

/// The largest entry of any row's v, 0 without any: what round-off in v is a share of.
[[nodiscard]] double find_largest_preload(const LimitSystem& system);

}  // namespace globaldyn
