#pragma once

#include "globaldyn/region/region.h"

namespace globaldyn::inside {
inline namespace criteria {

// The criteria of regions, as list_criteria() has them; `speed` is the d1 at which they are
// evaluated.

/// The largest accessible d1, infinite if unbounded; 0 for an empty region.
[[nodiscard]] double calc_d1_max(const Region& region, double speed);

/// The ends of the accessible d2 at the speed, and the distance between them. Where the speed is
/// not accessible they have the worst values: -infinity, infinity and 0.
[[nodiscard]] double calc_d2_max(const Region& region, double speed);
[[nodiscard]] double calc_d2_min(const Region& region, double speed);
[[nodiscard]] double calc_d2_range(const Region& region, double speed);

/// The area in the (d1, d2) plane; infinite if unbounded.
[[nodiscard]] double calc_area(const Region& region, double speed);

}  // namespace criteria
}  // namespace globaldyn::inside
