#pragma once

#include <cstddef>
#include <vector>

#include "optimize/pareto/archive.h"

namespace globaldyn::inside {
inline namespace pareto {

/// Measures how a front grows during a search, as one number that never decreases: its hypervolume
/// up to the worst values of the first feasible designs, as a share of the box from these to the
/// best values of the same designs. 1 and more is usual; only its growth is meaningful.
class FrontGrowth {
 public:
  /// Adds the next outcome, by number.
  void take(const Outcome& outcome);

  /// The measure of a front of added outcomes. 0 without any; NaN with more than three objectives
  /// once the front is large (four: 1000, more: 200), when it would take too long.
  [[nodiscard]] double measure(const ParetoArchive& front) const;

  /// The worst values of the first feasible designs, as they are minimised; empty if there are
  /// none.
  [[nodiscard]] const std::vector<double>& reference() const { return worst_; }

 private:
  std::size_t count_{0};
  std::vector<double> worst_;
  std::vector<double> best_;
};

}  // namespace pareto
}  // namespace globaldyn::inside
