#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/base/constants.h"
#include "core/base/interval.h"
#include "optimize/sampling/study_outputs.h"
#include "optimize/search/design_space.h"

namespace globaldyn::inside {
inline namespace sampling {

struct SobolOptions {
  std::size_t rows{1024};  ///< N; a power of 2 fills the space best
  std::uint64_t seed{1};
};

/// Designs for attributing an output's variance to the variables, which are all independent and
/// uniform in the shares of their ranges. N rows, one after the other, of k + 2 designs each (k:
/// variables with more than one value): A, B, and for each variable A with that variable as in B
/// (Saltelli et al. 2010). A and B are the two halves of randomly shifted Sobol points.
struct SobolPlan {
  std::vector<Design> designs;
  std::vector<std::size_t> varied;  ///< the k variables, ascending
};

/// @param space with at most kMostSobolDimensions / 2 variables of more than one value
[[nodiscard]] SobolPlan make_sobol_plan(const DesignSpace& space, const SobolOptions& options);

struct BootstrapOptions {
  std::size_t resamples{1000};  ///< 0: no intervals
  double confidence{0.95};
  std::uint64_t seed{1};
};

/// The shares of an output's variance that a variable causes.
struct SobolIndex {
  double first{kNaN};  ///< would vanish if it were known: its effect by itself (Saltelli et al.
                       ///< 2010, outputs less their mean)
  double total{kNaN};  ///< would remain if all others were known: its effect by itself and with
                       ///< others (Jansen 1999)
  Interval first_interval{kNaN, kNaN};  ///< of confidence
  Interval total_interval{kNaN, kNaN};
};

/// Indices are estimates and may lie a little outside of 0 … 1. They are NaN for variables that
/// have only one value, and for outputs that do not vary.
///
/// A row in which one of the k + 2 outputs does not exist is left out, so that all variables are
/// judged by the same rows. Indices then refer to the designs whose row is complete: if these are
/// far fewer than all, they are no longer distributed independently in each variable, and first and
/// total indices mix a variable's effect with that of the shape of the space.
struct SobolIndices {
  double mean{kNaN};
  double variance{kNaN};
  std::size_t rows{0};  ///< complete ones
  std::size_t left_out{0};
  std::vector<SobolIndex> of;  ///< each variable of the space
};

/// Intervals are percentiles of indices of resampled rows (Efron 1979; Archer, Saltelli & Sobol
/// 1997). As rows are more evenly spread than random ones, the intervals tend to be too wide. Cost:
/// O(N k resamples) for each output.
/// @param outputs of plan.designs
/// @return one for each output
[[nodiscard]] std::vector<SobolIndices> calc_sobol_indices(const DesignSpace& space,
                                                           const SobolPlan& plan,
                                                           const StudyOutputs& outputs,
                                                           const BootstrapOptions& bootstrap);

}  // namespace sampling
}  // namespace globaldyn::inside
