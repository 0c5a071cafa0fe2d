#pragma once

#include <vector>

#include "globaldyn/plan/general/profile.h"

namespace globaldyn {

/// What motions within the limits could gain on one by getting above it.
struct Headroom {
  double gain{0.0};            ///< s, on the whole path, at most
  std::vector<double> blames;  ///< s, per segment: how much of that is for the room d2 has there
};

/// How far above a motion x = d1² others can get: x + e. Where the motion has d2 at, or beyond, the
/// largest accessible, nothing gets across it from below; where d2 could be more, e grows by
///     e' = 2 (largest d2 at x + e - d2 of the motion).
/// Nor can e be more than what comes down again in time: against the direction of p it grows by
///     -e' = 2 (d2 of the motion - least d2 at x + e).
/// It is the lesser of the two, and nothing where the motion is as fast as is accessible, or a gate
/// allows. Both are followed from station to station by the trapezium rule, the first from the
/// begin, the second from the end, on a closed path round twice.
/// @param exact what is accessible, as in ProfileSolver, at quarters too
[[nodiscard]] Headroom find_headroom(const Profile& profile, std::span<const Station> exact,
                                     const Gates& gates);

}  // namespace globaldyn
