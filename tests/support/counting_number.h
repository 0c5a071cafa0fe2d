#pragma once

#include <Eigen/Core>
#include <cmath>

namespace globaldyn::inside::test {

/// Operations on numbers.
struct OperationCount {
  int multiplications{0};
  int additions{0};  ///< and subtractions
  int divisions{0};
  int functions{0};  ///< sines and cosines
};

/// A number that counts what is done with it. Constants of a machine, made from a double, are
/// worked out beforehand: what is done with nothing but them costs nothing, nor do factors 0, 1 and
/// -1 and terms 0. With `is_general` they cost what others do.
class CountingNumber {
 public:
  CountingNumber() = default;
  CountingNumber(double value)
      : value_(value), is_constant_(!is_general) {}  // NOLINT: as Eigen needs
  /// One that is known only when a machine moves.
  static CountingNumber variable(double value) {
    CountingNumber number(value);
    number.is_constant_ = false;
    return number;
  }

  [[nodiscard]] double value() const { return value_; }

  static inline OperationCount count;
  static inline bool is_general{false};

  friend CountingNumber operator+(CountingNumber a, CountingNumber b) {
    if (a.is(0.0)) return b;
    if (b.is(0.0)) return a;
    return make(a.value_ + b.value_, a.is_constant_ && b.is_constant_, count.additions);
  }
  friend CountingNumber operator-(CountingNumber a, CountingNumber b) {
    if (a.is(0.0)) return -b;
    if (b.is(0.0)) return a;
    return make(a.value_ - b.value_, a.is_constant_ && b.is_constant_, count.additions);
  }
  friend CountingNumber operator*(CountingNumber a, CountingNumber b) {
    for (const auto& [one, other] : {std::pair(a, b), std::pair(b, a)}) {
      if (one.is(0.0)) return one;
      if (one.is(1.0)) return other;
      if (one.is(-1.0)) return -other;
    }
    return make(a.value_ * b.value_, a.is_constant_ && b.is_constant_, count.multiplications);
  }
  friend CountingNumber operator/(CountingNumber a, CountingNumber b) {
    if (a.is(0.0)) return a;
    return make(a.value_ / b.value_, a.is_constant_ && b.is_constant_, count.divisions);
  }
  /// Signs go into additions.
  friend CountingNumber operator-(CountingNumber a) {
    a.value_ = -a.value_;
    return a;
  }
  CountingNumber& operator+=(CountingNumber other) { return *this = *this + other; }
  CountingNumber& operator-=(CountingNumber other) { return *this = *this - other; }
  CountingNumber& operator*=(CountingNumber other) { return *this = *this * other; }
  CountingNumber& operator/=(CountingNumber other) { return *this = *this / other; }

  friend CountingNumber sin(CountingNumber a) {
    return make(std::sin(a.value_), a.is_constant_, count.functions);
  }
  friend CountingNumber cos(CountingNumber a) {
    return make(std::cos(a.value_), a.is_constant_, count.functions);
  }

 private:
  [[nodiscard]] bool is(double value) const { return is_constant_ && value_ == value; }
  static CountingNumber make(double value, bool is_constant, int& counter) {
    if (!is_constant) ++counter;
    CountingNumber number(value);
    number.is_constant_ = is_constant;
    return number;
  }

  double value_{0.0};
  bool is_constant_{true};
};

}  // namespace globaldyn::inside::test

namespace Eigen {

template <>
struct NumTraits<globaldyn::inside::test::CountingNumber> : NumTraits<double> {
  using Real = globaldyn::inside::test::CountingNumber;
  using NonInteger = globaldyn::inside::test::CountingNumber;
  using Nested = globaldyn::inside::test::CountingNumber;
  enum { IsComplex = 0, RequireInitialization = 1, ReadCost = 1, AddCost = 3, MulCost = 3 };
};

}  // namespace Eigen
