#pragma once

#include <span>
#include <vector>

#include "optimize/pareto/points.h"

namespace globaldyn::inside {
inline namespace evolution {

/// Scales objectives to 0 (the smallest ever seen) … 1 (the worst of the front as now known).
///
/// The worst values are where the hyperplane through the front's extreme points meets the axes
/// (Deb & Jain 2014). As in Blank, Deb & Roy 2019 extreme points are remembered, and where the
/// plane makes no sense (too few points, collinear points, values worse than any ever seen) the
/// worst values of the front are taken, and where these are also the best ones, those of all
/// points. Unlike there, everything is relative to objectives' ranges, so units do not matter.
class ObjectiveScale {
 public:
  explicit ObjectiveScale(std::size_t objectives);

  /// Takes in the points of a generation, of which the first `first_front` (at least one) are the
  /// non-dominated ones.
  void update(const Points& points, std::size_t first_front);

  /// Writes scaled objectives, >= 0 for all points taken in.
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

}  // namespace evolution
}  // namespace globaldyn::inside
