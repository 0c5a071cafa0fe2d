#pragma once

#include "optimize/evolution/evolution_options.h"
#include "optimize/search/design_space.h"
#include "optimize/search/evaluations.h"

namespace globaldyn::inside {
inline namespace evolution {

/// Searches the Pareto set without generations: children are submitted one by one, and outcomes
/// enter the population in the order of their numbers, each replacing the worst member. (In a
/// population of 200 or more, the worst ones are removed once a hundredth of it has been added.)
/// Child k is bred from the outcomes 1 … k - L only, L = options.lag, even if others have arrived.
/// So the course depends on nothing but the arguments and the outcomes, although up to L
/// evaluations are under way at any time, and none has to wait for the slowest of a generation.
///
/// For the same number of evaluations, an L well below the population size gets closer to the front
/// than generations do, an L equal to the population size about as close. An L equal to the number
/// of workers keeps them busy if all evaluations take equally long; eight times as much is needed
/// if the longest take four times the mean (docs/scaling.md).
///
/// First, as many designs are evaluated as the population has members, or L + half of that if that
/// is more: every child has at least that half to choose its parents from. Everything else is as in
/// run_generational(); a generation is as many evaluations as the population has members.
/// Cost per child without evaluations: about 15 µs for two objectives, 40 µs for three. Where
/// evaluations take less than that times the number of workers, generations are faster.
/// @throws what evaluations throw
[[nodiscard]] Population run_steady_state(const DesignSpace& space, const EvolutionOptions& options,
                                          Evaluations& evaluations);

}  // namespace evolution
}  // namespace globaldyn::inside
