#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "optimize/refinement/design_probe.h"
#include "optimize/refinement/scalar_search.h"
#include "optimize/search/design_space.h"
#include "optimize/search/evaluations.h"

namespace globaldyn::inside {
inline namespace refinement {

/// How one objective is minimised. All of it affects the course.
struct MinimizationOptions {
  SearchAlgorithm algorithm{SearchAlgorithm::cobyla};
  std::size_t objective{0};  ///< which of the outcome's
  std::size_t budget{200};   ///< designs per start
  double first_step{0.1};    ///< of local searches, as a share of each range
  double last_step{1e-3};    ///< a search ends when its steps are smaller, as a share
  std::size_t width{8};      ///< searches at once
  std::uint64_t seed{1};     ///< of random searches
};

/// The result of the search from one start.
struct Minimum {
  ProbedDesign best;           ///< feasible before infeasible, then the smallest violation, then
                               ///< the smallest objective. Its number is 0 if nothing was
                               ///< evaluated; then it is the start
  std::size_t evaluations{0};  ///< designs asked for
  SearchEnd end{SearchEnd::not_run};  ///< stopped: the budget or the designs ran out
};

/// Minimises an objective among designs without violation, from each start, by searches that run
/// side by side (run_in_lock_step()). Only continuous variables move, over their whole ranges, in
/// shares of these; integer and categorical ones stay as they are in the start. Global searches use
/// only these values of their start.
///
/// cobyla and isres take the violation as a constraint; all others see calc_feasible_merit(), and
/// the local ones among them tend to get stuck at active constraints. Objectives are scaled by the
/// size of the first one found, so that units do not matter. Steps too small for the objective's
/// own accuracy are wasted: with errors of 1e-3 a last step of 1e-3 is about as small as makes
/// sense.
///
/// @throws what `evaluations` throws
[[nodiscard]] std::vector<Minimum> minimize(const DesignSpace& space,
                                            const std::vector<Design>& starts,
                                            const MinimizationOptions& options,
                                            Evaluations& evaluations);

}  // namespace refinement
}  // namespace globaldyn::inside
