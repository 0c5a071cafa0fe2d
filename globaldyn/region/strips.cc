#include "globaldyn/region/strips.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace globaldyn {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

const Parabola& parabola_of(int curve, const std::vector<LimitCurve>& curves) {
  return curves[static_cast<std::size_t>(curve)].parabola;
}

// a - b. Coefficients that agree to round-off are equal: parallel lines must not cross far away.
Parabola subtract(int a, int b, const std::vector<LimitCurve>& curves) {
  constexpr double kEqual = 1e-12;
  const Parabola& f = parabola_of(a, curves);
  const Parabola& g = parabola_of(b, curves);
  const auto difference = [](double x, double y) {
    return std::abs(x - y) <= kEqual * (std::abs(x) + std::abs(y)) ? 0.0 : x - y;
  };
  return {f.c0 - g.c0, difference(f.c1, g.c1), difference(f.c2, g.c2)};
}

// Splits a strip at the given d1 and visits the parts, each with a point inside it.
template <class Visit>
void split(const Strip& strip, const std::vector<double>& at, const Visit& visit) {
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

// Replaces one bound of every strip by `curve` where that is stricter. `sign` is +1 for the
// upper bound, -1 for the lower.
Strips tighten(const Strips& strips, int curve, int Strip::*bound, double sign,
               const std::vector<LimitCurve>& curves) {
  Strips result;
  for (const Strip& strip : strips) {
    if (strip.*bound == kNoCurve || strip.*bound == curve) {
      result.push_back(strip);
      result.back().*bound = curve;
      continue;
    }
    const Parabola room = subtract(strip.*bound, curve, curves);
    split(strip, find_roots(room, strip.begin, strip.end), [&](Strip part, double inside) {
      if (sign * room.at(inside) > 0.0) part.*bound = curve;
      result.push_back(part);
    });
  }
  return result;
}

// The looser of two bounds over a part where they do not cross.
int pick_looser(int a, int b, double sign, double at, const std::vector<LimitCurve>& curves) {
  if (a == kNoCurve || b == kNoCurve) return kNoCurve;
  if (a == b) return a;
  const double difference = sign * subtract(a, b, curves).at(at);
  // Of two curves equal to round-off, always the same one: fewer needless pieces.
  return difference > 0.0 ? a : difference < 0.0 ? b : std::min(a, b);
}

std::vector<double> find_crossings(int a, int b, double begin, double end,
                                   const std::vector<LimitCurve>& curves) {
  if (a == kNoCurve || b == kNoCurve || a == b) return {};
  return find_roots(subtract(a, b, curves), begin, end);
}

// The union of two strips over [begin, end], which both cover.
void append_union(const Strip& a, const Strip& b, double begin, double end,
                  const std::vector<LimitCurve>& curves, Strips& result) {
  std::vector<double> at = find_crossings(a.upper, b.upper, begin, end, curves);
  const auto more = find_crossings(a.lower, b.lower, begin, end, curves);
  at.insert(at.end(), more.begin(), more.end());
  std::sort(at.begin(), at.end());
  Strip whole{begin, end, kNoCurve, kNoCurve, kNoCurve, kNoCurve};
  whole.begin_by =
      a.begin == begin && b.begin == begin ? std::max(a.begin_by, b.begin_by) : kNoCurve;
  whole.end_by = a.end == end && b.end == end ? std::max(a.end_by, b.end_by) : kNoCurve;
  split(whole, at, [&](Strip part, double inside) {
    part.upper = pick_looser(a.upper, b.upper, 1.0, inside, curves);
    part.lower = pick_looser(a.lower, b.lower, -1.0, inside, curves);
    result.push_back(part);
  });
}

const Strip* find_covering(const Strips& strips, double begin, double end) {
  for (const Strip& strip : strips) {
    if (strip.begin <= begin && end <= strip.end) return &strip;
  }
  return nullptr;
}

double square(double d1) {
  return d1 * d1;
}

bool same_curves(const Strip& a, const Strip& b) {
  return a.lower == b.lower && a.upper == b.upper;
}

void join(Strip& left, const Strip& right) {
  left.end = right.end;
  left.end_by = right.end_by;
}

}  // namespace

Strips make_half_plane() {
  return {{0.0, kInfinity, kNoCurve, kNoCurve, kNoCurve, kNoCurve}};
}

Strips cut_above(const Strips& strips, int curve, const std::vector<LimitCurve>& curves) {
  return tighten(strips, curve, &Strip::upper, 1.0, curves);
}

Strips cut_below(const Strips& strips, int curve, const std::vector<LimitCurve>& curves) {
  return tighten(strips, curve, &Strip::lower, -1.0, curves);
}

Strips cut_where_positive(const Strips& strips, const Parabola& f, int wall) {
  Strips result;
  for (const Strip& strip : strips) {
    split(strip, find_roots(f, strip.begin, strip.end), [&](Strip part, double inside) {
      if (f.at(inside) > 0.0) return;
      if (part.begin != strip.begin) part.begin_by = wall;
      if (part.end != strip.end) part.end_by = wall;
      result.push_back(part);
    });
  }
  return result;
}

Strips drop_inverted(const Strips& strips, const std::vector<LimitCurve>& curves) {
  Strips result;
  for (const Strip& strip : strips) {
    if (strip.lower == kNoCurve || strip.upper == kNoCurve || strip.lower == strip.upper) {
      result.push_back(strip);
      continue;
    }
    const Parabola height = subtract(strip.upper, strip.lower, curves);
    split(strip, find_roots(height, strip.begin, strip.end), [&](const Strip& part, double inside) {
      if (height.at(inside) >= 0.0) result.push_back(part);
    });
  }
  return result;
}

Strips unite(const Strips& a, const Strips& b, const std::vector<LimitCurve>& curves) {
  if (a.empty()) return b;
  if (b.empty()) return a;
  std::vector<double> at;
  for (const Strips* strips : {&a, &b}) {
    for (const Strip& strip : *strips) {
      at.push_back(strip.begin);
      at.push_back(strip.end);
    }
  }
  std::sort(at.begin(), at.end());
  at.erase(std::unique(at.begin(), at.end()), at.end());
  Strips result;
  for (std::size_t i = 0; i + 1 < at.size(); ++i) {
    const Strip* in_a = find_covering(a, at[i], at[i + 1]);
    const Strip* in_b = find_covering(b, at[i], at[i + 1]);
    if (in_a == nullptr && in_b == nullptr) continue;
    const Strip& first = in_a != nullptr ? *in_a : *in_b;
    const Strip& second = in_b != nullptr ? *in_b : *in_a;
    append_union(first, second, at[i], at[i + 1], curves, result);
  }
  return tidy(result);
}

Strips tidy(const Strips& strips) {
  double widest = 0.0;
  for (const Strip& strip : strips) {
    widest = std::max(widest, square(std::isinf(strip.end) ? strip.begin : strip.end));
  }
  constexpr double kThin = 1e-12;
  const double thin = kThin * widest;
  Strips result;
  for (const Strip& strip : strips) {
    const bool is_thin = square(strip.end) - square(strip.begin) <= thin;
    if (result.empty()) {
      if (!is_thin || strips.size() == 1) result.push_back(strip);
      continue;
    }
    Strip& left = result.back();
    const bool touches = square(strip.begin) - square(left.end) <= thin;
    if (touches && (is_thin || same_curves(left, strip))) {
      join(left, strip);
    } else if (touches) {
      left.end = strip.begin;
      left.end_by = kNoCurve;
      result.push_back(strip);
    } else if (!is_thin) {
      result.push_back(strip);
    }
  }
  if (!result.empty() && square(result.front().begin) <= thin) {
    result.front().begin = 0.0;
    result.front().begin_by = kNoCurve;
  }
  return result;
}

}  // namespace globaldyn
