#include "globaldyn/rating/near_motions.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace globaldyn::inside {
inline namespace rating {
namespace {

// By how much what two motions ask of the drives differs, as a share of the largest of its kind.
double compare(const DriveUse& a, const DriveUse& b) {
  double most = 0.0;
  for (const auto values : {&DriveUse::peak_force, &DriveUse::rms_force, &DriveUse::peak_power,
                            &DriveUse::rms_power, &DriveUse::peak_speed, &DriveUse::rms_speed}) {
    const double size =
        std::max((a.*values).lpNorm<Eigen::Infinity>(), (b.*values).lpNorm<Eigen::Infinity>());
    if (size > 0.0) {
      most = std::max(most, (a.*values - b.*values).lpNorm<Eigen::Infinity>() / size);
    }
  }
  for (const auto value : {&DriveUse::energy, &DriveUse::braking_energy}) {
    const double size = std::max(std::abs(a.*value), std::abs(b.*value));
    if (size > 0.0) most = std::max(most, std::abs(a.*value - b.*value) / size);
  }
  return most;
}

}  // namespace

double find_gap(const PathPlan& plan) {
  return (plan.time() - plan.time_lower()) / plan.time();
}

std::string refine_use(const MakeMotion& make, PathPlanOptions options, NearMotion& motion) {
  const double tolerance = options.tolerance, first_gap = motion.gap;
  constexpr double kNearer = 0.01, kNearest = 1e-9;
  constexpr double kLeft = 0.2;  // of the error: the root of that, and as much for safety
  // Each plan may take some tenths of a second: nearly all take a hundredth of that, and where they
  // do not, nobody would wait for all designs of a study.
  constexpr std::size_t kWork = 4'000'000;
  options.work = options.work > 0 ? std::min(options.work, kWork) : kWork;
  std::string known;
  while (motion.gap > kNearest) {
    options.tolerance = std::max(kNearest, kNearer * std::min(options.tolerance, motion.gap));
    std::optional<NearMotion> nearer = make(options);
    if (!nearer) break;
    const double error = kLeft * compare(motion.use, nearer->use);
    motion = *std::move(nearer);
    if (error <= tolerance) return {};
    known = fmt::format(", known to {:.2g}", error);
    if (options.tolerance == kNearest) break;
    if (motion.gap <= kNearest) return {};
  }
  if (first_gap <= kNearest) return {};
  return "forces, powers and energies are those of a motion near the fastest" + known;
}

}  // namespace rating
}  // namespace globaldyn::inside
