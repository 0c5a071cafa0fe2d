#pragma once

#include <string>
#include <vector>

#include "globaldyn/record/planned_motion.h"

namespace globaldyn::inside {
inline namespace record {

/// How a planned motion runs along a piece of its path.
struct PieceFeed {
  PathPiece piece;
  double length{0.0};  ///< m, of the tool's way
  double time{0.0};    ///< s, in motion
  double wait{0.0};    ///< s, at stops of the piece: at its begin, of the last one at both ends
  double least{0.0};   ///< m/s, of the tool: no constant feed above it is that of the plan or less
  double greatest{0.0};  ///< m/s

  /// Over its length, m/s.
  [[nodiscard]] double mean() const { return time > 0.0 ? length / time : 0.0; }
};

/// One a piece of a path of lines and arcs, in its order: their times and waits together are those
/// of the motion. Extremes of speeds are looked for at nine places of each segment of the plan.
/// @param motion with a plan of this path
/// @throws InputError for a path that is not made of lines and arcs, or has a law of motion
[[nodiscard]] std::vector<PieceFeed> list_feeds(const Path& path, const PlannedMotion& motion);

/// A row a piece, in the units that people are shown; `feed` is the least speed, in mm/min unless
/// the file lists another unit of speed.
[[nodiscard]] std::string to_csv(const std::vector<PieceFeed>& feeds, const ShownUnits& units);

}  // namespace record
}  // namespace globaldyn::inside
