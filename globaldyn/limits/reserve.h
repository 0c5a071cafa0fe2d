#pragma once

#include "globaldyn/limits/limit_rows.h"

namespace globaldyn::inside {
inline namespace limits {

/// The same limits, each moved inwards by the given share of half its range (of its size, if it has
/// only one side; for speeds, which appear in rows as squares, by the share of the speed); outwards
/// if negative. What is fixed stays fixed.
void tighten(LimitSystem& system, double share);

/// The drives, with the same share of their own limits kept free: what motors exert, whatever
/// friction at rest adds to it.
[[nodiscard]] Drives tighten(const Drives& drives, double share);

}  // namespace limits
}  // namespace globaldyn::inside
