#include "globaldyn/region/strips.h"

#include <algorithm>
#include <cmath>

#include "core/base/constants.h"
#include "core/base/round_off.h"

namespace globaldyn::inside {
inline namespace region {
namespace {

// f - g. Coefficients that agree up to rounding errors are equal: parallel lines must not cross far
// away.
Parabola subtract(const Parabola& f, const Parabola& g) {
  const auto difference = [](double x, double y) {
    return std::abs(x - y) <= round_off::kSolved * (std::abs(x) + std::abs(y)) ? 0.0 : x - y;
  };
  return {f.c0 - g.c0, difference(f.c1, g.c1), difference(f.c2, g.c2)};
}

double find_size(const Parabola& f, double d1) {
  return std::abs(f.c0) + d1 * (std::abs(f.c1) + d1 * std::abs(f.c2));
}

// Of those terms of g that f has as well: others have cancelled.
double find_size_left(const Parabola& f, const Parabola& g, double d1) {
  return find_size({g.c0, f.c1 != 0.0 ? g.c1 : 0.0, f.c2 != 0.0 ? g.c2 : 0.0}, d1);
}

// f = ±(g - h) is positive at `d1` by more than the rounding errors of the terms of g and h there.
// Terms that have cancelled are none: far away, where curves that differ by rounding errors alone
// meet, they would hide everything else.
bool is_positive(const Parabola& f, double d1, const Parabola& g, const Parabola& h) {
  const double value = f.at(d1);
  if (value <= 0.0) return false;
  return value > round_off::kEntry * (find_size_left(f, g, d1) + find_size_left(f, h, d1));
}

// Whether f = ±(g - h) is zero at `d1` relative to the size of g and h there.
bool is_zero_at(const Parabola& f, double d1, const Parabola& g, const Parabola& h) {
  return is_zero(f.at(d1), find_size(g, d1) + find_size(h, d1), round_off::kSolved);
}

// Whether f = ±(g - h) is positive anywhere in (begin, end).
bool is_positive_within(const Parabola& f, double begin, double end, const Parabola& g,
                        const Parabola& h) {
  if (is_positive(f, begin, g, h)) return true;
  if (std::isinf(end)) {
    if (f.c2 != 0.0 ? f.c2 > 0.0 : f.c1 > 0.0) return true;
  } else if (is_positive(f, end, g, h)) {
    return true;
  }
  if (f.c2 >= 0.0 || f.c1 == 0.0) return false;
  const double top = -0.5 * f.c1 / f.c2;
  return top > begin && top < end && is_positive(f, top, g, h);
}

// Splits a strip at the given d1 and visits the parts, each with a point inside it.
template <class Roots, class Visit>
void split(const Strip& strip, const Roots& at, const Visit& visit) {
  Strip part = strip;
  for (const double d1 : at) {
    part.end = d1;
    part.end_by = kNoCurve;
    visit(part, pick_inside(part.begin, part.end));
    part.begin = d1;
    part.begin_by = kNoCurve;
  }
  part.end = strip.end;
  part.end_by = strip.end_by;
  visit(part, pick_inside(part.begin, part.end));
}

// Keeps the parts of a strip where f = ±(g - h) <= 0: whole parts, and single d1 at which f touches
// zero between removed parts. `wall` ends what is kept.
void keep_where_not_positive(const Strip& strip, const Parabola& f, const Parabola& g,
                             const Parabola& h, CurveNumber wall, Strips& kept) {
  bool is_left_kept = false;
  const auto keep_point = [&](double d1, CurveNumber begin_by, CurveNumber end_by) {
    if (is_left_kept || !is_zero_at(f, d1, g, h)) return;
    kept.push_back({d1, d1, strip.lower, strip.upper, begin_by, end_by});
  };
  split(strip, find_roots(f, strip.begin, strip.end), [&](Strip part, double inside) {
    const bool is_first = part.begin == strip.begin, is_last = part.end == strip.end;
    if (!is_first) part.begin_by = wall;
    if (f.at(inside) > 0.0) {
      keep_point(part.begin, part.begin_by, wall);
      is_left_kept = false;
      if (is_last && strip.begin < strip.end && std::isfinite(strip.end)) {
        keep_point(strip.end, wall, strip.end_by);
      }
      return;
    }
    if (!is_last) part.end_by = wall;
    kept.push_back(part);
    is_left_kept = true;
  });
}

CurveNumber Strip::*member_of(Bound bound) {
  return bound == Bound::upper ? &Strip::upper : &Strip::lower;
}

// The looser of two bounds over a part where they do not cross, or the stricter (sign reversed).
CurveNumber pick_bound(CurveNumber a, CurveNumber b, double sign, double at,
                       const LimitCurves& curves) {
  if (a == b) return a;
  const double difference = sign * subtract(curves.parabola(a), curves.parabola(b)).at(at);
  // Of two curves that are equal up to rounding errors, always the same one: fewer needless pieces.
  return difference > 0.0 ? a : difference < 0.0 ? b : std::min(a, b);
}

Roots find_crossings(CurveNumber a, CurveNumber b, double begin, double end,
                     const LimitCurves& curves) {
  if (a == kNoCurve || b == kNoCurve || a == b) return {};
  return find_roots(subtract(curves.parabola(a), curves.parabola(b)), begin, end);
}

// Both strips over [begin, end], which both cover: united (sign +1) or intersected (-1).
void combine(const Strip& a, const Strip& b, double begin, double end, double sign,
             const LimitCurves& curves, Strips& result) {
  std::vector<double> at;
  for (const double d1 : find_crossings(a.upper, b.upper, begin, end, curves)) at.push_back(d1);
  for (const double d1 : find_crossings(a.lower, b.lower, begin, end, curves)) at.push_back(d1);
  std::sort(at.begin(), at.end());
  const auto pick = [&](CurveNumber x, CurveNumber y, double side, double inside) {
    if (x == kNoCurve || y == kNoCurve) return sign > 0.0 ? kNoCurve : std::max(x, y);
    return pick_bound(x, y, sign * side, inside, curves);
  };
  const auto pick_wall = [&](bool in_a, CurveNumber x, bool in_b, CurveNumber y) {
    if (sign < 0.0) return in_a && x != kNoCurve ? x : in_b ? y : kNoCurve;
    return in_a && in_b ? std::max(x, y) : kNoCurve;
  };
  Strip whole{begin, end, kNoCurve, kNoCurve, kNoCurve, kNoCurve};
  whole.begin_by = pick_wall(a.begin == begin, a.begin_by, b.begin == begin, b.begin_by);
  whole.end_by = pick_wall(a.end == end, a.end_by, b.end == end, b.end_by);
  split(whole, at, [&](Strip part, double inside) {
    part.upper = pick(a.upper, b.upper, 1.0, inside);
    part.lower = pick(a.lower, b.lower, -1.0, inside);
    result.push_back(part);
  });
}

const Strip* find_covering(const Strips& strips, double begin, double end) {
  for (const Strip& strip : strips) {
    if (strip.begin <= begin && end <= strip.end) return &strip;
  }
  return nullptr;
}

// Every end of a strip of either set, and the stretches between neighbouring ends, in order.
template <class Visit>
void visit_pieces(const Strips& a, const Strips& b, const Visit& visit) {
  std::vector<double> at;
  for (const Strips* strips : {&a, &b}) {
    for (const Strip& strip : *strips) {
      at.push_back(strip.begin);
      at.push_back(strip.end);
    }
  }
  std::sort(at.begin(), at.end());
  at.erase(std::unique(at.begin(), at.end()), at.end());
  for (std::size_t i = 0; i < at.size(); ++i) {
    if (std::isfinite(at[i])) visit(at[i], at[i]);
    if (i + 1 < at.size()) visit(at[i], at[i + 1]);
  }
}

double square(double d1) {
  return d1 * d1;
}

bool same_curves(const Strip& a, const Strip& b) {
  return a.lower == b.lower && a.upper == b.upper;
}

}  // namespace

Strips make_half_plane() {
  return {{0.0, kInfinity, kNoCurve, kNoCurve, kNoCurve, kNoCurve}};
}

bool is_stricter(const Strips& strips, Bound bound, const Parabola& candidate,
                 const LimitCurves& curves) {
  for (const Strip& strip : strips) {
    const CurveNumber known = strip.*member_of(bound);
    if (known == kNoCurve) return true;
    const Parabola& limit = curves.parabola(known);
    const Parabola room =
        bound == Bound::upper ? subtract(limit, candidate) : subtract(candidate, limit);
    if (is_positive_within(room, strip.begin, strip.end, limit, candidate)) return true;
  }
  return false;
}

bool is_exceeded(const Strips& strips, const Parabola& f) {
  return std::any_of(strips.begin(), strips.end(), [&](const Strip& strip) {
    return is_positive_within(f, strip.begin, strip.end, f, {});
  });
}

void tighten(Strips& strips, Bound bound, int curve, const LimitCurves& curves, Strips& scratch) {
  const auto member = member_of(bound);
  const double sign = bound == Bound::upper ? 1.0 : -1.0;
  scratch.clear();
  for (const Strip& strip : strips) {
    if (strip.*member == kNoCurve || strip.*member == curve) {
      scratch.push_back(strip);
      scratch.back().*member = curve;
      continue;
    }
    const Parabola room = subtract(curves.parabola(strip.*member), curves.parabola(curve));
    split(strip, find_roots(room, strip.begin, strip.end), [&](Strip part, double inside) {
      if (sign * room.at(inside) > 0.0) part.*member = curve;
      scratch.push_back(part);
    });
  }
  std::swap(strips, scratch);
}

void cut_where_positive(Strips& strips, const Parabola& f, CurveNumber wall, Strips& scratch) {
  scratch.clear();
  for (const Strip& strip : strips) keep_where_not_positive(strip, f, f, {}, wall, scratch);
  std::swap(strips, scratch);
}

void drop_inverted(Strips& strips, const LimitCurves& curves, Strips& scratch) {
  scratch.clear();
  for (const Strip& strip : strips) {
    if (strip.lower == kNoCurve || strip.upper == kNoCurve || strip.lower == strip.upper) {
      scratch.push_back(strip);
      continue;
    }
    const Parabola &lower = curves.parabola(strip.lower), &upper = curves.parabola(strip.upper);
    keep_where_not_positive(strip, subtract(lower, upper), lower, upper, kNoCurve, scratch);
  }
  std::swap(strips, scratch);
}

Strips unite(const Strips& a, const Strips& b, const LimitCurves& curves) {
  if (a.empty()) return b;
  if (b.empty()) return a;
  Strips result, scratch;
  visit_pieces(a, b, [&](double begin, double end) {
    const Strip* in_a = find_covering(a, begin, end);
    const Strip* in_b = find_covering(b, begin, end);
    if (in_a == nullptr && in_b == nullptr) return;
    const Strip& first = in_a != nullptr ? *in_a : *in_b;
    const Strip& second = in_b != nullptr ? *in_b : *in_a;
    combine(first, second, begin, end, 1.0, curves, result);
  });
  tidy(result, scratch);
  return result;
}

Strips intersect(const Strips& a, const Strips& b, const LimitCurves& curves) {
  Strips result, scratch;
  visit_pieces(a, b, [&](double begin, double end) {
    const Strip* in_a = find_covering(a, begin, end);
    const Strip* in_b = find_covering(b, begin, end);
    if (in_a == nullptr || in_b == nullptr) return;
    combine(*in_a, *in_b, begin, end, -1.0, curves, result);
  });
  drop_inverted(result, curves, scratch);
  tidy(result, scratch);
  return result;
}

void tidy(Strips& strips, Strips& scratch) {
  double widest = 0.0;
  for (const Strip& strip : strips) {
    widest = std::max(widest, square(std::isinf(strip.end) ? strip.begin : strip.end));
  }
  // The error of a point's position depends on how curves meet there.
  const double thin = round_off::kSolved * widest;
  const auto is_thin = [&](const Strip& strip) {
    return square(strip.end) - square(strip.begin) <= thin;
  };
  const auto touch = [&](const Strip& left, const Strip& right) {
    const bool is_point = left.begin == left.end || right.begin == right.end;
    return square(right.begin) - square(left.end) <= (is_point ? round_off::kSame * widest : thin);
  };
  scratch.clear();
  for (const Strip& strip : strips) {
    if (scratch.empty() || !touch(scratch.back(), strip)) {
      scratch.push_back(strip);
      continue;
    }
    Strip& left = scratch.back();
    if (left.begin == left.end) {
      const CurveNumber begin_by = left.begin_by;
      left = strip;
      left.begin_by = begin_by;
    } else if (strip.begin == strip.end) {
      left.end_by = strip.end_by;
    } else if (is_thin(strip) || same_curves(left, strip)) {
      left.end = strip.end;
      left.end_by = strip.end_by;
    } else if (is_thin(left)) {
      const Strip thin_one = left;
      left = strip;
      left.begin = thin_one.begin;
      left.begin_by = thin_one.begin_by;
    } else {
      left.end = strip.begin;
      left.end_by = kNoCurve;
      scratch.push_back(strip);
    }
  }
  if (!scratch.empty() && square(scratch.front().begin) <= thin) {
    Strip& first = scratch.front();
    if (first.begin == first.end) first.end = 0.0;
    first.begin = 0.0;
    first.begin_by = kNoCurve;
  }
  std::swap(strips, scratch);
}

}  // namespace region
}  // namespace globaldyn::inside
