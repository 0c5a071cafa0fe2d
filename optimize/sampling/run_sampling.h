#pragma once

#include <cstddef>
#include <vector>

#include "optimize/search/design_space.h"
#include "optimize/search/evaluations.h"

namespace globaldyn {

/// Hands in designs, in their order, until all are handed in or none is left, and waits for their
/// outcomes.
/// @param most_under_way >= 1; so many designs at most are handed in and not yet known, so that
///     little is lost when the study is stopped. A few more than can be evaluated at once, or
///     those who evaluate wait for the slowest
/// @return the numbers of the evaluations: of the first designs, all or as many as were handed in
/// @throws what `evaluations` throws
[[nodiscard]] std::vector<std::size_t> run_sampling(const std::vector<Design>& designs,
                                                    std::size_t most_under_way,
                                                    Evaluations& evaluations);

}  // namespace globaldyn
