#pragma once

#include <vector>

#include "globaldyn/plan/regions/profile.h"

namespace globaldyn::inside {
inline namespace plan {

/// What motions within the limits could gain over a given one by getting above it.
struct Headroom {
  double gain{0.0};            ///< s, upper bound for the whole path
  std::vector<double> blames;  ///< s, per segment: how much of that is due to the room of d2 there
};

/// How far above a motion x = d1² others can get: x + e. Where the motion's d2 is at or beyond the
/// largest accessible one, no motion crosses it from below; where d2 could be more, e grows by
///     e' = 2 (largest d2 at x + e - d2 of the motion).
/// Nor can e be larger than what can come down again in time: against the direction of p it grows
/// by
///     -e' = 2 (d2 of the motion - smallest d2 at x + e).
/// It is the smaller of the two, and zero where the motion is as fast as is accessible or as a gate
/// allows. Both are followed from station to station by the trapezium rule, the first from the
/// start, the second from the end, on a closed path twice around.
/// @param exact what is accessible, as in ProfileSolver, also at quarters
[[nodiscard]] Headroom find_headroom(const Profile& profile, std::span<const Station> exact,
                                     const Gates& gates);

}  // namespace plan
}  // namespace globaldyn::inside
