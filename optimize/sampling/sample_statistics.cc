#include "optimize/sampling/sample_statistics.h"
#include "core/base/constants.h"
#include "core/base/nth.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace globaldyn::inside {
inline namespace sampling {
namespace {

bool has_nan(std::span<const double> samples) {
  return std::ranges::any_of(samples, [](double sample) { return std::isnan(sample); });
}

}  // namespace

double calc_mean(std::span<const double> samples) {
  if (samples.empty()) return kNaN;
  double sum = 0.0;
  for (const double sample : samples) sum += sample;
  return sum / static_cast<double>(samples.size());
}

double find_worst(std::span<const double> samples) {
  if (samples.empty() || has_nan(samples)) return kNaN;
  return *std::ranges::max_element(samples);
}

double calc_deviation(std::span<const double> samples) {
  if (samples.size() < 2) return kNaN;
  const double mean = calc_mean(samples);
  double sum = 0.0;
  for (const double sample : samples) sum += (sample - mean) * (sample - mean);
  return std::sqrt(sum / static_cast<double>(samples.size() - 1));
}

double calc_quantile(std::vector<double> samples, double share) {
  assert(share >= 0.0 && share <= 1.0);
  if (samples.empty() || has_nan(samples)) return kNaN;
  const double place = share * static_cast<double>(samples.size() - 1);
  const auto below = static_cast<std::ptrdiff_t>(place);
  std::nth_element(samples.begin(), samples.begin() + below, samples.end());
  const double low = nth(samples, below);
  const double part = place - static_cast<double>(below);
  if (part == 0.0) return low;
  const double high = *std::min_element(samples.begin() + below + 1, samples.end());
  return low + part * (high - low);
}

}  // namespace sampling
}  // namespace globaldyn::inside
