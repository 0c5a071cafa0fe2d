#pragma once

#include "optimize/evolution/evolution_options.h"
#include "optimize/search/design_space.h"
#include "optimize/search/evaluations.h"

namespace globaldyn {

/// Searches the Pareto set without generations: children are handed in one by one, and outcomes, in
/// the order of their numbers, enter the population, whose worst member goes. (Of a population of
/// 200 or more, the worst go when a hundredth of it has come.) Child k is bred from the outcomes
/// 1 … k - L only, L = options.lag, whatever else has arrived. So the course depends on nothing but
/// the arguments and the outcomes, although up to L evaluations are under way at any time, and none
/// waits for the slowest of a generation.
///
/// With as many evaluations, an L well below the population gets nearer to the front than
/// generations do, an L like the population about as near. L as large as the number of workers
/// keeps these busy if all evaluations take equally long, eight times that if the longest take four
/// times the mean (docs/scaling.md).
///
/// At first as many designs are evaluated as the population has members, or L + half of that, if
/// that is more: no child has fewer than that half to choose its parents from. All else is as in
/// run_generational(), a generation being a population's number of evaluations.
/// Cost without evaluations, of two objectives: about 15 µs, of three 40 µs. Where evaluations take
/// less than that times the number of workers, generations are faster.
/// @throws what evaluations throw
[[nodiscard]] Population run_steady_state(const DesignSpace& space, const EvolutionOptions& options,
                                          Evaluations& evaluations);

}  // namespace globaldyn
