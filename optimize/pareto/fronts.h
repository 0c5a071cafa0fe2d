#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "optimize/pareto/distinct_points.h"
#include "optimize/pareto/front_division.h"
#include "optimize/pareto/outcome.h"
#include "optimize/pareto/points.h"

namespace globaldyn::inside {
inline namespace pareto {

/// Sorts outcomes into fronts. The front of a feasible outcome is the length of the longest chain
/// of outcomes each of which dominates the next, the last one dominating it: 0 if none dominates
/// it. Equal objectives share a front. Infeasible outcomes come after all feasible ones, by
/// violation; equal violations share a rank.
///
/// Cost for n outcomes of m objectives: O(n log n) if m <= 2, else O(n log^(m-1) n), by dividing
/// (see FrontDivision). Memory is kept from call to call: sorting no more than before allocates
/// nothing.
class FrontSorter {
 public:
  /// The rank of every outcome, 0 the best, in the order of `outcomes`. All feasible ones have the
  /// same number of objectives, at least one.
  void rank(std::span<const Outcome* const> outcomes, std::vector<int>& ranks);

  /// The same for points, all of them feasible.
  void rank(const Points& points, std::vector<int>& ranks);

 private:
  struct Violation {
    double value;
    std::size_t index;
  };

  void rank_distinct();
  void rank_two_objectives(const Points& points);
  int rank_feasible(std::span<const Outcome* const> outcomes, std::vector<int>& ranks);
  void rank_infeasible(std::span<const Outcome* const> outcomes, int best, std::vector<int>& ranks);

  Points feasible_;
  std::vector<std::size_t> feasible_indexes_;
  std::vector<int> feasible_ranks_;
  std::vector<Violation> violations_;
  DistinctPoints distinct_;
  std::vector<int> distinct_ranks_;
  std::vector<double> ends_;
  FrontDivision division_;
};

/// The same for a single use.
[[nodiscard]] std::vector<int> rank_fronts(std::span<const Outcome> outcomes);
[[nodiscard]] std::vector<int> rank_fronts(const Points& points);

}  // namespace pareto
}  // namespace globaldyn::inside
