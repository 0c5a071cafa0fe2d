#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <vector>

#include "optimize/pareto/domination_tree.h"
#include "optimize/pareto/outcome.h"

namespace globaldyn::inside {
inline namespace pareto {

/// All feasible outcomes found so far that no other dominates, each with the number of its
/// evaluation. They do not depend on the order in which outcomes came.
/// Adding a member costs O(log n) for up to two objectives; for more see DominationTree.
class ParetoArchive {
 public:
  struct Member {
    std::size_t number{0};
    std::vector<double> objectives;

    bool operator==(const Member&) const = default;
  };

  /// Adds an outcome and removes those it dominates. All feasible ones have the same number of
  /// objectives, at least one; their numbers differ. Of equal objectives the smallest number stays.
  /// @return whether it is now a member: not if it is infeasible, dominated, or has an equal with a
  ///     smaller number.
  bool insert(std::size_t number, const Outcome& outcome);

  [[nodiscard]] std::size_t size() const { return line_.size() + tree_.size(); }
  [[nodiscard]] bool empty() const { return size() == 0; }

  /// By number, ascending.
  [[nodiscard]] std::vector<Member> members() const;

  /// See hypervolume.h; for two objectives one walk along the front.
  [[nodiscard]] double calc_hypervolume(std::span<const double> reference) const;

 private:
  struct Rest {
    double second;
    std::size_t number;
  };

  bool insert_in_line(std::size_t number, double first, double second);
  [[nodiscard]] double calc_area(double right, double top) const;

  std::size_t objectives_{0};
  std::map<double, Rest> line_;  // up to two objectives, by the first; the second decreases
  DominationTree tree_;          // more objectives
};

}  // namespace pareto
}  // namespace globaldyn::inside
