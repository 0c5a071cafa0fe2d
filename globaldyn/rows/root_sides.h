#pragma once

#include "globaldyn/rows/grid_segment.h"

namespace globaldyn {

// Of segments with roots; of all others nothing changes.

/// Makes the sides with roots straight about where motions are expected, and about what is expected
/// to bound them.
void set_guess(GridSegment& segment, const RootGuess& of_motions, const RootGuess& of_bounds);
inline void set_guess(GridSegment& segment, const CubicSpeed& x, double spread) {
  set_guess(segment, {x, spread}, {x, spread});
}

/// Drops the sides that cannot matter as long as x is no larger.
void limit_speed(GridSegment& segment, double most);

/// Whoever keeps the sides keeps these for all x up to RootSides::beyond. They are looked at rarely
/// and take as much memory as all others, so that they are not kept.
void write_outermost(const GridSegment& segment, std::vector<Side>& sides);

}  // namespace globaldyn
