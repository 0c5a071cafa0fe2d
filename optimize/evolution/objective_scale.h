#pragma once

#include <span>
#include <vector>

#include "optimize/pareto/points.h"

namespace globaldyn {

/// Scales objectives to 0 (the least ever seen) … 1 (the worst of the front as it is now known).
///
/// The worst values are where the hyperplane through the front's extreme points meets the axes
/// (Deb & Jain 2014). As in Blank, Deb & Roy 2019 extreme points are remembered, and where the
/// plane makes no sense (points too few or in line, values worse than any ever seen) the worst
/// values of the front are taken, and where these are the best ones too, those of all points.
/// Unlike there, everything is measured in ranges of objectives, so that units do not matter.
class ObjectiveScale {
 public:
  explicit ObjectiveScale(std::size_t objectives);

  /// Looks at the points of a generation, of which the first `first_front` (at least one) are
  /// those that none dominates.
  void update(const Points& points, std::size_t first_front);

  /// Writes scaled objectives, >= 0 for all points looked at.
  void apply(std::span<const double> objectives, std::span<double> scaled) const;

  [[nodiscard]] std::span<const double> best() const { return best_; }
  [[nodiscard]] std::span<const double> worst() const { return worst_; }

 private:
  void find_extremes(const Points& points, std::size_t first_front,
                     std::span<const double> worst_of_front);
  bool meet_axes();

  std::size_t objectives_;
  std::vector<double> best_;        // ever
  std::vector<double> worst_ever_;  // ever
  std::vector<double> worst_;       // the scale's 1
  Points extremes_;                 // one for each objective, once known
};

}  // namespace globaldyn
