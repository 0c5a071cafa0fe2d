#include "globaldyn/region/region.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "globaldyn/region/boundary.h"

namespace globaldyn {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

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
  constexpr double kRoundOff = 1e-13;
  double square = u + w * curve.c2;
  if (std::abs(square) <= kRoundOff * (std::abs(u) + std::abs(w * curve.c2))) square = 0.0;
  const Parabola f{w * curve.c0, w * curve.c1, square};
  if (std::isinf(end) && (f.c2 > 0.0 || (f.c2 == 0.0 && f.c1 > 0.0))) return kInfinity;
  double largest = f.at(begin);
  if (!std::isinf(end)) largest = std::max(largest, f.at(end));
  if (f.c2 < 0.0) {
    const double top = -0.5 * f.c1 / f.c2;
    if (top > begin && top < end) largest = std::max(largest, f.at(top));
  }
  return largest;
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

Region::Region(const Strips& strips, std::vector<LimitCurve> curves, std::vector<LimitCurve> walls)
    : curves_(std::move(curves)), walls_(std::move(walls)) {
  for (const Strip& strip : strips) {
    if (components_.empty() || components_.back().strips.back().end != strip.begin) {
      components_.emplace_back();
      components_.back().d1.low = strip.begin;
    }
    components_.back().strips.push_back(strip);
    components_.back().d1.high = strip.end;
  }
  for (RegionComponent& component : components_) trace_boundary(curves_, walls_, component);
  status_ = find_status(components_);
}

std::vector<Interval> Region::d1_intervals() const {
  std::vector<Interval> result;
  for (const RegionComponent& component : components_) result.push_back(component.d1);
  return result;
}

std::optional<Interval> Region::d2_range(double d1) const {
  for (const RegionComponent& component : components_) {
    for (const Strip& strip : component.strips) {
      if (d1 < strip.begin || d1 > strip.end) continue;
      const auto value = [&](int curve, double unbounded) {
        return curve == kNoCurve ? unbounded
                                 : curves_[static_cast<std::size_t>(curve)].parabola.at(d1);
      };
      const double low = value(strip.lower, -kInfinity);
      const double high = value(strip.upper, kInfinity);
      return Interval{std::min(low, high), std::max(low, high)};
    }
  }
  return std::nullopt;
}

bool Region::contains(double d1, double d2) const {
  const auto range = d2_range(d1);
  return range && range->contains(d2);
}

double Region::support(double u, double w) const {
  double largest = -kInfinity;
  for (const RegionComponent& component : components_) {
    for (const Strip& strip : component.strips) {
      const int bound = w > 0.0 ? strip.upper : strip.lower;
      if (w != 0.0 && bound == kNoCurve) return kInfinity;
      const Parabola curve =
          w == 0.0 ? Parabola{} : curves_[static_cast<std::size_t>(bound)].parabola;
      largest = std::max(largest, maximize_along(curve, strip.begin, strip.end, u, w));
    }
  }
  return largest;
}

std::optional<double> Region::integrate_heights(int power) const {
  double sum = 0.0;
  for (const RegionComponent& component : components_) {
    if (!component.rays.empty()) return std::nullopt;
    for (const Strip& strip : component.strips) {
      const Parabola height = curves_[static_cast<std::size_t>(strip.upper)].parabola -
                              curves_[static_cast<std::size_t>(strip.lower)].parabola;
      sum += integrate(height, strip.begin, strip.end, power);
    }
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

}  // namespace globaldyn
