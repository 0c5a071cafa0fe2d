#pragma once

#include "core/base/interval.h"

namespace globaldyn::inside {
inline namespace core {

/// A set of complex numbers: those of a rectangle whose absolute values lie in a range. The range
/// tells what a rectangle alone does not, that exp of a wide box is far from zero. Arithmetic
/// contains all results up to rounding errors, which are not accounted for. What is not finite, or
/// not a number, is not known.
struct ComplexBox {
  Interval re{0.0, 0.0};
  Interval im{0.0, 0.0};
  Interval size{0.0, 0.0};  ///< of absolute values

  /// All of [re] + i [im].
  [[nodiscard]] static ComplexBox of(const Interval& re, const Interval& im);
  [[nodiscard]] static ComplexBox unknown();

  [[nodiscard]] bool is_known() const;
  [[nodiscard]] bool is_real() const { return im.low == 0.0 && im.high == 0.0; }
  /// How far two numbers of it may be apart, up to the root of two.
  [[nodiscard]] double width() const;
};

/// Every function is analytic on the whole box, or the result is not known: of sqrt, log, powers,
/// asin, acos and atan the principal branch, which is cut as usual.
namespace complex_box {

[[nodiscard]] ComplexBox negate(const ComplexBox& z);
[[nodiscard]] ComplexBox add(const ComplexBox& a, const ComplexBox& b);
[[nodiscard]] ComplexBox subtract(const ComplexBox& a, const ComplexBox& b);
[[nodiscard]] ComplexBox multiply(const ComplexBox& a, const ComplexBox& b);
[[nodiscard]] ComplexBox square(const ComplexBox& z);
[[nodiscard]] ComplexBox divide(const ComplexBox& a, const ComplexBox& b);
[[nodiscard]] ComplexBox power(const ComplexBox& base, const ComplexBox& exponent);

[[nodiscard]] ComplexBox square_root(const ComplexBox& z);
[[nodiscard]] ComplexBox exponential(const ComplexBox& z);
[[nodiscard]] ComplexBox logarithm(const ComplexBox& z);
[[nodiscard]] ComplexBox sine(const ComplexBox& z);
[[nodiscard]] ComplexBox cosine(const ComplexBox& z);
[[nodiscard]] ComplexBox tangent(const ComplexBox& z);
[[nodiscard]] ComplexBox arc_sine(const ComplexBox& z);
[[nodiscard]] ComplexBox arc_cosine(const ComplexBox& z);
[[nodiscard]] ComplexBox arc_tangent(const ComplexBox& z);
/// The angle of (x, y), continued from real ones, where one of the two keeps its sign.
[[nodiscard]] ComplexBox arc_tangent(const ComplexBox& y, const ComplexBox& x);

}  // namespace complex_box
}  // namespace core
}  // namespace globaldyn::inside
