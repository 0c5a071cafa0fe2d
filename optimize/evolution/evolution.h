#pragma once

#include <cstdint>
#include <vector>

#include "optimize/evolution/evolution_options.h"
#include "optimize/evolution/new_designs.h"
#include "optimize/evolution/stagnation.h"
#include "optimize/evolution/survival.h"
#include "optimize/evolution/variation.h"

namespace globaldyn::inside {
inline namespace evolution {

/// What generational and steady-state evolution have in common: a population that new members join
/// and from which the best are selected, and the children of these. It knows nothing of when
/// evaluations happen. All it does follows from the calls, their order, and random numbers
/// determined by their arguments.
class Evolution {
 public:
  /// @param first_designs minimum number of designs before children are bred
  Evolution(const DesignSpace& space, const EvolutionOptions& options, std::size_t first_designs);

  /// How many first designs there are: those of the options, then a Latin hypercube of designs.
  [[nodiscard]] std::size_t count_first() const { return first_designs_.size(); }

  /// Writes the i-th of the first designs, or another one if that was made before; false if no new
  /// design is left.
  bool make_first(std::size_t i, Design& design);

  /// Writes a child of the members that were selected last; false if no new design is left. Each
  /// parent is the better of two drawn at random, so a feasible parent may be paired with an
  /// infeasible one, which lies near the edge of the feasible set if it is among the best. A child
  /// that was made before is bred again a number of times; then any new design is taken. Random
  /// numbers of (seed, a, b).
  bool make_child(std::uint64_t a, std::uint32_t b, Design& child);

  /// Adds a member. Takes the design's memory and returns other memory in exchange. The outcome
  /// must stay valid.
  void add(std::size_t number, Design& design, const Outcome& outcome);

  /// Keeps the best options.population members, which are the parents of the children to come.
  void select(std::uint64_t step);

  /// add(), and select() once a hundredth of a population has been added: after each one for fewer
  /// than 200. Sorting thousands for each would cost more than it gains.
  /// One that would not survive is not even added: late in a search most are dominated by a member
  /// of the worst front, which one pass over the members shows.
  void add_and_select(std::size_t number, Design& design, const Outcome& outcome);

  [[nodiscard]] std::size_t size() const { return size_; }

  /// At the end of a generation, counted from 1.
  [[nodiscard]] bool is_stagnant(std::size_t generation) {
    return stagnation_.is_reached(generation);
  }

  /// The current members.
  [[nodiscard]] Population make_population(std::size_t generations, EvolutionEnd end) const;

 private:
  void breed(RandomStream& random, Design& child) const;
  [[nodiscard]] bool is_dominated_by_all_fronts(const Outcome& outcome) const;
  [[nodiscard]] std::size_t choose_parent(RandomStream& random, std::size_t but) const;
  [[nodiscard]] std::size_t draw_member(RandomStream& random, std::size_t but) const;

  std::uint64_t seed_;
  std::size_t population_;
  std::vector<Design> first_designs_;
  Variation variation_;
  NewDesigns new_designs_;
  Survival survival_;
  Stagnation stagnation_;
  // Members; capacity beyond size_ is kept for those to come.
  std::size_t size_{0};
  std::vector<std::size_t> numbers_;
  std::vector<Design> designs_;
  std::vector<const Outcome*> outcomes_;
  std::vector<int> kept_;
  std::vector<Standing> standings_;  // of those selected last
};

}  // namespace evolution
}  // namespace globaldyn::inside
