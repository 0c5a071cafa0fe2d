#include "core/expression/interval_arithmetic.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include "core/base/constants.h"

namespace globaldyn::inside {
inline namespace core {
namespace interval {
namespace {

constexpr double kMost = std::numeric_limits<double>::max();

double next_down(double x) {
  return std::nextafter(x, -kInfinity);
}

double next_up(double x) {
  return std::nextafter(x, kInfinity);
}

// A result that overflowed although its operands are finite is bounded by the largest double on
// the side of zero.
double lower_end(double result, bool is_too_large) {
  if (std::isnan(result)) return -kInfinity;
  return is_too_large && result > kMost ? kMost : result;
}

double sum_below(double a, double b) {
  const double rounded = a + b;
  if (!std::isfinite(rounded)) return lower_end(rounded, std::isfinite(a) && std::isfinite(b));
  const double part = rounded - a;  // what is lost by rounding is known exactly (Knuth)
  const double lost = (a - (rounded - part)) + (b - part);
  return lost < 0.0 ? next_down(rounded) : rounded;
}

double sum_above(double a, double b) {
  return -sum_below(-a, -b);
}

double product_below(double a, double b) {
  if (a == 0.0 || b == 0.0) return 0.0;
  const double rounded = a * b;
  if (!std::isfinite(rounded)) return lower_end(rounded, std::isfinite(a) && std::isfinite(b));
  // Below that what is lost is not a double itself.
  constexpr double kLeast = 1e-290;
  const bool is_known = std::abs(rounded) > kLeast;
  const double lost = is_known ? std::fma(a, b, -rounded) : -1.0;
  return lost < 0.0 ? next_down(rounded) : rounded;
}

double product_above(double a, double b) {
  return -product_below(-a, b);
}

double quotient_below(double a, double b) {
  const double quotient = a / b;
  if (!std::isfinite(quotient)) return lower_end(quotient, std::isfinite(a));
  return std::fma(quotient, b, -a) == 0.0 ? quotient : next_down(quotient);
}

double quotient_above(double a, double b) {
  return -quotient_below(-a, b);
}

// The library's functions are right to the last digit or the one before.
double widen_below(double x) {
  return next_down(next_down(x));
}

double widen_above(double x) {
  return next_up(next_up(x));
}

// Of a rising function that is exactly `value` at `at`.
template <class Function>
Interval calc_rising(const Interval& x, Function f, double at, double value) {
  return {x.low == at ? value : widen_below(f(x.low)),
          x.high == at ? value : widen_above(f(x.high))};
}

// Whether offset + 2 pi k is in x for some whole k, or nearly so.
bool passes(const Interval& x, double offset) {
  constexpr double kTurn = 2.0 * std::numbers::pi;
  const double slack = 1e-14 * (1.0 + std::abs(x.low) + std::abs(x.high));  // of the arguments
  const double k = std::ceil((x.low - slack - offset) / kTurn);
  return offset + kTurn * k <= x.high + slack;
}

// A wave from -1 to 1 with its top at `top`.
template <class Function>
Interval calc_wave(const Interval& x, Function f, double top, double zero_at, double value) {
  constexpr double kTurn = 2.0 * std::numbers::pi, kFar = 1e12;
  if (!(x.high - x.low < kTurn) || size_of(x) > kFar) return {-1.0, 1.0};
  const auto end = [&](double at, bool is_above) {
    if (at == zero_at) return value;
    return is_above ? widen_above(f(at)) : widen_below(f(at));
  };
  Interval result{std::min(end(x.low, false), end(x.high, false)),
                  std::max(end(x.low, true), end(x.high, true))};
  if (passes(x, top)) result.high = 1.0;
  if (passes(x, top + std::numbers::pi)) result.low = -1.0;
  return {std::max(result.low, -1.0), std::min(result.high, 1.0)};
}

}  // namespace

Interval whole() {
  return {-kInfinity, kInfinity};
}

bool is_finite(const Interval& x) {
  return std::isfinite(x.low) && std::isfinite(x.high);
}

double size_of(const Interval& x) {
  return std::max(std::abs(x.low), std::abs(x.high));
}

Interval negate(const Interval& x) {
  return {-x.high, -x.low};
}

Interval add(const Interval& x, const Interval& y) {
  return {sum_below(x.low, y.low), sum_above(x.high, y.high)};
}

Interval subtract(const Interval& x, const Interval& y) {
  return add(x, negate(y));
}

Interval multiply(const Interval& x, const Interval& y) {
  if (is_zero(x) || is_zero(y)) return kZero;
  return {std::min({product_below(x.low, y.low), product_below(x.low, y.high),
                    product_below(x.high, y.low), product_below(x.high, y.high)}),
          std::max({product_above(x.low, y.low), product_above(x.low, y.high),
                    product_above(x.high, y.low), product_above(x.high, y.high)})};
}

Interval square(const Interval& x) {
  const double least = x.low > 0.0 ? x.low : x.high < 0.0 ? -x.high : 0.0;
  const double most = size_of(x);
  return {product_below(least, least), product_above(most, most)};
}

Interval divide(const Interval& x, const Interval& y) {
  if (y.low < 0.0 && y.high > 0.0) return whole();
  if (is_zero(y)) return whole();
  if (y.high <= 0.0) return negate(divide(x, negate(y)));
  const double inverse_high = y.low > 0.0 ? quotient_above(1.0, y.low) : kInfinity;
  if (y.low == 0.0) return multiply(x, {quotient_below(1.0, y.high), inverse_high});
  return {std::min(quotient_below(x.low, y.low), quotient_below(x.low, y.high)),
          std::max(quotient_above(x.high, y.low), quotient_above(x.high, y.high))};
}

Interval intersect(const Interval& x, const Interval& y) {
  const Interval both{std::max(x.low, y.low), std::min(x.high, y.high)};
  return both.low <= both.high ? both : x;
}

Interval square_root(const Interval& x) {
  const auto end = [](double at, double towards) {
    if (at <= 0.0) return 0.0;
    const double root = std::sqrt(at);
    const bool is_exact = !std::isfinite(root) || std::fma(root, root, -at) == 0.0;
    return is_exact ? root : std::nextafter(root, towards);
  };
  return {end(x.low, -kInfinity), end(x.high, kInfinity)};
}

Interval exponential(const Interval& x) {
  const Interval result = calc_rising(
      x, [](double at) { return std::exp(at); }, 0.0, 1.0);
  return {std::max(result.low, 0.0), result.high};
}

Interval logarithm(const Interval& x) {
  return calc_rising(
      {std::max(x.low, 0.0), std::max(x.high, 0.0)}, [](double at) { return std::log(at); }, 1.0,
      0.0);
}

Interval sine(const Interval& x) {
  return calc_wave(
      x, [](double at) { return std::sin(at); }, 0.5 * std::numbers::pi, 0.0, 0.0);
}

Interval cosine(const Interval& x) {
  return calc_wave(
      x, [](double at) { return std::cos(at); }, 0.0, 0.0, 1.0);
}

Interval arc_sine(const Interval& x) {
  const Interval inside{std::clamp(x.low, -1.0, 1.0), std::clamp(x.high, -1.0, 1.0)};
  return calc_rising(
      inside, [](double at) { return std::asin(at); }, 0.0, 0.0);
}

Interval arc_tangent(const Interval& x) {
  return calc_rising(
      x, [](double at) { return std::atan(at); }, 0.0, 0.0);
}

Interval arc_tangent(const Interval& y, const Interval& x) {
  // Seen from the origin, corners are where a box begins and ends.
  const std::array corners{std::atan2(y.low, x.low), std::atan2(y.low, x.high),
                           std::atan2(y.high, x.low), std::atan2(y.high, x.high)};
  return {widen_below(*std::min_element(corners.begin(), corners.end())),
          widen_above(*std::max_element(corners.begin(), corners.end()))};
}

Interval power(const Interval& x, double e) {
  const auto f = [e](double at) { return std::pow(std::max(at, 0.0), e); };
  const Interval result = calc_rising({std::max(x.low, 0.0), std::max(x.high, 0.0)}, f, 0.0, 0.0);
  return {std::max(result.low, 0.0), result.high};
}

}  // namespace interval
}  // namespace core
}  // namespace globaldyn::inside
