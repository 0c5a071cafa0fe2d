#pragma once

#include <array>

namespace globaldyn::inside {
inline namespace core {

/// The integral of f from `begin` to `end` by Gauss quadrature with ten points, none of them an
/// end: exact for polynomials up to degree 19.
template <class Function>
[[nodiscard]] double integrate_by_gauss(double begin, double end, const Function& f) {
  constexpr std::array kPoints{0.1488743389816312, 0.4333953941292472, 0.6794095682990244,
                               0.8650633666889845, 0.9739065285171717};
  constexpr std::array kWeights{0.2955242247147529, 0.2692667193099963, 0.2190863625159820,
                                0.1494513491505806, 0.0666713443086881};
  const double middle = 0.5 * (begin + end), half = 0.5 * (end - begin);
  double sum = 0.0;
  for (std::size_t i = 0; i < kPoints.size(); ++i) {
    const double away = half * kPoints[i];
    sum += kWeights[i] * (f(middle - away) + f(middle + away));
  }
  return half * sum;
}

}  // namespace core
}  // namespace globaldyn::inside
