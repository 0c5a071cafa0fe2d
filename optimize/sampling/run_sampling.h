#pragma once

#include <cstddef>
#include <vector>

#include "optimize/search/design_space.h"
#include "optimize/search/evaluations.h"

namespace globaldyn::inside {
inline namespace sampling {

/// Submits designs, in their order, until all are submitted or no evaluations are left, and waits
/// for their outcomes.
/// @param max_in_flight >= 1; the maximum number of designs submitted but not yet known, so that
///     little is lost when the study is stopped. Choose a few more than can be evaluated at once,
///     or evaluators wait for the slowest
/// @return the numbers of the evaluations: of the first designs, all or as many as were submitted
/// @throws what `evaluations` throws
[[nodiscard]] std::vector<std::size_t> run_sampling(const std::vector<Design>& designs,
                                                    std::size_t max_in_flight,
                                                    Evaluations& evaluations);

}  // namespace sampling
}  // namespace globaldyn::inside
