#include "globaldyn/region/methods/circuits.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/round_off.h"

namespace globaldyn::inside {
inline namespace region {
void CircuitElimination::run(const BoundedRows& rows, RegionDraft& draft) {
  rows_ = &rows;
  draft_ = &draft;
  const int r = rows.redundancy();
  elimination_.reset(rows.count(), r, kMotionColumns,
                     kPreloadRankTolerance * rows.largest_preload());
  for (int i = 0; i < rows.count(); ++i) {
    const auto v = rows.v(i);
    const auto entries = elimination_.row(i);
    std::copy(v.begin(), v.end(), entries.begin());
    Eigen::RowVector4d::Map(entries.data() + r) = rows[i].entries();
  }
  chosen_.clear();
  extend(0);
}

// Extends the chosen rows, all independent, by every later row: to a circuit if it depends on them,
// otherwise to more chosen rows. So each circuit is found once, when its last row is added.
void CircuitElimination::extend(int first) {
  for (int row = first; row < rows_->count() && !draft_->is_empty(); ++row) {
    if (!elimination_.choose(row)) {
      visit_dependent(row);
      continue;
    }
    chosen_.push_back(row);
    extend(row + 1);
    chosen_.pop_back();
    elimination_.give_up();
  }
}

void CircuitElimination::visit_dependent(int row) {
  const auto weights = elimination_.weights(row);
  double largest = 1.0, least = 1.0;
  for (const double weight : weights) {
    largest = std::max(largest, std::abs(weight));
    least = std::min(least, std::abs(weight));
  }
  // A chosen row without weight is not part of the circuit, which is also found without it. Weights
  // have larger rounding errors the closer the chosen rows are to being dependent.
  double noise = round_off::kSolved;
  if (least <= 1e-4 * largest && !weights.empty()) {
    noise = std::max(
        noise, round_off::kEntry * rows_->largest_preload() / elimination_.find_least_pivot());
  }
  if (least <= noise * largest || is_surely_redundant(row)) return;
  weights_.assign(weights.begin(), weights.end());
  weights_.push_back(1.0);
  members_.assign(chosen_.begin(), chosen_.end());
  members_.push_back(row);
  MotionPolynomial terms;
  for (std::size_t i = 0; i < members_.size(); ++i) {
    terms.add_size(weights_[i], (*rows_)[members_[i]]);
  }
  // The constant stays as it is: limits will be added to it, and their sum is cleaned then.
  terms_of_gamma_ = std::exchange(terms.gamma, 0.0);
  sum_ = clean_sum(make_motion_polynomial(elimination_.remainder(row)), terms);
  cut(1.0);
  cut(-1.0);
}

// Whether the circuit that ends in the row cuts nothing off on either side, by a quick check: most
// circuits do not.
bool CircuitElimination::is_surely_redundant(int row) const {
  const auto weights = elimination_.weights(row);
  const MotionPolynomial sum = make_motion_polynomial(elimination_.remainder(row));
  const BoundedRow& last = (*rows_)[row];
  double low = last.low, high = last.high;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const BoundedRow& member = (*rows_)[chosen_[i]];
    const double at_low = weights[i] * member.low, at_high = weights[i] * member.high;
    const bool rises = weights[i] > 0.0;
    low += rises ? at_low : at_high;
    high += rises ? at_high : at_low;
  }
  return draft_->is_surely_between(sum.alpha, sum.delta, low - sum.gamma, high - sum.gamma);
}

// Every row is held at the limit that its weight makes an upper one; without a limit there the
// circuit gives no bound on this side.
void CircuitElimination::cut(double sign) {
  double limit = 0.0, terms = terms_of_gamma_;
  for (std::size_t i = 0; i < members_.size(); ++i) {
    const double weight = sign * weights_[i];
    const BoundedRow& member = (*rows_)[members_[i]];
    const double term = weight * (weight > 0.0 ? member.high : member.low);
    limit += term;
    terms += std::abs(term);
  }
  if (std::isinf(limit)) return;
  MotionPolynomial sum = sum_;
  sum *= sign;
  sum.gamma = clean_sum(sum.gamma - limit, terms);
  held_.clear();
  for (std::size_t i = 0; i < members_.size(); ++i) {
    held_.push_back(
        {(*rows_)[members_[i]].row, sign * weights_[i] > 0.0 ? LimitSide::max : LimitSide::min});
  }
  draft_->cut(sum, held_);
}

}  // namespace region
}  // namespace globaldyn::inside
