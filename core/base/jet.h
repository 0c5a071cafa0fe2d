#pragma once

#include <boost/math/differentiation/autodiff.hpp>

namespace globaldyn::inside {
inline namespace core {

/// A scalar with its first three derivatives with respect to the path parameter p, by forward
/// automatic differentiation: `f.derivative(k)` is d^k f / dp^k. The third derivative is there
/// because a tangential orientation needs one more derivative than the position it follows.
using Jet = boost::math::differentiation::autodiff_fvar<double, 3>;

/// The path parameter itself at the value `p`.
[[nodiscard]] inline Jet make_path_parameter(double p) {
  return boost::math::differentiation::make_fvar<double, 3>(p);
}

/// The scalar with the given value and derivatives.
[[nodiscard]] inline Jet make_jet(double value, double first, double second, double third) {
  const Jet t = make_path_parameter(0.0);
  return value + t * (first + t * (0.5 * second + t * (third / 6.0)));
}

/// d^k f / dp^k for k = 0, 1, 2: the same as the library's derivative(k), which computes k! as
/// well.
[[nodiscard]] inline double find_derivative(const Jet& f, int order) {
  const double coefficient = f.at(static_cast<std::size_t>(order));
  return order == 2 ? 2.0 * coefficient : coefficient;
}

/// d f / dp as a jet; its own third derivative is unknown and left at 0.
[[nodiscard]] inline Jet differentiate(const Jet& f) {
  return make_jet(f.derivative(1), f.derivative(2), f.derivative(3), 0.0);
}

}  // namespace core
}  // namespace globaldyn::inside
