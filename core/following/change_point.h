#pragma once

#include <optional>

#include "core/following/branch_follower.h"

namespace globaldyn::inside {
inline namespace core {

/// What is known of the machine at one p of a task about whether assembly branches cross nearby.
struct BranchPlace {
  double p{0.0};
  PoseStatus status{PoseStatus::ok};
  int orientation{0};  ///< see FollowedPose; 0: not known
  double ratio{0.0};   ///< smallest over largest pivot of the kinematic equations
};

/// Between two places of different orientation: where the machine's Jacobian loses rank although
/// its motion goes on smoothly, a change point. Nothing if it does not: the equations chosen at
/// home may lose rank where the machine's do not, then the ratio of all stays as it is.
///
/// By halving, and where the ratios of pivots, which fall like the distance, say it is. Very near
/// to it the loops leave the solution to all equations at once, and the orientation is not known.
/// `visit(p)` returns the place at p.
template <class Visit>
[[nodiscard]] std::optional<double> find_change_point(BranchPlace low, BranchPlace high,
                                                      const Visit& visit) {
  constexpr double kLost = 1e-8;
  constexpr int kMostRounds = 80;
  const auto guess = [&] {
    return low.p + low.ratio / (low.ratio + high.ratio) * (high.p - low.p);
  };
  for (int round = 0; round < kMostRounds; ++round) {
    const double middle = round % 2 == 0 ? 0.5 * (low.p + high.p) : guess();
    if (!(low.p < middle && middle < high.p)) break;
    const BranchPlace here = visit(middle);
    const bool is_singular = here.status == PoseStatus::singular;
    if (!is_singular && here.status != PoseStatus::ok) break;  // others find out why
    if (is_singular || here.ratio <= kLost) return guess();
    if (here.orientation == 0) continue;
    (here.orientation == low.orientation ? low : high) = here;
  }
  return std::nullopt;
}

}  // namespace core
}  // namespace globaldyn::inside
