#pragma once

#include <cmath>
#include <limits>

namespace globaldyn {

/// x = d1² along a segment, r = 0 .. 1, by its Bernstein coefficients.
struct QuadraticSpeed {
  double begin{0.0};
  double middle{0.0};
  double end{0.0};

  [[nodiscard]] double at(double r) const {
    return (1.0 - r) * ((1.0 - r) * begin + 2.0 * r * middle) + r * r * end;
  }
  [[nodiscard]] double curvature() const { return begin + end - 2.0 * middle; }
};

/// The integral of dr / sqrt(x) for r = from .. to. With s = sqrt(x(from)) + sqrt(x(to)) and c the
/// leading coefficient, times (to - from)², it is 2 (to - from) atanh(sqrt(c) / s) / sqrt(c); atan
/// for negative c. Infinite where x vanishes twice, or becomes negative.
inline double integrate_time(const QuadraticSpeed& x, double from = 0.0, double to = 1.0) {
  const double width = to - from;
  const double x_from = x.at(from), x_to = x.at(to);
  if (x_from < 0.0 || x_to < 0.0) return std::numeric_limits<double>::infinity();
  const double sum = std::sqrt(x_from) + std::sqrt(x_to);
  const double square = x.curvature() * width * width;
  const double z = square / (sum * sum);
  if (!(z < 1.0)) return std::numeric_limits<double>::infinity();
  double factor = 1.0;  // atanh(w) / w with w² = z
  if (std::abs(z) < 1e-3) {
    factor += z * (1.0 / 3.0 + z * (1.0 / 5.0 + z * (1.0 / 7.0 + z / 9.0)));
  } else {
    const double root = std::sqrt(std::abs(z));
    factor = (z > 0.0 ? std::atanh(root) : std::atan(root)) / root;
  }
  return 2.0 * width * factor / sum;
}

}  // namespace globaldyn
