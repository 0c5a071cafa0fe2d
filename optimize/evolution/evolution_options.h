#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "optimize/evolution/variation.h"
#include "optimize/pareto/outcome.h"
#include "optimize/search/design_space.h"

namespace globaldyn::inside {
inline namespace evolution {

/// How a front with more members than there is room for is thinned out.
enum class EvolutionAlgorithm {
  automatic,  ///< nsga2 for one or two objectives, nsga3 for more
  nsga2,      ///< by crowding (Deb, Pratap, Agarwal & Meyarivan 2002)
  nsga3,      ///< by directions (Deb & Jain 2014)
};

/// Stop when the archive of all outcomes no longer grows.
struct StagnationOptions {
  std::size_t generations{0};  ///< checked every so many; 0: never
  /// Stop if (V - V_before) / V < min_gain, where V and V_before are the hypervolumes of the
  /// archive now and `generations` generations ago.
  double min_gain{1e-3};
};

struct EvolutionOptions {
  std::size_t population{100};  ///< >= 1
  std::uint64_t seed{1};        ///< the same seed gives the same course, another seed another one
  EvolutionAlgorithm algorithm{EvolutionAlgorithm::automatic};
  VariationOptions variation;  ///< how children are bred
  /// The maximum number of generations, including the first; 0: as many as there are evaluations
  /// for. In a steady state a population's number of evaluations counts as a generation.
  std::size_t generations{0};
  StagnationOptions stagnation;         ///< off by default
  std::vector<Design> initial_designs;  ///< of the space; evaluated first, all of them
  std::size_t lag{1};  ///< steady state only: how many evaluations may be under way at once
};

/// Why a search ended.
enum class EvolutionEnd {
  budget,       ///< no evaluations left
  generations,  ///< the maximum number of generations is done
  stagnation,   ///< the archive no longer grows
  exhausted,    ///< every design of the space has been evaluated
};

/// The result of a search.
struct Population {
  struct Member {
    std::size_t number;  ///< of its evaluation
    Design design;
    Outcome outcome;

    bool operator==(const Member&) const = default;
  };
  std::vector<Member> members;  ///< by number, ascending; not only the best ones
  std::size_t generations{0};   ///< started
  EvolutionEnd end{EvolutionEnd::budget};

  bool operator==(const Population&) const = default;
};

}  // namespace evolution
}  // namespace globaldyn::inside
