#pragma once

#include <optional>

#include "globaldyn/limits/limit_rows.h"
#include "globaldyn/plan/regions/profile.h"

namespace globaldyn::inside {
inline namespace plan {

/// Whether a motion keeps to what is accessible, except for rounding errors, at the distance s into
/// a segment, where that is `region`.
[[nodiscard]] bool keeps_at(const Region& region, const SegmentMotion& segment, double s);

/// The same at a quarter, the middle and three quarters.
/// @param stations the segment's, from its first on
[[nodiscard]] bool keeps_along(const Station* stations, const SegmentMotion& segment);

/// The same at the distance s, by the rows themselves: cheaper than their region. Nothing if
/// evaluating each row once is not enough: for more than one direction of preload, or equalities.
[[nodiscard]] std::optional<bool> keeps_rows(const LimitSystem& system,
                                             const SegmentMotion& segment, double s);

}  // namespace plan
}  // namespace globaldyn::inside
