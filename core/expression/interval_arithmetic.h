#pragma once

#include "core/base/interval.h"

namespace globaldyn::inside {
inline namespace core {

/// Interval arithmetic: every result contains all results for arguments in the intervals, rounding
/// errors included. Sums, products, quotients and roots that are exact are not widened. An infinite
/// end stands for no bound; 0 times no bound is 0.
namespace interval {

inline constexpr Interval kZero{0.0, 0.0};

/// All numbers.
[[nodiscard]] Interval whole();
[[nodiscard]] inline Interval point(double x) {
  return {x, x};
}
[[nodiscard]] bool is_finite(const Interval& x);
[[nodiscard]] inline bool is_zero(const Interval& x) {
  return x.low == 0.0 && x.high == 0.0;
}
/// 1 or -1 if all numbers have that sign, otherwise 0.
[[nodiscard]] inline int sign_of(const Interval& x) {
  return x.low > 0.0 ? 1 : x.high < 0.0 ? -1 : 0;
}
/// The largest absolute value.
[[nodiscard]] double size_of(const Interval& x);

[[nodiscard]] Interval negate(const Interval& x);
[[nodiscard]] Interval add(const Interval& x, const Interval& y);
[[nodiscard]] Interval subtract(const Interval& x, const Interval& y);
[[nodiscard]] Interval multiply(const Interval& x, const Interval& y);
[[nodiscard]] Interval square(const Interval& x);
/// No bounds where `y` has zero inside; one where zero is its end.
[[nodiscard]] Interval divide(const Interval& x, const Interval& y);
/// What both contain; they must overlap but for rounding errors.
[[nodiscard]] Interval intersect(const Interval& x, const Interval& y);

// Of the part of `x` that is in the function's domain.
[[nodiscard]] Interval square_root(const Interval& x);
[[nodiscard]] Interval exponential(const Interval& x);
[[nodiscard]] Interval logarithm(const Interval& x);
[[nodiscard]] Interval sine(const Interval& x);
[[nodiscard]] Interval cosine(const Interval& x);
[[nodiscard]] Interval arc_sine(const Interval& x);
[[nodiscard]] Interval arc_tangent(const Interval& x);
/// Of a box that neither contains the origin nor crosses the cut, y = 0 with x < 0.
[[nodiscard]] Interval arc_tangent(const Interval& y, const Interval& x);
/// x^e for x >= 0, e > 0.
[[nodiscard]] Interval power(const Interval& x, double e);

}  // namespace interval
}  // namespace core
}  // namespace globaldyn::inside
