#pragma once

#include <array>
#include <vector>

#include "globaldyn/plan/rows/row_grid.h"

namespace globaldyn {

/// x at quarters of a segment, both ends included.
using RoughSpeeds = std::array<double, 5>;

/// About what the fastest motion is, of each of the grid's segments: backwards the highest x from
/// which the end can be reached, forwards from there the highest that can be reached (Pham & Pham
/// 2018), by implicit Euler on quarters of segments and with sqrt(x) as it is. It proves nothing;
/// it is where lines in place of sqrt(x) are laid. Empty where there seems to be no such motion, or
/// nothing limits it. Of grids whose rows have roots.
[[nodiscard]] std::vector<RoughSpeeds> find_rough_motion(const RowGrid& grid,
                                                         const std::vector<SpeedGate>& gates);

}  // namespace globaldyn
