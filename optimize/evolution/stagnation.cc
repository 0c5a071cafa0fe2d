#include "optimize/evolution/stagnation.h"

#include <algorithm>

#include "core/base/constants.h"
#include "optimize/pareto/domination.h"
#include "optimize/pareto/hypervolume.h"
#include "optimize/random/random_stream.h"

namespace globaldyn::inside {
inline namespace evolution {
namespace {

constexpr double kReference = 1.1;

// The volumes that a front covers before and after, in any unit.
struct Volumes {
  double before;
  double now;
};

Volumes calc_volumes(const Points& before, const Points& now) {
  const std::vector<double> reference(now.dimension(), kReference);
  return {calc_hypervolume(before, reference), calc_hypervolume(now, reference)};
}

bool is_covered(const Points& points, std::span<const double> sample) {
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (covers(points[i], sample)) return true;
  }
  return false;
}

// Counts samples: exact volumes of many objectives cost too much to compute every now and then.
// Both volumes use the same samples, so an unchanged front has no gain at all. Gains of 1e-3 are
// some ten samples.
Volumes estimate_volumes(const Points& before, const Points& now) {
  constexpr int kSamples = 1 << 14;
  Volumes volumes{0.0, 0.0};
  RandomStream random(0);
  std::vector<double> sample(now.dimension());
  for (int i = 0; i < kSamples; ++i) {
    for (double& x : sample) x = kReference * random.uniform();
    const bool is_old = is_covered(before, sample);
    volumes.before += is_old ? 1.0 : 0.0;
    // What was covered stays covered.
    volumes.now += is_old || is_covered(now, sample) ? 1.0 : 0.0;
  }
  return volumes;
}

Points scale(const Points& points, std::span<const double> least,
             std::span<const double> greatest) {
  Points scaled(points.dimension());
  std::vector<double> point(points.dimension());
  for (std::size_t i = 0; i < points.size(); ++i) {
    for (std::size_t k = 0; k < point.size(); ++k) {
      const double range = greatest[k] - least[k];
      point[k] = range > 0.0 ? (points[i][k] - least[k]) / range : 0.0;
    }
    scaled.add(point);
  }
  return scaled;
}

void extend(std::span<const double> point, std::vector<double>& least,
            std::vector<double>& greatest) {
  least.resize(point.size(), kInfinity);
  greatest.resize(point.size(), -kInfinity);
  for (std::size_t k = 0; k < point.size(); ++k) {
    least[k] = std::min(least[k], point[k]);
    greatest[k] = std::max(greatest[k], point[k]);
  }
}

}  // namespace

void Stagnation::add(std::size_t number, const Outcome& outcome) {
  if (options_.generations == 0 || !archive_.insert(number, outcome)) return;
  extend(outcome.objectives, least_, greatest_);
}

bool Stagnation::is_reached(std::size_t generation) {
  if (options_.generations == 0 || generation % options_.generations != 0) return false;
  Points now(least_.size());
  for (const ParetoArchive::Member& member : archive_.members()) now.add(member.objectives);
  // Without feasible designs nothing can be said.
  const bool is_stagnant = !before_.empty() && calc_gain(now) < options_.min_gain;
  before_ = now;
  return is_stagnant;
}

double Stagnation::calc_gain(const Points& now) const {
  std::vector<double> least, greatest;
  for (std::size_t i = 0; i < now.size(); ++i) extend(now[i], least, greatest);
  for (std::size_t k = 0; k < least.size(); ++k) {
    if (least[k] < greatest[k]) continue;
    least[k] = least_[k];
    greatest[k] = greatest_[k];
  }
  const Points old_scaled = scale(before_, least, greatest);
  const Points now_scaled = scale(now, least, greatest);
  constexpr std::size_t kMostExact = 3;
  const Volumes volumes = now.dimension() <= kMostExact ? calc_volumes(old_scaled, now_scaled)
                                                        : estimate_volumes(old_scaled, now_scaled);
  return volumes.now > 0.0 ? (volumes.now - volumes.before) / volumes.now : 0.0;
}

}  // namespace evolution
}  // namespace globaldyn::inside
