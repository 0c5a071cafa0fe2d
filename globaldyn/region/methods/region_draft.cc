#include "globaldyn/region/methods/region_draft.h"

#include <algorithm>
#include <cmath>

#include "core/base/constants.h"
#include "core/base/round_off.h"
#include "globaldyn/region/region.h"

namespace globaldyn::inside {
inline namespace region {
namespace {

Bound bound_of(const MotionPolynomial& sum) {
  return sum.delta > 0.0 ? Bound::upper : Bound::lower;
}

bool is_single(const Strip& strip) {
  return strip.begin == strip.end;
}

// A convex region has no gaps. Next to a parallel singularity it is thinner than rounding errors,
// which cut it up: there it is a piece of curve.
void close_gaps(Strips& strips, Strips& scratch) {
  scratch.clear();
  for (const Strip& strip : strips) {
    if (!scratch.empty() && scratch.back().end < strip.begin) {
      Strip& left = scratch.back();
      const CurveNumber along = left.lower != kNoCurve ? left.lower : left.upper;
      left.end_by = kNoCurve;
      scratch.push_back({left.end, strip.begin, along, along, kNoCurve, strip.end_by});
      if (is_single(strip)) continue;
      scratch.back().end_by = kNoCurve;
    }
    scratch.push_back(strip);
  }
  std::swap(strips, scratch);
}

}  // namespace

void RegionDraft::start(bool is_straight) {
  curves_.clear();
  is_straight_ = is_convex_ = is_straight;
  if (is_straight) polygon_.start();
  strips_.assign({{0.0, kInfinity, kNoCurve, kNoCurve, kNoCurve, kNoCurve}});
}

void RegionDraft::start_from(const Strips& strips, const LimitCurves& curves, bool is_straight) {
  strips_ = strips;
  curves_ = curves;
  is_straight_ = false;
  is_convex_ = is_straight;
}

void RegionDraft::start_between(const Strips& lower, const Strips& upper) {
  strips_.clear();
  is_straight_ = false;
  for (auto low = lower.begin(), high = upper.begin(); low != lower.end() && high != upper.end();) {
    Strip strip{std::max(low->begin, high->begin), std::min(low->end, high->end), low->lower,
                high->upper};
    if (strip.begin == low->begin) strip.begin_by = low->begin_by;
    if (strip.begin == high->begin && strip.begin_by == kNoCurve) strip.begin_by = high->begin_by;
    if (strip.end == low->end) strip.end_by = low->end_by;
    if (strip.end == high->end && strip.end_by == kNoCurve) strip.end_by = high->end_by;
    const double end = strip.end;
    if (is_single(*low) || is_single(*high)) {
      // Both walks give the same d1 except for rounding errors.
      if (std::abs(strip.begin - strip.end) <= round_off::kSame * strip.begin) {
        strip.end = strip.begin;
        strips_.push_back(strip);
      }
    } else if (strip.begin < strip.end) {
      strips_.push_back(strip);
    }
    if (low->end == end) ++low;
    if (high->end == end) ++high;
  }
}

bool RegionDraft::is_met(const MotionPolynomial& sum) const {
  if (sum.delta != 0.0) return !is_stricter(strips_, bound_of(sum), find_curve(sum), curves_);
  return !is_exceeded(strips_, find_wall(sum));
}

void RegionDraft::cut(const MotionPolynomial& sum, std::span<const HeldLimit> held) {
  const bool is_wall = sum.delta == 0.0;
  const auto add = [&] {
    return is_wall ? curves_.add_wall(held) : curves_.add_curve(find_curve(sum), held);
  };
  if (is_straight_) {
    if (polygon_.cut(sum, curves_.next_number(is_wall))) (void)add();
    return;
  }
  if (is_met(sum)) return;
  if (is_wall) {
    cut_where_positive(strips_, find_wall(sum), add(), scratch_);
  } else {
    tighten(strips_, bound_of(sum), add(), curves_, scratch_);
    drop_inverted(strips_, curves_, scratch_);
  }
}

void RegionDraft::finish(const EqualitySolution& equalities, const LimitLabels& labels,
                         Region& region) {
  if (is_straight_) polygon_.write(strips_);
  if (equalities.is_impossible) strips_.clear();
  drop_inverted(strips_, curves_, scratch_);
  tidy(strips_, scratch_);
  if (is_convex_) close_gaps(strips_, scratch_);
  restrict_to_equalities(strips_, equalities, curves_, scratch_);
  region.assign(strips_, curves_, labels);
}

}  // namespace region
}  // namespace globaldyn::inside
