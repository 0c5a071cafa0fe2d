#pragma once

#include <span>
#include <vector>

namespace globaldyn {

/// Numbers that sum samples of one quantity up. All are NaN if there are no samples, or one of them
/// is NaN: what does not exist somewhere has no mean.
[[nodiscard]] double calc_mean(std::span<const double> samples);

/// The greatest: the worst of what is to be small.
[[nodiscard]] double find_worst(std::span<const double> samples);

/// Standard deviation, estimated from a sample (n - 1 degrees of freedom); NaN of one sample.
[[nodiscard]] double calc_deviation(std::span<const double> samples);

/// The number below which a share of the samples lies, 0 … 1: linear between samples in order, of
/// which the least stands for 0 and the greatest for 1 (type 7 of Hyndman & Fan 1996).
[[nodiscard]] double calc_quantile(std::vector<double> samples, double share);

}  // namespace globaldyn
