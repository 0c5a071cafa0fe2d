#include "optimize/sampling/tolerance_samples.h"

#include <algorithm>
#include <boost/math/special_functions/erf.hpp>
#include <numbers>

#include "optimize/sampling/unit_points.h"

namespace globaldyn::inside {
inline namespace sampling {
namespace {

// Boost would compute in long double, which differs between platforms.
using Policy = boost::math::policies::policy<boost::math::policies::promote_double<false>>;

constexpr double kMostSigmas = 3.0;

// The quantile of the normal distribution, truncated at 3 sigma, below which a share lies.
double calc_cut_normal(double share) {
  const double tails = boost::math::erfc(kMostSigmas / std::numbers::sqrt2, Policy());
  // With the tails cut off at both ends, all other quantiles move closer to the middle. Computed in
  // the lower tail, where numbers are dense, and mirrored.
  const double tail = share < 0.5 ? share : 1.0 - share;
  const double both_tails = tails + 2.0 * tail * (1.0 - tails);
  const double size = std::numbers::sqrt2 * boost::math::erfc_inv(both_tails, Policy());
  return std::clamp(share < 0.5 ? -size : size, -kMostSigmas, kMostSigmas);
}

double calc_offset(const Tolerance& tolerance, double share) {
  return tolerance.size *
         (tolerance.kind == Tolerance::Kind::uniform ? 2.0 * share - 1.0 : calc_cut_normal(share));
}

Points make_points(std::size_t dimension, const ToleranceSampling& sampling) {
  const std::size_t count = sampling.count - 1;
  return sampling.kind == ToleranceSampling::Kind::sobol
             ? make_sobol_points(dimension, count, sampling.seed)
             : make_hypercube_points(dimension, count, sampling.seed);
}

}  // namespace

std::vector<std::vector<double>> make_tolerance_samples(const std::vector<Tolerance>& tolerances,
                                                        const ToleranceSampling& sampling) {
  std::vector<std::vector<double>> samples(sampling.count,
                                           std::vector<double>(tolerances.size(), 0.0));
  if (sampling.count < 2 || tolerances.empty()) return samples;
  const Points points = make_points(tolerances.size(), sampling);
  for (std::size_t k = 1; k < samples.size(); ++k) {
    for (std::size_t i = 0; i < tolerances.size(); ++i) {
      samples[k][i] = calc_offset(tolerances[i], points[k - 1][i]);
    }
  }
  return samples;
}

}  // namespace sampling
}  // namespace globaldyn::inside
