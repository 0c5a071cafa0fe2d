#include "globaldyn/plan/regions/transition.h"

#include <algorithm>
#include <cmath>

#include "core/base/constants.h"
#include "core/base/fallbacks.h"
#include "core/base/round_off.h"
#include "globaldyn/plan/segment_motion.h"

namespace globaldyn::inside {
inline namespace plan {
namespace {

// d1² + h (the curve), whose sign tells on which side of the curve a motion with h d2 is.
Parabola add_square(const Parabola& curve, double h) {
  return {h * curve.c0, h * curve.c1, 1.0 + h * curve.c2};
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

// x + h d2 between a strip's curves. A negative h turns them round.
class StripSums {
 public:
  StripSums(const Region& region, const Strip& strip, double h)
      : curves_(region.curves()),
        h_(h),
        low_(h > 0.0 ? strip.lower : strip.upper),
        high_(h > 0.0 ? strip.upper : strip.lower) {}

  // From the least to the largest between two d1.
  Interval span(double begin, double end) const {
    return {low_ == kNoCurve ? -kInfinity : -find_largest(negate(sum(low_)), begin, end),
            high_ == kNoCurve ? kInfinity : find_largest(sum(high_), begin, end)};
  }

  // Visits functions of d1 that are positive where no sum is between the bounds, until a visit
  // returns false; then false.
  template <class Visit>
  bool visit_misses(const Interval& bounds, const Visit& visit) const {
    if (low_ != kNoCurve && std::isfinite(bounds.high)) {
      Parabola excess = sum(low_);
      excess.c0 -= bounds.high;
      if (!visit(excess)) return false;
    }
    if (high_ != kNoCurve && std::isfinite(bounds.low)) {
      Parabola excess = negate(sum(high_));
      excess.c0 += bounds.low;
      if (!visit(excess)) return false;
    }
    return true;
  }

 private:
  Parabola sum(CurveNumber curve) const { return add_square(curves_.parabola(curve), h_); }

  const LimitCurves& curves_;
  double h_;
  CurveNumber low_, high_;
};

// All values of x + h d2 that the region has over the set.
SpeedSet list_sums(const Region& region, double h, const SpeedSet& set) {
  SpeedSet sums;
  visit_within(region, set, [&](const Strip& strip, double begin, double end) {
    sums.push_back(StripSums(region, strip, h).span(begin, end));
  });
  // Strips that touch have sums that overlap, up to rounding errors.
  for (std::size_t i = 1; i < sums.size(); ++i) {
    const double size = std::max(std::abs(sums[i].low), std::abs(sums[i].high));
    if (std::isfinite(size)) sums[i].low -= round_off::kEntry * size;
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
    StripSums(region, strip, h).visit_misses(bounds, [&](const Parabola& miss) {
      cut_where_positive(pieces, miss, kNoCurve, scratch);
      return true;
    });
    for (const Strip& piece : pieces) found.push_back({piece.begin, piece.end});
  });
  return found;
}

// The d2 accessible at a d1 that is accessible in the region except for rounding errors.
Interval find_range(const Region& region, double d1) {
  auto range = region.d2_range(d1);
  if (!range) range = region.d2_range(find_nearest(list_accessible(region), d1));
  return range ? *range : Interval{0.0, 0.0};
}

// Whether a region is convex in (d1², d2): one piece with straight edges, as without friction. Then
// all sets related to it are single intervals, and roots are those of straight lines.
bool is_convex(const Region& region) {
  const Strips& strips = region.strips();
  const auto is_straight = [&](CurveNumber curve) {
    return curve == kNoCurve || region.curves().parabola(curve).c1 == 0.0;
  };
  for (std::size_t i = 0; i < strips.size(); ++i) {
    if (i > 0 && strips[i].begin != strips[i - 1].end) return false;
    if (!is_straight(strips[i].lower) || !is_straight(strips[i].upper)) return false;
  }
  return !strips.empty();
}

// As list_sums() for a convex region over one interval of d1; nothing if they do not overlap.
std::optional<Interval> span_sums(const Region& region, double h, const Interval& set) {
  Interval sums{kInfinity, -kInfinity};
  for (const Strip& strip : region.strips()) {
    const double begin = std::max(strip.begin, set.low), end = std::min(strip.end, set.high);
    if (begin > end) continue;
    const Interval own = StripSums(region, strip, h).span(begin, end);
    sums = {std::min(sums.low, own.low), std::max(sums.high, own.high)};
  }
  if (sums.low > sums.high) return std::nullopt;
  return sums;
}

// Cuts an interval of d1 to where f, without a linear term, is not positive; false if nothing is
// left.
bool cut_straight(const Parabola& f, Interval& kept) {
  if (f.at(kept.low) > 0.0) {
    if (!(f.c2 < 0.0)) return false;
    kept.low = std::sqrt(-f.c0 / f.c2);
  }
  if (std::isinf(kept.high) ? f.c2 > 0.0 : f.at(kept.high) > 0.0) {
    if (!(f.c2 > 0.0)) return false;
    kept.high = std::sqrt(std::max(0.0, -f.c0 / f.c2));
  }
  return kept.low <= kept.high;
}

// As list_with_sum() for a convex region over one interval of d1; nothing also where only rounding
// errors decide.
std::optional<Interval> span_with_sum(const Region& region, double h, const Interval& set,
                                      const Interval& bounds) {
  std::optional<Interval> found;
  for (const Strip& strip : region.strips()) {
    Interval kept{std::max(strip.begin, set.low), std::min(strip.end, set.high)};
    if (kept.low > kept.high) continue;
    const bool is_left =
        StripSums(region, strip, h).visit_misses(bounds, [&](const Parabola& miss) {
          return cut_straight(miss, kept);
        });
    if (!is_left) continue;
    if (!found) found = kept;
    found->high = kept.high;
  }
  return found;
}

// Sets mostly have a piece or two. Where friction may stop a motion in any of the segments ahead
// they have one for each of these, and what is done for every piece of a set and every strip of a
// region takes many times as long as all else.
void count_pieces(std::size_t pieces, const Region& region, WorkMeter* meter) {
  constexpr std::size_t kUsual = 10, kWorkOfOne = 2;  // the usual ones count with the pass
  const std::size_t looks = pieces * region.strips().size();
  if (meter != nullptr && looks > kUsual) meter->add(kWorkOfOne * (looks - kUsual));
}

// As list_with_sum(), by the faster way if possible.
SpeedSet find_with_sum(const Region& region, double h, const SpeedSet& set, const Interval& bounds,
                       WorkMeter* meter) {
  if (set.size() == 1 && is_convex(region)) {
    if (const auto found = span_with_sum(region, h, set.front(), bounds)) return {*found};
  }
  count_pieces(set.size(), region, meter);
  return list_with_sum(region, h, set, bounds);
}

// All d1 at one end of a segment that match a d1 of the set at the other end: h is positive if the
// latter is the start, and `rise` is the additional gain of x on the way.
SpeedSet carry(const Region& from, const SpeedSet& set, double h, double rise, const Region& to,
               WorkMeter* meter) {
  if (set.size() == 1 && is_convex(from) && is_convex(to)) {
    const Interval all{to.strips().front().begin, to.strips().back().end};
    if (const auto sums = span_sums(from, h, set.front())) {
      const Interval bounds{sums->low + rise, sums->high + rise};
      if (const auto carried = span_with_sum(to, -h, all, bounds)) return {*carried};
    }
  }
  const SpeedSet all = list_accessible(to);
  const SpeedSet all_sums = list_sums(from, h, set);
  count_pieces(set.size(), from, meter);
  count_pieces(all_sums.size() * all.size(), to, meter);
  SpeedSet carried;
  for (const Interval& sums : all_sums) {
    const SpeedSet some = list_with_sum(to, -h, all, {sums.low + rise, sums.high + rise});
    carried.insert(carried.end(), some.begin(), some.end());
  }
  unite_overlapping(carried);
  return carried;
}

}  // namespace

SpeedSet list_accessible(const Region& region) {
  SpeedSet set;
  for (const Strip& strip : region.strips()) set.push_back({strip.begin, strip.end});
  unite_overlapping(set);
  return set;
}

double find_top(const Region& region) {
  return region.is_empty() ? 0.0 : region.strips().back().end;
}

SpeedSet Transition::find_departures(const SpeedSet& targets) const {
  return carry(end, targets, -length, -kRiseByBulge * length * bulge, begin, meter);
}

SpeedSet Transition::find_arrivals(const SpeedSet& sources) const {
  return carry(begin, sources, length, kRiseByBulge * length * bulge, end, meter);
}

std::optional<Transition::Arrival> Transition::find_fastest(double d1,
                                                            const SpeedSet& targets) const {
  if (begin.is_empty() || end.is_empty()) return std::nullopt;
  const Interval range = find_range(begin, d1);
  const double x = d1 * d1;
  const double rise = kRiseByBulge * length * bulge;
  const Interval sums{x + length * range.low + rise, x + length * range.high + rise};
  // What was found to be possible from the end may be impossible due to rounding errors: of roots,
  // and of what counts as zero where limits touch.
  const auto size_of = [](double value) { return std::isfinite(value) ? std::abs(value) : 0.0; };
  const double size = std::max({size_of(sums.low), size_of(sums.high), x});
  SpeedSet reached;
  for (const double share : {round_off::kSum, round_off::kRoot, round_off::kSame}) {
    const double slack = share * size;
    reached = find_with_sum(end, -length, targets, {sums.low - slack, sums.high + slack}, meter);
    if (!reached.empty()) {
      if (share > round_off::kSum) count(Fallback::loose_roots);
      break;
    }
  }
  if (reached.empty()) return std::nullopt;
  double fastest = 0.0;
  for (const Interval& interval : reached) fastest = std::max(fastest, interval.high);
  if (std::isinf(fastest)) return std::nullopt;
  const Interval range_end = find_range(end, fastest);
  const double both = (fastest * fastest - x - rise) / length;  // d2_begin + d2_end
  // On short segments the difference of x is mostly rounding error: limits give d2 more accurately.
  const double noise = round_off::kSolved * std::max(x, fastest * fastest) / length;
  const bool is_most = both >= range.high + range_end.high - noise;
  const bool is_least = both <= range.low + range_end.low + noise;
  if (is_most && !is_least) return Arrival{fastest, range.high, range_end.high, 1};
  if (is_least && !is_most) return Arrival{fastest, range.low, range_end.low, -1};
  const double least = std::max(range.low, both - range_end.high);
  const double most = std::min(range.high, both - range_end.low);
  const double wanted = 0.5 * (both - change);
  const double d2_begin = least <= most ? std::clamp(wanted, least, most)
                                        : std::clamp(0.5 * (least + most), range.low, range.high);
  return Arrival{fastest, d2_begin, std::clamp(both - d2_begin, range_end.low, range_end.high), 0};
}

}  // namespace plan
}  // namespace globaldyn::inside
