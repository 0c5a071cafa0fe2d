#pragma once

#include <optional>

#include "globaldyn/plan/regions/work_meter.h"
#include "globaldyn/region/region.h"
#include "globaldyn/region/speed_set.h"

namespace globaldyn::inside {
inline namespace plan {

/// A stretch of a path, with what is accessible at its two ends as seen from within, along which
/// d2 is linear in p except for a given bulge (SegmentMotion). Then
///     x_end - x_begin = length (d2_begin + d2_end + 4/3 bulge),   x = d1².
///
/// Because d2_begin and d2_end appear in a sum, each end can be treated separately: at the end only
/// x_end - length d2_end matters, at the start x_begin + length d2_begin. So all that follows is
/// exact for regions of any shape: curved, in pieces, unbounded, segments and points.
struct Transition {
  const Region& begin;
  const Region& end;
  double length;
  double bulge{0.0};
  double change{0.0};  ///< desired change of d2 from start to end, where there is a choice
  /// Counts what sets in many pieces take beyond the usual few, if given.
  WorkMeter* meter{nullptr};

  /// All d1 at the start from which the end can be passed at a d1 of `targets`.
  [[nodiscard]] SpeedSet find_departures(const SpeedSet& targets) const;

  /// All d1 at the end that can be reached from a d1 of `sources` at the start.
  [[nodiscard]] SpeedSet find_arrivals(const SpeedSet& sources) const;

  struct Arrival {
    double d1_end;
    double d2_begin;
    double d2_end;
    int side;  ///< 1 if d2 is as large as possible at both ends, -1 if as small as possible,
               ///< otherwise 0
  };
  /// The largest d1 of `targets` that can be reached from `d1`, and how; of all ways the one whose
  /// change of d2 is closest to the desired one. Nothing if there is none.
  [[nodiscard]] std::optional<Arrival> find_fastest(double d1, const SpeedSet& targets) const;
};

/// All d1 accessible in a region.
[[nodiscard]] SpeedSet list_accessible(const Region& region);

/// The largest d1 accessible in a region, 0 if it is empty.
[[nodiscard]] double find_top(const Region& region);

}  // namespace plan
}  // namespace globaldyn::inside
