#pragma once

#include <array>
#include <vector>

#include "globaldyn/plan/plan.h"
#include "globaldyn/plan/rows/row_grid.h"

namespace globaldyn::inside {
inline namespace plan {

/// x at quarters of a segment, both ends included.
using RoughSpeeds = std::array<double, 5>;

/// An approximation of the fastest motion on each of the grid's segments: backwards the highest x
/// from which the end can be reached, forwards from there the highest that can be reached (Pham &
/// Pham 2018), by implicit Euler on quarters of segments and with exact sqrt(x). It proves nothing;
/// lines in place of sqrt(x) are laid about it. Empty if there seems to be no such motion, or
/// nothing limits it. For grids whose rows have roots.
[[nodiscard]] std::vector<RoughSpeeds> find_rough_motion(const RowGrid& grid,
                                                         const std::vector<SpeedGate>& gates);

}  // namespace plan
}  // namespace globaldyn::inside
