#pragma once

#include "optimize/evolution/evolution_options.h"
#include "optimize/run/evaluations.h"
#include "optimize/space/design_space.h"

namespace globaldyn {

/// Searches the Pareto set without generations: children are handed in one by one, and every
/// outcome, in the order of numbers, replaces the worst member of the population at once. Child k
/// is bred from the outcomes 1 … k - L only, L = options.lag, whatever else has arrived. So the
/// course depends on nothing but the arguments and the outcomes, although up to L evaluations are
/// under way at any time and none waits for the slowest of a generation. With as many evaluations a
/// small L gets nearer to the front than generations do; L at least as large as the number of
/// workers keeps these busy if evaluations take about equally long, twice that if they do not.
///
/// The first population is as large as the population, but at least L + half of it, so that no
/// child has fewer to choose its parents from than that half. All else is as in
/// run_generational(); a generation is a population's number of evaluations.
/// Cost without evaluations, for a population of 100: about 15 µs for two objectives and 50 µs for
/// three; where evaluations take less than that times the number of workers, generations are
/// faster.
/// @throws what evaluations throw
[[nodiscard]] Population run_steady_state(const DesignSpace& space, const EvolutionOptions& options,
                                          Evaluations& evaluations);

}  // namespace globaldyn
