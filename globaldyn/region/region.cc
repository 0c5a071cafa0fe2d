#include "globaldyn/region/region.h"

#include <algorithm>
#include <cmath>

#include "core/base/constants.h"
#include "core/base/round_off.h"
#include "globaldyn/region/boundary.h"

namespace globaldyn::inside {
inline namespace region {
namespace {

RegionStatus find_status(const std::vector<RegionComponent>& components) {
  if (components.empty()) return RegionStatus::empty;
  const auto any = [&](auto&& predicate) {
    return std::any_of(components.begin(), components.end(), predicate);
  };
  if (any([](const RegionComponent& c) { return !c.rays.empty(); })) {
    return RegionStatus::unbounded;
  }
  if (any([](const RegionComponent& c) { return c.vertices.size() > 2; }) ||
      any([](const RegionComponent& c) { return c.edges.size() == 2; })) {
    const bool curved = components.size() > 1 || any([](const RegionComponent& c) {
                          return std::any_of(c.edges.begin(), c.edges.end(),
                                             [](const RegionEdge& edge) { return edge.is_arc; });
                        });
    return curved ? RegionStatus::arcs : RegionStatus::polygon;
  }
  if (components.size() > 1) return RegionStatus::segment;
  return components[0].vertices.size() == 2 ? RegionStatus::segment : RegionStatus::point;
}

// Integral over [begin, end] of (upper - lower) d1^power.
double integrate(const Parabola& height, double begin, double end, int power) {
  const auto term = [&](double c, int n) {
    return c * (std::pow(end, n) - std::pow(begin, n)) / n;
  };
  return term(height.c0, power + 1) + term(height.c1, power + 2) + term(height.c2, power + 3);
}

// The largest of u d1² + w d2 along a curve over [begin, end].
double maximize_along(const Parabola& curve, double begin, double end, double u, double w) {
  double square = u + w * curve.c2;
  if (is_zero(square, std::abs(u) + std::abs(w * curve.c2))) square = 0.0;
  return find_largest({w * curve.c0, w * curve.c1, square}, begin, end);
}

}  // namespace

const char* to_string(RegionStatus status) {
  switch (status) {
    case RegionStatus::polygon:
      return "polygon";
    case RegionStatus::arcs:
      return "arcs";
    case RegionStatus::unbounded:
      return "unbounded";
    case RegionStatus::segment:
      return "segment";
    case RegionStatus::point:
      return "point";
    case RegionStatus::empty:
      return "empty";
  }
  return "";
}

void Region::assign(const Strips& strips, const LimitCurves& curves, LimitLabels labels) {
  strips_ = strips;
  curves_ = curves;
  labels_ = std::move(labels);
}

RegionStatus Region::status() const {
  return find_status(components());
}

std::vector<RegionComponent> Region::components() const {
  std::vector<RegionComponent> components;
  for (auto first = strips_.begin(); first != strips_.end();) {
    auto last = first + 1;
    while (last != strips_.end() && last->begin == (last - 1)->end) ++last;
    components.push_back(trace_boundary(*this, {first, last}));
    first = last;
  }
  return components;
}

std::vector<Interval> Region::d1_intervals() const {
  std::vector<Interval> result;
  for (const Strip& strip : strips_) {
    if (!result.empty() && result.back().high == strip.begin) {
      result.back().high = strip.end;
    } else {
      result.push_back({strip.begin, strip.end});
    }
  }
  return result;
}

std::optional<Interval> Region::d2_range(double d1) const {
  for (const Strip& strip : strips_) {
    if (d1 < strip.begin || d1 > strip.end) continue;
    const double low = strip.lower == kNoCurve ? -kInfinity : curves_.parabola(strip.lower).at(d1);
    const double high = strip.upper == kNoCurve ? kInfinity : curves_.parabola(strip.upper).at(d1);
    return Interval{std::min(low, high), std::max(low, high)};
  }
  return std::nullopt;
}

bool Region::contains(double d1, double d2) const {
  const auto range = d2_range(d1);
  return range && range->contains(d2);
}

double Region::support(double u, double w) const {
  double largest = -kInfinity;
  for (const Strip& strip : strips_) {
    const CurveNumber bound = w > 0.0 ? strip.upper : strip.lower;
    if (w != 0.0 && bound == kNoCurve) return kInfinity;
    const Parabola curve = w == 0.0 ? Parabola{} : curves_.parabola(bound);
    largest = std::max(largest, maximize_along(curve, strip.begin, strip.end, u, w));
  }
  return largest;
}

std::optional<double> Region::integrate_heights(int power) const {
  double sum = 0.0;
  for (const Strip& strip : strips_) {
    if (strip.upper == kNoCurve || strip.lower == kNoCurve || std::isinf(strip.end)) {
      return std::nullopt;
    }
    sum += integrate(curves_.parabola(strip.upper) - curves_.parabola(strip.lower), strip.begin,
                     strip.end, power);
  }
  return sum;
}

std::optional<double> Region::area_d1_d2() const {
  return integrate_heights(0);
}

std::optional<double> Region::area_d1sq_d2() const {
  const auto half = integrate_heights(1);  // d(d1²) = 2 d1 d(d1)
  if (!half) return std::nullopt;
  return 2.0 * *half;
}

}  // namespace region
}  // namespace globaldyn::inside
