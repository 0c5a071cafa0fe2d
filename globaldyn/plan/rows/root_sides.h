#pragma once

#include <span>
#include <vector>

#include "globaldyn/plan/rows/grid_segment.h"

namespace globaldyn::inside {
inline namespace plan {

// For segments with roots; nothing changes for all others.

/// Sets where motions are expected, and what is expected to bound them: StraightSides are made
/// about it.
void set_guess(GridSegment& segment, const RootGuess& of_motions, const RootGuess& of_bounds);
inline void set_guess(GridSegment& segment, const CubicSpeed& x, double spread) {
  set_guess(segment, {x, spread}, {x, spread});
}

/// Drops the sides that cannot matter as long as x is not larger.
void limit_speed(GridSegment& segment, double most);

/// Ranges of x about a guess: near it, below, above, and all possible values.
enum class RootRange { near, below, above, all };

/// The straight sides of one segment at a time: its own or, where these have roots, lines in their
/// place. Those take several times the memory of their source, and little time to make, so they are
/// not kept: what is returned is valid until the next call.
class StraightSides {
 public:
  /// A motion that keeps these keeps the segment's sides.
  [[nodiscard]] std::span<const Side> inner(const GridSegment& segment);
  /// A motion that keeps the segment's sides keeps these, as long as x is_within() the guess.
  [[nodiscard]] std::span<const Side> outer(const GridSegment& segment);
  /// The same for all x up to RootSides::beyond.
  [[nodiscard]] std::span<const Side> outermost(const GridSegment& segment);

 private:
  std::span<const Side> make_outer(const GridSegment& segment, RootRange range);

  std::vector<Side> sides_;
};

}  // namespace plan
}  // namespace globaldyn::inside
