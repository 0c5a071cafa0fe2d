#include "globaldyn/region/methods/support_walk.h"

#include <algorithm>
#include <cmath>

#include "core/base/constants.h"
#include "core/base/nth.h"
#include "core/base/round_off.h"

namespace globaldyn::inside {
inline namespace region {
namespace {

// Below this fraction of the terms they are sums of, slacks and their derivatives are zero.
constexpr double kWalkRoundOff = round_off::kSolved;
// Below this fraction of the largest in its row a coefficient is zero.
constexpr double kNoCoefficient = round_off::kRoot;

double clean(double value, double size) {
  return is_zero(value, size, kWalkRoundOff) ? 0.0 : value;
}

// The smallest t > 0 at which f, being <= 0 before, reaches zero; infinite if there is none.
double find_rise(const Polynomial& f) {
  // In terms of g = -f >= 0 it is where g becomes negative.
  const double c = -f.c0, b = -f.c1, a = -f.c2;
  if (a == 0.0) return b < 0.0 ? c / -b : kInfinity;
  const double discriminant = b * b - 4.0 * a * c;
  if (a < 0.0) {
    const double root = std::sqrt(std::max(0.0, discriminant));
    return b > 0.0 ? (b + root) / (-2.0 * a) : root - b > 0.0 ? 2.0 * c / (root - b) : 0.0;
  }
  if (b >= 0.0 || discriminant < -kWalkRoundOff * b * b) return kInfinity;
  // A double root up to rounding errors is a single point to check.
  if (discriminant <= kWalkRoundOff * b * b) return c > 0.0 ? -b / (2.0 * a) : kInfinity;
  return 2.0 * c / (std::sqrt(discriminant) - b);
}

// The smallest t > 0 after which f, being >= 0 before, is negative.
double find_fall(const Polynomial& f) {
  const double discriminant = f.c1 * f.c1 - 4.0 * f.c0 * f.c2;
  const bool only_touches = f.c2 > 0.0 && discriminant <= kWalkRoundOff * f.c1 * f.c1;
  return only_touches ? kInfinity : find_rise({-f.c0, -f.c1, -f.c2});
}

LimitSide opposite(LimitSide side) {
  return side == LimitSide::max ? LimitSide::min : LimitSide::max;
}

double sign_of(LimitSide side) {
  return side == LimitSide::max ? 1.0 : -1.0;
}

}  // namespace

bool SupportWalk::Slack::is_violated(Look look) const {
  if (is_endless) return false;
  if (is_bottomless) return true;
  const auto& [c0, c1, c2] = from_here;
  return c0 != 0.0 || look == Look::here ? c0 < 0.0 : c1 != 0.0 ? c1 < 0.0 : c2 < 0.0;
}

bool SupportWalk::run(const BoundedRows& rows, RegionDraft& draft) {
  rows_ = &rows;
  start_.start(rows);
  upper_.clear();
  lower_.clear();
  if (!trace(Bound::upper, draft, upper_)) return false;
  if (start_.bounds_d2()) {
    if (!trace(Bound::lower, draft, lower_)) return false;
  } else {
    lower_ = upper_;
  }
  draft.start_between(lower_, upper_);
  return true;
}

// Walks along one bound of d2. Each stretch without feasible points is left out; but where it
// starts and no other ends, there may be points at exactly that t.
bool SupportWalk::trace(Bound bound, RegionDraft& draft, Strips& strips) {
  tableau_ = start_;
  choose_sides(bound == Bound::upper ? 1.0 : -1.0);
  move_to(0.0);
  CurveNumber begin_by;
  constexpr int kStepsBeforeCare = 8;
  const int patience = kStepsBeforeCare * (tableau_.row_count() + tableau_.active_count() + 1);
  int steps_here = 0, steps = 0;
  Look look = Look::ahead;
  double looked_at = -1.0;  // the last t checked by itself
  const auto ends_here = [&] { return !strips.empty() && strips.back().end == to_d1(t_); };
  while (true) {
    if (++steps > 40 * patience) return false;
    // Beyond a number of steps at one point, always the first choice: then it cannot cycle.
    const bool with_care = steps_here > patience;
    const std::optional<Violation> violation = find_violation(look, with_care);
    if (violation) {
      const std::optional<int> leaving = find_leaving(*violation, with_care);
      if (leaving) {
        tableau_.pivot(violation->row, *leaving);
        nth(sides_, *leaving) = violation->side;
        ++steps_here;
        continue;
      }
      if (look == Look::here) {
        look = Look::ahead;
        continue;
      }
      if (!violation->slack.is_violated(Look::here) && !ends_here() && looked_at != t_) {
        look = Look::here;
        looked_at = t_;
        continue;
      }
      // No active row can make room: infeasible until this slack is back at zero.
      begin_by = add_wall(*violation, draft);
      if (ends_here()) strips.back().end_by = begin_by;
      const double ahead =
          violation->slack.is_bottomless ? kInfinity : find_rise(violation->slack.from_here);
      if (std::isinf(ahead)) return true;
      move_to(t_ + ahead);
      steps_here = 0;
      continue;
    }
    const double next = look == Look::here ? t_ : t_ + find_break();
    Strip strip{to_d1(t_), to_d1(next), kNoCurve, kNoCurve, begin_by, kNoCurve};
    if (look == Look::here || strip.end > strip.begin) {
      (bound == Bound::upper ? strip.upper : strip.lower) = add_curve(draft);
      strips.push_back(strip);
      begin_by = kNoCurve;
    }
    if (std::isinf(next)) return true;
    if (look == Look::ahead) move_to(next);
    look = Look::ahead;
    steps_here = 0;
  }
}

// Every active row is held at the limit that bounds d2 (times `direction`) from above.
void SupportWalk::choose_sides(double direction) {
  sides_.resize(static_cast<std::size_t>(tableau_.active_count()));
  for (int c = 0; c < tableau_.active_count(); ++c) {
    const double price = direction * tableau_.price(c);
    const BoundedRow& row = (*rows_)[tableau_.active(c)];
    LimitSide side = price < 0.0 ? LimitSide::min : LimitSide::max;
    if (price == 0.0 && !row.has_side(side)) side = opposite(side);
    nth(sides_, c) = side;
  }
}

void SupportWalk::move_to(double t) {
  t_ = t;
  const int count = tableau_.row_count();
  sizes_.resize(static_cast<std::size_t>(count));
  slopes_.resize(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) {
    const BoundedRow& row = (*rows_)[i];
    const double low = std::isfinite(row.low) ? std::abs(row.low) : 0.0;
    const double high = std::isfinite(row.high) ? std::abs(row.high) : 0.0;
    const double alpha = std::abs(row.alpha), beta = std::abs(row.beta);
    const bool straight = tableau_.is_straight();
    nth(sizes_, i) =
        std::max(low, high) + std::abs(row.gamma) + t * (straight ? alpha : beta + t * alpha);
    nth(slopes_, i) = straight ? alpha : beta + 2.0 * t * alpha;
  }
}

double SupportWalk::find_largest_coefficient(int row) const {
  double largest = 0.0;
  for (int c = 0; c < tableau_.active_count(); ++c) {
    largest = std::max(largest, std::abs(tableau_.coefficient(row, c)));
  }
  return largest;
}

SupportWalk::Slack SupportWalk::find_slack(int i, LimitSide side) const {
  const BoundedRow& row = (*rows_)[i];
  double endless = 0.0, held = 0.0;
  double size = nth(sizes_, i), slope = nth(slopes_, i);
  double bend = std::abs(row.alpha);
  const double largest = find_largest_coefficient(i);
  for (int c = 0; c < tableau_.active_count(); ++c) {
    const double coefficient = tableau_.coefficient(i, c);
    const int active = tableau_.active(c);
    const BoundedRow& other = (*rows_)[active];
    // A coefficient that should be zero has still left its rounding errors in the polynomial.
    constexpr double kTrace = 1e-3;
    const double weight = std::max(std::abs(coefficient), kTrace * largest);
    size += weight * nth(sizes_, active);
    slope += weight * nth(slopes_, active);
    bend += weight * std::abs(other.alpha);
    if (std::abs(coefficient) <= kNoCoefficient * largest) continue;
    const LimitSide other_side = nth(sides_, c);
    if (other.has_side(other_side)) {
      held += coefficient * other.limit(other_side);
    } else {
      endless += coefficient * sign_of(other_side);
    }
  }
  const double sign = sign_of(side);
  Slack slack;
  if (endless != 0.0) {
    (sign * endless < 0.0 ? slack.is_endless : slack.is_bottomless) = true;
    return slack;
  }
  const Polynomial p = tableau_.polynomial(i);
  slack.from_here = {clean(sign * (row.limit(side) - held - p.at(t_)), size),
                     clean(-sign * (p.c1 + 2.0 * t_ * p.c2), slope), clean(-sign * p.c2, bend)};
  if (tableau_.is_straight()) slack.from_here.c2 = 0.0;
  return slack;
}

// The row and limit violated just right of t, or at t itself: the one most violated relative to its
// size, or the first.
std::optional<SupportWalk::Violation> SupportWalk::find_violation(Look look,
                                                                  bool first_only) const {
  std::optional<Violation> worst;
  double most = -1.0;
  for (int i = 0; i < tableau_.row_count(); ++i) {
    if (tableau_.is_active(i)) continue;
    for (const LimitSide side : {LimitSide::max, LimitSide::min}) {
      if (!(*rows_)[i].has_side(side)) continue;
      const Slack slack = find_slack(i, side);
      if (!slack.is_violated(look)) continue;
      if (first_only) return Violation{i, side, slack};
      const double size = std::max(nth(sizes_, i), round_off::kLeastSize);
      const double by = slack.is_bottomless ? kInfinity : -slack.from_here.c0 / size;
      if (by > most) {
        most = by;
        worst = Violation{i, side, slack};
      }
    }
  }
  return worst;
}

// Which active row makes room for the violated one such that d2 stays bounded by all active rows:
// the one whose price reaches zero first.
std::optional<int> SupportWalk::find_leaving(const Violation& violation, bool first_only) const {
  const double largest = find_largest_coefficient(violation.row);
  std::optional<int> leaving;
  double least = kInfinity, weight = 0.0;
  for (int c = 0; c < tableau_.active_count(); ++c) {
    const double coefficient = tableau_.coefficient(violation.row, c);
    const BoundedRow& row = (*rows_)[tableau_.active(c)];
    if (std::abs(coefficient) <= kNoCoefficient * largest || row.low == row.high) continue;
    const double room = sign_of(violation.side) * coefficient * sign_of(nth(sides_, c));
    if (room <= 0.0) continue;
    const double ratio = std::abs(tableau_.price(c)) / std::abs(coefficient);
    const bool tie = leaving && std::abs(ratio - least) <= kWalkRoundOff * (ratio + least);
    const bool better = !tie         ? ratio < least
                        : first_only ? tableau_.active(c) < tableau_.active(*leaving)
                                     : std::abs(coefficient) > weight;
    if (!better) continue;
    leaving = c;
    least = ratio;
    weight = std::abs(coefficient);
  }
  return leaving;
}

// How far from t the active rows stay optimal.
double SupportWalk::find_break() const {
  double least = kInfinity;
  for (int i = 0; i < tableau_.row_count(); ++i) {
    if (tableau_.is_active(i)) continue;
    for (const LimitSide side : {LimitSide::max, LimitSide::min}) {
      if (!(*rows_)[i].has_side(side)) continue;
      const Slack slack = find_slack(i, side);
      if (slack.is_endless) continue;
      least = std::min(least, find_fall(slack.from_here));
    }
  }
  return least;
}

// The curve on which the active rows hold d2; none where one of them has no limit.
CurveNumber SupportWalk::add_curve(RegionDraft& draft) {
  if (!tableau_.bounds_d2()) return kNoCurve;
  double largest = 0.0;
  for (int c = 0; c < tableau_.active_count(); ++c) {
    largest = std::max(largest, std::abs(tableau_.price(c)));
  }
  held_.clear();
  for (int c = 0; c < tableau_.active_count(); ++c) {
    if (std::abs(tableau_.price(c)) <= kNoCoefficient * largest) continue;
    const int row = tableau_.active(c);
    const LimitSide side = nth(sides_, c);
    if (!(*rows_)[row].has_side(side)) return kNoCurve;
    held_.push_back({row, side, tableau_.price(c)});
  }
  // The prices are weights in which y cancels; computed from the rows themselves they are free of
  // the rounding errors of all steps so far.
  std::sort(held_.begin(), held_.end(), [](const HeldRow& a, const HeldRow& b) {
    return std::abs(a.weight) > std::abs(b.weight);
  });
  elimination_.reset(rows_->redundancy(), kPreloadRankTolerance * rows_->largest_preload());
  for (std::size_t i = 0; i < held_.size(); ++i) {
    if (elimination_.push(rows_->v(held_[i].row))) continue;
    if (i + 1 < held_.size()) break;  // nearly dependent already: the prices are as good
    const auto weights = elimination_.weights();
    const double scale = held_[i].weight;
    for (std::size_t j = 0; j < i; ++j) held_[j].weight = scale * weights[j];
  }
  const MotionPolynomial sum = add_up(*rows_, held_);
  if (sum.delta == 0.0) return kNoCurve;
  list_held(*rows_, held_, held_limits_);
  return draft.add_curve(sum, held_limits_);
}

int SupportWalk::add_wall(const Violation& violation, RegionDraft& draft) {
  held_.clear();
  held_.push_back({violation.row, violation.side, sign_of(violation.side)});
  const double largest = find_largest_coefficient(violation.row);
  for (int c = 0; c < tableau_.active_count(); ++c) {
    const double coefficient = tableau_.coefficient(violation.row, c);
    if (std::abs(coefficient) <= kNoCoefficient * largest) continue;
    held_.push_back({tableau_.active(c), nth(sides_, c), -coefficient});
  }
  list_held(*rows_, held_, held_limits_);
  return draft.add_wall(held_limits_);
}

double SupportWalk::to_d1(double t) const {
  return tableau_.is_straight() ? std::sqrt(t) : t;
}

}  // namespace region
}  // namespace globaldyn::inside
