#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "optimize/evolution/evolution_options.h"
#include "optimize/evolution/niching.h"
#include "optimize/pareto/fronts.h"
#include "optimize/pareto/points.h"

namespace globaldyn::inside {
inline namespace evolution {

/// How a member of a population stands among the others, to choose parents by.
struct Standing {
  int rank{0};  ///< of its front, 0 the best; see FrontSorter
  /// Within a front, larger is better: the crowding distance, as in NSGA-II; or the nearness to its
  /// direction (NSGA-III leaves it to chance which of two parents is taken; this reaches the front
  /// earlier). 0 for infeasible ones.
  double merit{0.0};

  [[nodiscard]] bool beats(const Standing& other) const {
    return rank != other.rank ? rank < other.rank : merit > other.merit;
  }
};

/// Which members of a population survive: whole fronts, best first, while there is room; the front
/// of which only a part fits is thinned out, by crowding or by niches.
class Survival {
 public:
  explicit Survival(const EvolutionOptions& options);

  /// @param outcomes of all members; all feasible ones have the same number of objectives
  /// @param step what random numbers belong to, e.g. the generation
  /// @param kept out: numbers of those that survive, ascending; options.population of them, or all
  /// @param standings out: of those kept
  void select(std::span<const Outcome* const> outcomes, std::uint64_t step, std::vector<int>& kept,
              std::vector<Standing>& standings);

 private:
  using Outcomes = std::span<const Outcome* const>;
  // Part of order_.
  struct Front {
    std::size_t begin;
    std::size_t end;
    [[nodiscard]] std::size_t size() const { return end - begin; }
  };

  void sort_by_rank();
  [[nodiscard]] Front find_front(std::size_t begin) const;
  void look_at_niches(Outcomes outcomes);
  void thin_out(Outcomes outcomes, Front front, RandomStream& random);
  void rate(Outcomes outcomes);
  void gather(Outcomes outcomes, std::span<const int> positions);

  std::size_t population_;
  std::uint64_t seed_;
  EvolutionAlgorithm algorithm_;
  FrontSorter sorter_;
  std::optional<Niching> niching_;
  std::vector<int> ranks_;           // of all
  std::vector<int> order_, begins_;  // all by rank, then by number; the start of each rank
  std::vector<int> members_;         // survivors of one front: their places in order_
  std::vector<Standing> standings_;  // of all
  Points points_;
};

}  // namespace evolution
}  // namespace globaldyn::inside
