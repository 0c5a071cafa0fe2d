#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "optimize/evolution/evolution_options.h"
#include "optimize/refinement/minimize.h"
#include "optimize/refinement/refine_front.h"

namespace globaldyn::inside {
inline namespace study {

/// How a study explores its design space.
enum class SearchMethod {
  evolution,        ///< a population, generation by generation
  steady_state,     ///< a population, design by design
  minimize,         ///< one objective, by NLopt
  factorial,        ///< every combination of levels
  latin_hypercube,  ///< designs spread at random, evenly along every variable
  sobol,            ///< designs of a low-discrepancy sequence
  random,           ///< designs drawn at random
  morris,           ///< sensitivity by elementary effects
  sobol_indices,    ///< sensitivity by shares of variance
};

/// The search settings from a study's file. Those that a method does not use keep their defaults.
struct StudySearch {
  SearchMethod method{SearchMethod::evolution};
  std::string algorithm;             ///< its name in the file, or the default
  std::size_t budget{1000};          ///< maximum number of designs
  std::optional<double> time_limit;  ///< s of wall time
  std::size_t seeds{1};        ///< how many times it is made, with seed, seed + 1, …; each has
                               ///< the whole budget, and time
  EvolutionOptions evolution;  ///< with the seed of all that is random
  MinimizationOptions minimization;
  int levels{3};                                     ///< factorial: of a continuous variable
  std::size_t trajectories{10};                      ///< morris: effects of every variable
  std::size_t samples{256};                          ///< sobol_indices: rows of either base matrix
  std::optional<FrontRefinementOptions> refinement;  ///< of the front, when the search is over
  std::size_t refined_points{10};                    ///< how many of its points
};

}  // namespace study
}  // namespace globaldyn::inside
