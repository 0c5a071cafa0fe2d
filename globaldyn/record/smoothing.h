#pragma once

#include "globaldyn/record/motion_record.h"
#include "globaldyn/record/smooth_motion.h"

namespace globaldyn {

/// A plan smoothed until no drive force changes faster than is asked, and kept within the limits.
struct Smoothing {
  double rise_time{0.0};     ///< s: no force may change faster than its whole range in this time
  double window{0.0};        ///< s: of the averaging that does it
  double reserve{0.0};       ///< of the plan underneath: what the averaging needs of the limits
  double duration{0.0};      ///< s
  double fastest_rise{0.0};  ///< s: what a force would need for its range at its fastest change
  PathPlan plan;             ///< the plan underneath
};

/// The averaging's window is lengthened until forces change slowly enough, and the plan underneath
/// made with more and more reserve until its average keeps the limits: looked at at twenty
/// instants a window.
/// @throws Error if it does not come to an end: a force that jumps however slowly the machine moves
///   (Coulomb friction), or limits that leave no room; InputError for plans not from rest to rest
[[nodiscard]] Smoothing smooth_plan(const Machine& machine, const Path& path,
                                    const PathPlanOptions& options, double rise_time,
                                    const RecordOptions& record);

}  // namespace globaldyn
