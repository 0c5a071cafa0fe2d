#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace globaldyn::inside {
inline namespace sampling {

/// How far a parameter may deviate from its nominal value.
struct Tolerance {
  enum class Kind {
    uniform,  ///< anywhere within ± size
    normal,   ///< normally distributed about it with standard deviation `size`; what lies beyond ±
              ///< 3 sizes (0.27 %) is discarded
  };
  Kind kind{Kind::uniform};
  double size{0.0};  ///< in the parameter's unit, >= 0
};

struct ToleranceSampling {
  enum class Kind {
    sobol,            ///< randomly shifted Sobol points
    latin_hypercube,  ///< for any number of samples
  };
  std::size_t count{33};  ///< all samples, including the nominal one: for sobol, best a power of 2
                          ///< plus one
  std::uint64_t seed{1};
  Kind kind{Kind::sobol};
};

/// Offsets from nominal values, [sample][parameter], to be added to the parameters of every design.
/// Sample 0 is nominal: all offsets are 0. They do not depend on the design, so that means,
/// quantiles and so on over the samples are functions of the design that are as smooth as the
/// quantity itself (common random numbers).
/// @param tolerances at most kMostSobolDimensions (unit_points.h) of them
[[nodiscard]] std::vector<std::vector<double>> make_tolerance_samples(
    const std::vector<Tolerance>& tolerances, const ToleranceSampling& sampling);

}  // namespace sampling
}  // namespace globaldyn::inside
