#pragma once

#include <vector>

#include "optimize/pareto/bulges.h"
#include "optimize/pareto/points.h"

namespace globaldyn {

/// What makes a knee. Objectives are scaled to 0 … 1, from the least to the greatest of the front;
/// one that is the same all over it does not count.
struct KneeOptions {
  double least_gain{0.03};    ///< in all objectives together; less is not worth a move
  double greatest_gain{0.1};  ///< moves that bring more go too far to tell of a knee
  double least_worth{1.2};    ///< what a knee must be worth at least, see calc_worths()
  double least_bulge{0.01};   ///< how far the greatest bulge must stick out to be a knee
};

/// What each point of a front is worth: what a unit of gain costs at least when one leaves it for
/// another point (Rachmawati & Srinivasan 2009), gain and loss being what falls and what rises in
/// all scaled objectives together. Moves with less gain than the least or more than the greatest
/// do not count, so that it does not depend on how densely the front is covered. Infinite if no
/// move counts. Cost: O(n² m).
[[nodiscard]] std::vector<double> calc_worths(const Points& front, const KneeOptions& options = {});

/// A point from which every move costs much and brings little.
struct Knee {
  int index{0};  ///< in the front
  double bulge{0.0};
  double worth{0.0};
};

/// All points from which every objective can be made better, but at a price that is `least_worth`
/// or more, and greater than at other such points around; and the point with the greatest bulge,
/// unless one of these is around it. Around a point are those to which, and from which, one gains
/// no more than the greatest gain. The greatest bulge comes first. Cost: O(n² m).
[[nodiscard]] std::vector<Knee> find_knees(const Points& front, const KneeOptions& options = {});

/// What a move from one point of a front to the next one costs.
struct TradeOff {
  int from{0};        ///< in the front
  int to{0};          ///< the next one: greater in the first objective, less in the second
  double loss{0.0};   ///< > 0, by how much the first objective grows, in its own unit
  double gain{0.0};   ///< > 0, by how much the second objective falls, in its own unit
  double price{0.0};  ///< loss / gain: what one unit of the second costs in the first
};

/// All moves along a front of two objectives, from its least first objective to its greatest.
/// Dominated points are passed over; of equal ones the first is taken. Cost: O(n log n).
[[nodiscard]] std::vector<TradeOff> list_trade_offs(const Points& front);

}  // namespace globaldyn
