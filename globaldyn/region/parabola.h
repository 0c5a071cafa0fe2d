#pragma once

#include <array>

#include "core/base/motion_polynomial.h"
#include "core/base/nth.h"

namespace globaldyn::inside {
inline namespace region {

/// d2 = c0 + c1 d1 + c2 d1²: every limit curve of a region. With c1 = 0 it is a straight line in
/// the (d1², d2) plane.
struct Parabola {
  double c0{0.0};
  double c1{0.0};
  double c2{0.0};

  [[nodiscard]] double at(double d1) const { return c0 + d1 * (c1 + d1 * c2); }
  [[nodiscard]] Parabola operator-(const Parabola& other) const {
    return {c0 - other.c0, c1 - other.c1, c2 - other.c2};
  }
  bool operator==(const Parabola&) const = default;
};

/// A sum without d2, as a function of d1.
[[nodiscard]] inline Parabola find_wall(const MotionPolynomial& sum) {
  return {sum.gamma, sum.beta, sum.alpha};
}

/// Where a sum with d2 vanishes.
[[nodiscard]] inline Parabola find_curve(const MotionPolynomial& sum) {
  return {-sum.gamma / sum.delta, -sum.beta / sum.delta, -sum.alpha / sum.delta};
}

/// At most two roots, increasing.
struct Roots {
  std::array<double, 2> at{};
  int count{0};

  [[nodiscard]] const double* begin() const { return at.data(); }
  [[nodiscard]] const double* end() const { return at.data() + count; }
  void add(double root) { nth(at, count++) = root; }
};

/// The roots of the parabola strictly inside (begin, end); `end` may be infinite. A double root
/// counts once. The zero parabola has none.
[[nodiscard]] Roots find_roots(const Parabola& f, double begin, double end);

/// The largest value on [begin, end]; `end` may be infinite, and so may the value be then.
[[nodiscard]] double find_largest(const Parabola& f, double begin, double end);

/// A point inside (begin, end), or `begin` where they are equal; `end` may be infinite.
[[nodiscard]] double pick_inside(double begin, double end);

}  // namespace region
}  // namespace globaldyn::inside
