#pragma once

#include "globaldyn/record/motion_record.h"
#include "globaldyn/record/smooth_motion.h"

namespace globaldyn::inside {
inline namespace motion {
class PathAnalysis;
}
inline namespace record {

/// A plan smoothed until no drive force changes faster than allowed, and kept within the limits.
struct Smoothing {
  double rise_time{0.0};  ///< s: no force may change faster than its whole range in this time
  double window{0.0};     ///< s: of the averaging used
  double reserve{0.0};  ///< of the underlying plan: the fraction of the limits needed for averaging
  double duration{0.0};      ///< s
  double fastest_rise{0.0};  ///< s: time a force would need for its range at its fastest change
  PathPlan plan;             ///< the underlying plan
};

/// The averaging window is lengthened until forces change slowly enough, and the underlying plan is
/// made with more and more reserve until its average keeps the limits, checked at a hundred
/// instants per window.
/// @throws Error if it does not terminate: a force that jumps however slowly the machine moves
///   (Coulomb friction), or limits that leave no room; InputError for plans that are not from rest
///   to rest, for paths whose second derivative jumps where the machine passes in motion, and for
///   stops with a duration under Coulomb friction: forces jump there however long it is averaged
[[nodiscard]] Smoothing smooth_plan(PathAnalysis& analysis, const PathPlanOptions& options,
                                    double rise_time, const RecordOptions& record);

}  // namespace record
}  // namespace globaldyn::inside
