#pragma once

#include "globaldyn/region/region.h"

namespace globaldyn::inside {
inline namespace region {

/// What a held limit is called in results; rows without labels are "row 1", "row 2", …
[[nodiscard]] ActiveLimit name_limit(const HeldLimit& held, const LimitLabels& labels);

/// "F1 max, F4 min"; empty if there are none.
[[nodiscard]] std::string list_names(const std::vector<ActiveLimit>& active);

/// The limits at which (d1, d2) is: closer to the boundary than `share` of the region's width in
/// d2, or of its largest d1. Sorted like rows.
[[nodiscard]] std::vector<HeldLimit> find_active(const Region& region, double d1, double d2,
                                                 double share);

}  // namespace region
}  // namespace globaldyn::inside
