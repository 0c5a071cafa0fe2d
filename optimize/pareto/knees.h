#pragma once

#include <vector>

#include "optimize/pareto/bulges.h"
#include "optimize/pareto/points.h"

namespace globaldyn::inside {
inline namespace pareto {

/// What makes a knee. Objectives are scaled to 0 … 1, from the minimum to the maximum of the front;
/// an objective that is the same everywhere does not count.
struct KneeOptions {
  double min_gain{0.03};     ///< in all objectives together; less does not count as a move
  double max_gain{0.1};      ///< moves that gain more go too far to indicate a knee
  double least_worth{1.2};   ///< what a knee must be worth at least, see calc_worths()
  double least_bulge{0.01};  ///< how large the largest bulge must be to be a knee
};

/// What each point of a front is worth: the minimum cost of a unit of gain when one leaves it for
/// another point (Rachmawati & Srinivasan 2009), where gain and loss are the total decrease and the
/// total increase of the scaled objectives. Moves with a gain outside min_gain … max_gain do
/// not count, so that it does not depend on how densely the front is covered. Infinite if no move
/// counts. Cost: O(n² m).
[[nodiscard]] std::vector<double> calc_worths(const Points& front, const KneeOptions& options = {});

/// A point from which every move costs much and gains little.
struct Knee {
  int index{0};  ///< in the front
  double bulge{0.0};
  double worth{0.0};
};

/// All points from which every objective can be improved, but at a price of at least `least_worth`
/// that is higher than at other such points in the neighbourhood; and the point with the largest
/// bulge, unless one of these is in its neighbourhood. The neighbourhood of a point are those to
/// which, and from which, one gains at most `max_gain`. The largest bulge comes first. Cost:
/// O(n² m).
[[nodiscard]] std::vector<Knee> find_knees(const Points& front, const KneeOptions& options = {});

/// What a move from one point of a front to the next one costs.
struct TradeOff {
  int from{0};        ///< in the front
  int to{0};          ///< the next one: larger in the first objective, smaller in the second
  double loss{0.0};   ///< > 0, by how much the first objective grows, in its own unit
  double gain{0.0};   ///< > 0, by how much the second objective falls, in its own unit
  double price{0.0};  ///< loss / gain: what one unit of the second costs in the first
};

/// All moves along a front of two objectives, from its smallest first objective to its largest.
/// Dominated points are skipped; of equal ones the first is taken. Cost: O(n log n).
[[nodiscard]] std::vector<TradeOff> list_trade_offs(const Points& front);

}  // namespace pareto
}  // namespace globaldyn::inside
