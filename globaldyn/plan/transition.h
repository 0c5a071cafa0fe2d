#pragma once

#include <optional>

#include "globaldyn/plan/speed_set.h"
#include "globaldyn/region/region.h"

namespace globaldyn {

/// A stretch of a path on which d2 is taken to be linear in p, with what is accessible at its two
/// ends, as seen from within. Then
///     x_end - x_begin = length (d2_begin + d2_end),   x = d1²,
/// the trapezoidal rule for dx/dp = 2 d2: exact for the motion described, and off the constraints
/// between the ends by second order in the length only.
///
/// Because d2_begin and d2_end appear in a sum, each end can be dealt with alone: of the end only
/// x_end - length d2_end matters, of the begin x_begin + length d2_begin. So all that follows is
/// exact for regions of any shape: curved, in pieces, unbounded, segments and points.
struct Transition {
  const Region& begin;
  const Region& end;
  double length;

  /// All d1 at the begin from which the end can be passed at a d1 of `targets`.
  [[nodiscard]] SpeedSet find_departures(const SpeedSet& targets) const;

  struct Arrival {
    double d1_end;
    double d2_begin;
    double d2_end;
  };
  /// The greatest d1 of `targets` that can be reached from `d1`, and how; of all ways the one with
  /// the least change of d2. Nothing if there is none.
  [[nodiscard]] std::optional<Arrival> find_fastest(double d1, const SpeedSet& targets) const;
};

/// All d1 that a region gives access to.
[[nodiscard]] SpeedSet list_accessible(const Region& region);

}  // namespace globaldyn
