#include "core/mechanism/force_curve.h"

#include <algorithm>
#include <cmath>

#include "core/base/constants.h"
#include "core/base/nth.h"

namespace globaldyn::inside {
inline namespace core {
namespace {

// How often `at` is a whole period behind the first point.
double count_periods(const ForceCurve& curve, double at) {
  return curve.period > 0.0 ? std::floor((at - curve.points.front().at) / curve.period) : 0.0;
}

std::size_t count_below(const ForceCurve& curve, double at) {
  const auto after = std::upper_bound(
      curve.points.begin(), curve.points.end(), at,
      [](double value, const ForceCurve::Point& point) { return value < point.at; });
  return static_cast<std::size_t>(after - curve.points.begin());
}

double interpolate(const ForceCurve::Point& a, const ForceCurve::Point& b, double at) {
  return a.force + (b.force - a.force) * (at - a.at) / (b.at - a.at);
}

}  // namespace

double ForceCurve::calc(double at) const {
  at -= count_periods(*this, at) * period;
  const std::size_t below = count_below(*this, at);
  if (below > 0 && below < points.size()) return interpolate(points[below - 1], points[below], at);
  const Point &first = points.front(), &last = points.back();
  if (period == 0.0) return below == 0 ? first.force : last.force;
  // Rounding errors of the period may have left it just below the first point.
  if (below == 0) return first.force;
  return interpolate(last, {first.at + period, first.force}, at);
}

double ForceCurve::count_passed(double at) const {
  const double periods = count_periods(*this, at);
  const auto all = static_cast<double>(points.size());
  return periods * all + static_cast<double>(count_below(*this, at - periods * period));
}

double ForceCurve::find_point(double count) const {
  const auto all = static_cast<double>(points.size());
  const double periods = period > 0.0 ? std::floor((count - 1.0) / all) : 0.0;
  const double left = count - periods * all;
  if (left < 1.0) return -kInfinity;
  if (left > all) return kInfinity;
  return nth(points, static_cast<std::ptrdiff_t>(left) - 1).at + periods * period;
}

}  // namespace core
}  // namespace globaldyn::inside
