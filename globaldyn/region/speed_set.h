#pragma once

#include <boost/container/small_vector.hpp>

#include "core/base/interval.h"

namespace globaldyn::inside {
inline namespace region {

/// A set of d1 >= 0: closed intervals, increasing, that do not touch. An interval may be a point,
/// and the last may be unbounded. Up to two, the usual case, need no allocation.
using SpeedSet = boost::container::small_vector<Interval, 2>;

/// Sorts the intervals and joins those that overlap, or are no further apart than rounding errors.
void unite_overlapping(SpeedSet& set);

/// The point of the set closest to `d1`; the set must not be empty.
[[nodiscard]] double find_nearest(const SpeedSet& set, double d1);

[[nodiscard]] SpeedSet intersect(const SpeedSet& a, const SpeedSet& b);

}  // namespace region
}  // namespace globaldyn::inside
