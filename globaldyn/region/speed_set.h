#pragma once

#include <boost/container/small_vector.hpp>

#include "core/base/interval.h"

namespace globaldyn {

/// A set of d1 >= 0: closed intervals, rising, that do not touch. An interval may be a point, and
/// the last may be endless. One or two, as there mostly are, need no memory of their own.
using SpeedSet = boost::container::small_vector<Interval, 2>;

/// Sorts the intervals and joins those that overlap, or lie no further apart than round-off.
void unite_overlapping(SpeedSet& set);

/// The point of the set nearest to `d1`; the set must not be empty.
[[nodiscard]] double find_nearest(const SpeedSet& set, double d1);

[[nodiscard]] SpeedSet intersect(const SpeedSet& a, const SpeedSet& b);

}  // namespace globaldyn
