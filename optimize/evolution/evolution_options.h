#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "optimize/evolution/variation.h"
#include "optimize/pareto/outcome.h"
#include "optimize/search/design_space.h"

namespace globaldyn {

/// How a front is thinned out that has more members than there is room for.
enum class EvolutionAlgorithm {
  automatic,  ///< nsga2 for one or two objectives, nsga3 for more
  nsga2,      ///< by crowding (Deb, Pratap, Agarwal & Meyarivan 2002)
  nsga3,      ///< by directions (Deb & Jain 2014)
};

/// Stop when the archive of all outcomes has ceased to grow.
struct StagnationOptions {
  std::size_t generations{0};  ///< looked at every so many; 0: never
  /// Stop if (V - V_before) / V < least_gain, where V and V_before are the hypervolumes of the
  /// archive now and so many generations ago.
  double least_gain{1e-3};
};

struct EvolutionOptions {
  std::size_t population{100};  ///< >= 1
  std::uint64_t seed{1};        ///< another seed, another course; the same one, the same course
  EvolutionAlgorithm algorithm{EvolutionAlgorithm::automatic};
  VariationOptions variation;  ///< how children are bred
  /// The most generations, the first one included; 0: as many as there are evaluations for. In a
  /// steady state a population's number of evaluations counts as a generation.
  std::size_t generations{0};
  StagnationOptions stagnation;         ///< off unless told otherwise
  std::vector<Design> initial_designs;  ///< of the space; evaluated first, all of them
  std::size_t lag{1};  ///< only in a steady state: how many evaluations may be under way at once
};

/// Why a search ended.
enum class EvolutionEnd {
  budget,       ///< no evaluations left
  generations,  ///< the most generations are done
  stagnation,   ///< the archive has ceased to grow
  exhausted,    ///< every design of the space has been evaluated
};

/// What a search ends with.
struct Population {
  struct Member {
    std::size_t number;  ///< of its evaluation
    Design design;
    Outcome outcome;

    bool operator==(const Member&) const = default;
  };
  std::vector<Member> members;  ///< by number, ascending; best and lesser ones
  std::size_t generations{0};   ///< begun
  EvolutionEnd end{EvolutionEnd::budget};

  bool operator==(const Population&) const = default;
};

}  // namespace globaldyn
