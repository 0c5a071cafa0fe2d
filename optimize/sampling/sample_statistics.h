#pragma once

#include <span>
#include <vector>

namespace globaldyn::inside {
inline namespace sampling {

/// Summary statistics of the samples of one quantity. All are NaN if there are no samples, or one
/// of them is NaN: what does not exist somewhere has no mean.
[[nodiscard]] double calc_mean(std::span<const double> samples);

/// The maximum: the worst of what is to be minimised.
[[nodiscard]] double find_worst(std::span<const double> samples);

/// Standard deviation, estimated from a sample (n - 1 degrees of freedom); NaN for one sample.
[[nodiscard]] double calc_deviation(std::span<const double> samples);

/// The number below which a share, 0 … 1, of the samples lies: linear between the sorted samples,
/// where the smallest corresponds to 0 and the largest to 1 (type 7 of Hyndman & Fan 1996).
[[nodiscard]] double calc_quantile(std::vector<double> samples, double share);

}  // namespace sampling
}  // namespace globaldyn::inside
