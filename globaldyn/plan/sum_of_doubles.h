#pragma once

#include <cmath>

namespace globaldyn::inside {
inline namespace plan {

/// A number as the unevaluated sum of two doubles, some 32 digits: enough to tell how far a speed
/// is from zero where its terms cancel. Dekker (1971), "A floating-point technique for extending
/// the available precision".
struct SumOfDoubles {
  double high{0.0};
  double low{0.0};

  SumOfDoubles() = default;
  SumOfDoubles(double value) : high(value) {}  // NOLINT: as a double, it stands for itself
  SumOfDoubles(double greater, double less) : high(greater + less), low(less - (high - greater)) {}

  [[nodiscard]] double round() const { return high + low; }
};

/// Exact.
inline SumOfDoubles add_exactly(double a, double b) {
  const double sum = a + b, part = sum - a;
  return {sum, (a - (sum - part)) + (b - part)};
}

/// Exact except for underflow.
inline SumOfDoubles multiply_exactly(double a, double b) {
  const double product = a * b;
  return {product, std::fma(a, b, -product)};
}

inline SumOfDoubles operator-(const SumOfDoubles& a) {
  return {-a.high, -a.low};
}

inline SumOfDoubles operator+(const SumOfDoubles& a, const SumOfDoubles& b) {
  const SumOfDoubles high = add_exactly(a.high, b.high), low = add_exactly(a.low, b.low);
  const SumOfDoubles sum(high.high, high.low + low.high);
  return {sum.high, sum.low + low.low};
}

inline SumOfDoubles operator-(const SumOfDoubles& a, const SumOfDoubles& b) {
  return a + -b;
}

inline SumOfDoubles operator*(const SumOfDoubles& a, const SumOfDoubles& b) {
  const SumOfDoubles product = multiply_exactly(a.high, b.high);
  return {product.high, product.low + (a.high * b.low + a.low * b.high)};
}

inline SumOfDoubles operator/(const SumOfDoubles& a, const SumOfDoubles& b) {
  const double quotient = a.high / b.high;
  const SumOfDoubles rest = a - b * quotient;
  return {quotient, rest.round() / b.high};
}

}  // namespace plan
}  // namespace globaldyn::inside
