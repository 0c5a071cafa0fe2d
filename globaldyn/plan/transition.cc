#include "globaldyn/plan/transition.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace globaldyn {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// d1² + h (the curve), whose sign tells on which side of it a motion with h d2 is.
Parabola add_square(const Parabola& curve, double h) {
  return {h * curve.c0, h * curve.c1, 1.0 + h * curve.c2};
}

double find_largest(const Parabola& f, double begin, double end) {
  if (std::isinf(end) && (f.c2 > 0.0 || (f.c2 == 0.0 && f.c1 > 0.0))) return kInfinity;
  double largest = f.at(begin);
  if (!std::isinf(end)) largest = std::max(largest, f.at(end));
  if (f.c2 < 0.0) {
    const double top = -0.5 * f.c1 / f.c2;
    if (top > begin && top < end) largest = std::max(largest, f.at(top));
  }
  return largest;
}

Parabola negate(const Parabola& f) {
  return {-f.c0, -f.c1, -f.c2};
}

// Visits the parts of the region's strips that lie in the set.
template <class Visit>
void visit_within(const Region& region, const SpeedSet& set, const Visit& visit) {
  for (const Strip& strip : region.strips()) {
    for (const Interval& interval : set) {
      const double begin = std::max(strip.begin, interval.low);
      const double end = std::min(strip.end, interval.high);
      if (begin <= end) visit(strip, begin, end);
    }
  }
}

// All values of x + h d2 that the region has over the set.
SpeedSet list_sums(const Region& region, double h, const SpeedSet& set) {
  SpeedSet sums;
  visit_within(region, set, [&](const Strip& strip, double begin, double end) {
    const int to_low = h > 0.0 ? strip.lower : strip.upper;
    const int to_high = h > 0.0 ? strip.upper : strip.lower;
    const auto sum = [&](int curve) { return add_square(region.curves().parabola(curve), h); };
    sums.push_back(
        {to_low == kNoCurve ? -kInfinity : -find_largest(negate(sum(to_low)), begin, end),
         to_high == kNoCurve ? kInfinity : find_largest(sum(to_high), begin, end)});
  });
  // Strips that touch have sums that overlap, up to round-off.
  for (std::size_t i = 1; i < sums.size(); ++i) {
    const double size = std::max(std::abs(sums[i].low), std::abs(sums[i].high));
    constexpr double kRoundOff = 1e-14;
    if (std::isfinite(size)) sums[i].low -= kRoundOff * size;
  }
  std::sort(sums.begin(), sums.end(),
            [](const Interval& a, const Interval& b) { return a.low < b.low; });
  std::size_t kept = 0;
  for (const Interval& next : sums) {
    if (kept > 0 && next.low <= sums[kept - 1].high) {
      sums[kept - 1].high = std::max(sums[kept - 1].high, next.high);
    } else {
      sums[kept++] = next;
    }
  }
  sums.resize(kept);
  return sums;
}

// All d1 of the set at which the region has an x + h d2 between the bounds.
SpeedSet list_with_sum(const Region& region, double h, const SpeedSet& set,
                       const Interval& bounds) {
  SpeedSet found;
  Strips pieces, scratch;
  visit_within(region, set, [&](const Strip& strip, double begin, double end) {
    pieces.assign({{begin, end, strip.lower, strip.upper, kNoCurve, kNoCurve}});
    const int to_low = h > 0.0 ? strip.lower : strip.upper;
    const int to_high = h > 0.0 ? strip.upper : strip.lower;
    if (to_low != kNoCurve && std::isfinite(bounds.high)) {
      Parabola excess = add_square(region.curves().parabola(to_low), h);
      excess.c0 -= bounds.high;
      cut_where_positive(pieces, excess, kNoCurve, scratch);
    }
    if (to_high != kNoCurve && std::isfinite(bounds.low)) {
      Parabola excess = negate(add_square(region.curves().parabola(to_high), h));
      excess.c0 += bounds.low;
      cut_where_positive(pieces, excess, kNoCurve, scratch);
    }
    for (const Strip& piece : pieces) found.push_back({piece.begin, piece.end});
  });
  return found;
}

// The d2 accessible at a d1 that the region gives access to but for round-off.
Interval find_range(const Region& region, double d1) {
  const auto range = region.d2_range(find_nearest(list_accessible(region), d1));
  return range ? *range : Interval{0.0, 0.0};
}

}  // namespace

SpeedSet list_accessible(const Region& region) {
  SpeedSet set;
  for (const Strip& strip : region.strips()) set.push_back({strip.begin, strip.end});
  unite_overlapping(set);
  return set;
}

SpeedSet Transition::find_departures(const SpeedSet& targets) const {
  const SpeedSet all = list_accessible(begin);
  SpeedSet departures;
  for (const Interval& sums : list_sums(end, -length, targets)) {
    const SpeedSet some = list_with_sum(begin, length, all, sums);
    departures.insert(departures.end(), some.begin(), some.end());
  }
  unite_overlapping(departures);
  return departures;
}

std::optional<Transition::Arrival> Transition::find_fastest(double d1,
                                                            const SpeedSet& targets) const {
  if (begin.is_empty() || end.is_empty()) return std::nullopt;
  const Interval range = find_range(begin, d1);
  const double x = d1 * d1;
  Interval sums{x + length * range.low, x + length * range.high};
  // What was found to be possible from the end may have become impossible by round-off.
  constexpr double kRoundOff = 1e-13;
  const auto size_of = [](double value) { return std::isfinite(value) ? std::abs(value) : 0.0; };
  const double slack = kRoundOff * std::max({size_of(sums.low), size_of(sums.high), x});
  sums = {sums.low - slack, sums.high + slack};
  const SpeedSet reached = list_with_sum(end, -length, targets, sums);
  if (reached.empty()) return std::nullopt;
  double fastest = 0.0;
  for (const Interval& interval : reached) fastest = std::max(fastest, interval.high);
  if (std::isinf(fastest)) return std::nullopt;
  const Interval range_end = find_range(end, fastest);
  const double mean = 0.5 * (fastest * fastest - x) / length;
  const double least = std::max(range.low, 2.0 * mean - range_end.high);
  const double most = std::min(range.high, 2.0 * mean - range_end.low);
  const double d2_begin = least <= most ? std::clamp(mean, least, most) : 0.5 * (least + most);
  return Arrival{fastest, d2_begin, 2.0 * mean - d2_begin};
}

}  // namespace globaldyn
