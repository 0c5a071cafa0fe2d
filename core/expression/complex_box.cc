#include "core/expression/complex_box.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <numbers>

#include "core/base/constants.h"

namespace globaldyn::inside {
inline namespace core {
namespace {

constexpr double kHalfPi = 0.5 * std::numbers::pi;

Interval sum_of(const Interval& x, const Interval& y) {
  return {x.low + y.low, x.high + y.high};
}

Interval difference_of(const Interval& x, const Interval& y) {
  return {x.low - y.high, x.high - y.low};
}

Interval product_of(const Interval& x, const Interval& y) {
  const std::array all{x.low * y.low, x.low * y.high, x.high * y.low, x.high * y.high};
  // Zero times infinity is not known.
  for (const double one : all) {
    if (std::isnan(one)) return {-kInfinity, kInfinity};
  }
  return {*std::min_element(all.begin(), all.end()), *std::max_element(all.begin(), all.end())};
}

Interval scaled(const Interval& x, double by) {
  return by >= 0.0 ? Interval{x.low * by, x.high * by} : Interval{x.high * by, x.low * by};
}

// The absolute values of an interval.
Interval sizes_of(const Interval& x) {
  if (x.low >= 0.0) return x;
  if (x.high <= 0.0) return {-x.high, -x.low};
  return {0.0, std::max(-x.low, x.high)};
}

Interval squares_of(const Interval& x) {
  const Interval size = sizes_of(x);
  return {size.low * size.low, size.high * size.high};
}

Interval part_of(const Interval& x, const Interval& y) {
  // They overlap but for rounding errors.
  const Interval both{std::max(x.low, y.low), std::min(x.high, y.high)};
  return both.low <= both.high ? both : x;
}

double length_of(double x, double y) {
  return x == 0.0 ? y : y == 0.0 ? x : std::sqrt(x * x + y * y);
}

// A rectangle with what else is known of absolute values.
ComplexBox make_box(const Interval& re, const Interval& im, const Interval& size) {
  ComplexBox box{re, im, {0.0, kInfinity}};
  const Interval x = sizes_of(re), y = sizes_of(im);
  box.size = {length_of(x.low, y.low), length_of(x.high, y.high)};
  if (size.low > box.size.low) box.size.low = size.low;
  if (size.high < box.size.high) box.size.high = size.high;
  const Interval all{-box.size.high, box.size.high};
  box.re = part_of(box.re, all);
  box.im = part_of(box.im, all);
  return box;
}

constexpr Interval kAnySize{0.0, kInfinity};

// cos of angles.
Interval cosines(const Interval& angle) {
  constexpr double kTurn = 2.0 * std::numbers::pi;
  if (!(angle.high - angle.low < kTurn)) return {-1.0, 1.0};
  const double a = std::cos(angle.low), b = std::cos(angle.high);
  Interval result{std::min(a, b), std::max(a, b)};
  const auto passes = [&](double top) {
    return top + kTurn * std::ceil((angle.low - top) / kTurn) <= angle.high;
  };
  if (passes(0.0)) result.high = 1.0;
  if (passes(std::numbers::pi)) result.low = -1.0;
  return result;
}

Interval sines(const Interval& angle) {
  return cosines({angle.low - kHalfPi, angle.high - kHalfPi});
}

ComplexBox box_of_polar(const Interval& size, const Interval& angle) {
  const Interval of_sine =
      angle.low == 0.0 && angle.high == 0.0 ? Interval{0.0, 0.0} : sines(angle);
  const Interval im =
      of_sine.low == 0.0 && of_sine.high == 0.0 ? of_sine : product_of(size, of_sine);
  return make_box(product_of(size, cosines(angle)), im, size);
}

// The angles of a box; false if it meets the negative axis or zero.
bool find_angles(const ComplexBox& z, Interval& angles) {
  if (!(z.re.low > 0.0 || z.im.low > 0.0 || z.im.high < 0.0)) return false;
  const std::array corners{std::atan2(z.im.low, z.re.low), std::atan2(z.im.low, z.re.high),
                           std::atan2(z.im.high, z.re.low), std::atan2(z.im.high, z.re.high)};
  angles = {*std::min_element(corners.begin(), corners.end()),
            *std::max_element(corners.begin(), corners.end())};
  return true;
}

// Of a function that rises on the real axis from `low` to `high`, whose derivative is at most
// `slope` in absolute value between there and the box.
ComplexBox above_axis(const ComplexBox& z, double low, double high, double slope) {
  const double reach = slope * sizes_of(z.im).high;
  return make_box({low - reach, high + reach}, {-reach, reach}, kAnySize);
}

// The box and what is between it and the real axis.
ComplexBox join_axis(const ComplexBox& z) {
  return make_box(z.re, {std::min(z.im.low, 0.0), std::max(z.im.high, 0.0)}, kAnySize);
}

ComplexBox real_box(double low, double high) {
  return make_box({low, high}, {0.0, 0.0}, kAnySize);
}

ComplexBox point_box(double value) {
  return real_box(value, value);
}

ComplexBox raise_to_whole(ComplexBox z, int n) {
  ComplexBox result = point_box(1.0);
  bool is_one = true;
  for (int bits = std::abs(n); bits != 0; bits /= 2) {
    if (bits % 2 != 0) {
      result = is_one ? z : complex_box::multiply(result, z);
      is_one = false;
    }
    if (bits > 1) z = complex_box::square(z);
  }
  return n < 0 ? complex_box::divide(point_box(1.0), result) : result;
}

// The largest absolute values of 1 over the root of 1 - z², and of 1 over 1 + z².
double bound_slope_of_arc_sine(const ComplexBox& z) {
  const ComplexBox squared = complex_box::square(join_axis(z));
  return 1.0 / std::sqrt(complex_box::subtract(point_box(1.0), squared).size.low);
}

double bound_slope_of_arc_tangent(const ComplexBox& z) {
  const ComplexBox squared = complex_box::square(join_axis(z));
  return 1.0 / complex_box::add(point_box(1.0), squared).size.low;
}

}  // namespace

ComplexBox ComplexBox::of(const Interval& re, const Interval& im) {
  return make_box(re, im, kAnySize);
}

ComplexBox ComplexBox::unknown() {
  return {{-kInfinity, kInfinity}, {-kInfinity, kInfinity}, {0.0, kInfinity}};
}

bool ComplexBox::is_known() const {
  return std::isfinite(re.low) && std::isfinite(re.high) && std::isfinite(im.low) &&
         std::isfinite(im.high);
}

double ComplexBox::width() const {
  return std::max(re.high - re.low, im.high - im.low);
}

namespace complex_box {

ComplexBox negate(const ComplexBox& z) {
  return {{-z.re.high, -z.re.low}, {-z.im.high, -z.im.low}, z.size};
}

ComplexBox add(const ComplexBox& a, const ComplexBox& b) {
  const double apart = std::max(a.size.low - b.size.high, b.size.low - a.size.high);
  return make_box(sum_of(a.re, b.re), sum_of(a.im, b.im),
                  {apart > 0.0 ? apart : 0.0, a.size.high + b.size.high});
}

ComplexBox subtract(const ComplexBox& a, const ComplexBox& b) {
  return add(a, negate(b));
}

ComplexBox multiply(const ComplexBox& a, const ComplexBox& b) {
  const Interval size = product_of(a.size, b.size);
  const Interval known{std::max(0.0, size.low), size.high};
  if (a.is_real() && b.is_real()) return make_box(product_of(a.re, b.re), {0.0, 0.0}, known);
  if (a.is_real()) return make_box(product_of(a.re, b.re), product_of(a.re, b.im), known);
  if (b.is_real()) return make_box(product_of(a.re, b.re), product_of(a.im, b.re), known);
  return make_box(difference_of(product_of(a.re, b.re), product_of(a.im, b.im)),
                  sum_of(product_of(a.re, b.im), product_of(a.im, b.re)), known);
}

ComplexBox square(const ComplexBox& z) {
  const Interval size{z.size.low * z.size.low, z.size.high * z.size.high};
  if (z.is_real()) return make_box(squares_of(z.re), {0.0, 0.0}, size);
  return make_box(difference_of(squares_of(z.re), squares_of(z.im)),
                  scaled(product_of(z.re, z.im), 2.0), size);
}

ComplexBox divide(const ComplexBox& a, const ComplexBox& b) {
  if (!(b.size.low > 0.0)) return ComplexBox::unknown();
  if (b.is_real()) {
    // It does not pass zero, or absolute values would.
    if (b.re.low <= 0.0 && b.re.high >= 0.0) return ComplexBox::unknown();
    return multiply(a, real_box(1.0 / b.re.high, 1.0 / b.re.low));
  }
  // 1/b = conj(b) / |b|².
  const Interval of_square{1.0 / (b.size.high * b.size.high), 1.0 / (b.size.low * b.size.low)};
  const ComplexBox inverse =
      make_box(product_of(b.re, of_square), product_of({-b.im.high, -b.im.low}, of_square),
               {1.0 / b.size.high, 1.0 / b.size.low});
  return multiply(a, inverse);
}

ComplexBox power(const ComplexBox& base, const ComplexBox& exponent) {
  constexpr double kLargestWhole = 1e9;
  const double e = exponent.re.low;
  const bool is_fixed = exponent.is_real() && e == exponent.re.high;
  if (is_fixed && e == std::round(e) && std::abs(e) <= kLargestWhole) {
    return raise_to_whole(base, static_cast<int>(e));
  }
  if (base.is_real() && is_fixed && e > 0.0 && base.re.low >= 0.0) {
    return real_box(std::pow(base.re.low, e), std::pow(base.re.high, e));
  }
  return exponential(multiply(exponent, logarithm(base)));
}

ComplexBox square_root(const ComplexBox& z) {
  if (z.is_real()) {
    if (!(z.re.low >= 0.0)) return ComplexBox::unknown();
    return real_box(std::sqrt(z.re.low), std::sqrt(z.re.high));
  }
  Interval angles;
  if (!find_angles(z, angles)) return ComplexBox::unknown();
  return box_of_polar({std::sqrt(z.size.low), std::sqrt(z.size.high)}, scaled(angles, 0.5));
}

ComplexBox exponential(const ComplexBox& z) {
  return box_of_polar({std::exp(z.re.low), std::exp(z.re.high)}, z.im);
}

ComplexBox logarithm(const ComplexBox& z) {
  if (z.is_real()) {
    if (!(z.re.low > 0.0)) return ComplexBox::unknown();
    return real_box(std::log(z.re.low), std::log(z.re.high));
  }
  Interval angles;
  if (!find_angles(z, angles)) return ComplexBox::unknown();
  return make_box({std::log(z.size.low), std::log(z.size.high)}, angles, kAnySize);
}

// sin(x + i y) = sin x cosh y + i cos x sinh y; |sin|² = sin² x + sinh² y.
ComplexBox sine(const ComplexBox& z) {
  const Interval of_sine = sines(z.re);
  if (z.is_real()) return make_box(of_sine, {0.0, 0.0}, kAnySize);
  const Interval far = sizes_of(z.im);
  return make_box(product_of(of_sine, {std::cosh(far.low), std::cosh(far.high)}),
                  product_of(cosines(z.re), {std::sinh(z.im.low), std::sinh(z.im.high)}),
                  {length_of(sizes_of(of_sine).low, std::sinh(far.low)), std::cosh(far.high)});
}

ComplexBox cosine(const ComplexBox& z) {
  ComplexBox turned = z;
  turned.re = {z.re.low + kHalfPi, z.re.high + kHalfPi};
  return sine(turned);
}

ComplexBox tangent(const ComplexBox& z) {
  return divide(sine(z), cosine(z));
}

ComplexBox arc_sine(const ComplexBox& z) {
  if (z.is_real()) {
    if (!(z.re.low >= -1.0 && z.re.high <= 1.0)) return ComplexBox::unknown();
    return real_box(std::asin(z.re.low), std::asin(z.re.high));
  }
  if (!(z.re.low > -1.0 && z.re.high < 1.0)) return ComplexBox::unknown();
  return above_axis(z, std::asin(z.re.low), std::asin(z.re.high), bound_slope_of_arc_sine(z));
}

ComplexBox arc_cosine(const ComplexBox& z) {
  return subtract(point_box(kHalfPi), arc_sine(z));
}

ComplexBox arc_tangent(const ComplexBox& z) {
  if (z.is_real()) return real_box(std::atan(z.re.low), std::atan(z.re.high));
  const bool is_off_axis = z.re.low > 0.0 || z.re.high < 0.0;
  const bool is_below_pole = z.im.low > -1.0 && z.im.high < 1.0;
  if (!is_off_axis && !is_below_pole) return ComplexBox::unknown();
  return above_axis(z, std::atan(z.re.low), std::atan(z.re.high), bound_slope_of_arc_tangent(z));
}

ComplexBox arc_tangent(const ComplexBox& y, const ComplexBox& x) {
  if (x.re.low > 0.0) return arc_tangent(divide(y, x));
  if (y.re.low > 0.0) return subtract(point_box(kHalfPi), arc_tangent(divide(x, y)));
  if (y.re.high < 0.0) return subtract(point_box(-kHalfPi), arc_tangent(divide(x, y)));
  return ComplexBox::unknown();
}

}  // namespace complex_box
}  // namespace core
}  // namespace globaldyn::inside
