#pragma once

#include "optimize/evolution/evolution_options.h"
#include "optimize/search/design_space.h"
#include "optimize/search/evaluations.h"

namespace globaldyn::inside {
inline namespace evolution {

/// Searches the Pareto set by generations: NSGA-II for one or two objectives (Deb, Pratap, Agarwal
/// & Meyarivan 2002), NSGA-III for more (Deb & Jain 2014; Blank, Deb & Roy 2019), feasibility
/// first. Every generation submits as many children as the population has members, all at once,
/// waits for all of them, and keeps the best of parents and children. If fewer evaluations are
/// left, the last generation is smaller. Differences from those papers:
/// - A front is thinned out by removing one point after the other, see keep_least_crowded().
/// - No design is evaluated twice in a search, see NewDesigns; so countable spaces are exhausted.
/// - Some children are displaced by differences, some variables are redrawn, see VariationOptions.
/// - Every child is bred on its own, from random numbers of (seed, generation, place), so that it
///   does not depend on other children except for being different from them.
///
/// The course depends on nothing but the arguments and the outcomes. Designs may differ where the
/// mathematical library rounds differently.
/// Cost without evaluations: about 1 µs per child for 5 variables, 3 µs for 30.
/// @throws what evaluations throw
[[nodiscard]] Population run_generational(const DesignSpace& space, const EvolutionOptions& options,
                                          Evaluations& evaluations);

}  // namespace evolution
}  // namespace globaldyn::inside
