#include "core/expression/type_checker.h"

#include <cmath>
#include <cstdlib>

namespace globaldyn::inside {
inline namespace core {
namespace {

using Operation = Expression::Operation;

double calc(Operation operation, double left, double right) {
  switch (operation) {
    case Operation::add:
      return left + right;
    case Operation::subtract:
      return left - right;
    case Operation::multiply:
      return left * right;
    case Operation::divide:
      return left / right;
    default:
      return std::pow(left, right);
  }
}

}  // namespace

void TypeChecker::apply(const ParsedStep& step) {
  if (step.operation == Operation::negate) {
    stack_.back().value = -stack_.back().value;
    return;
  }
  const OperandType right = pop();
  const OperandType left = pop();
  push(combine(step, left, right));
  stack_.back().value = calc(step.operation, left.value, right.value);
}

void TypeChecker::call(const FunctionEntry& function, int offset) {
  const OperandType last = pop();
  if (function.arguments == 1) {
    const double value = call_one(function.function, last.value);
    push(type_of_call(function.function, last, offset));
    stack_.back().value = value;
    return;
  }
  const OperandType first = pop();
  const OperandType same = unify(first, last, offset);
  push(function.function == Function::atan2
           ? OperandType{OperandType::Kind::typed, dimension::number, 0.0}
           : same);
  stack_.back().value = call_two(function.function, first.value, last.value);
}

OperandType TypeChecker::pop() {
  const OperandType top = stack_.back();
  stack_.pop_back();
  return top;
}

void TypeChecker::fail(const std::string& wrong, const std::string& expected, int offset) const {
  throw InputError({place_.file, place_.line, place_.column + offset, place_.member},
                   wrong + " in '" + text_ + "'", expected);
}

OperandType TypeChecker::unify(const OperandType& a, const OperandType& b, int offset) const {
  if (a.kind != OperandType::Kind::typed) return b.kind == OperandType::Kind::literal ? a : b;
  if (b.kind == OperandType::Kind::typed && !(a.dimension == b.dimension)) {
    fail(describe(a.dimension) + " combined with " + describe(b.dimension),
         "expected the same dimension", offset);
  }
  return a;
}

OperandType TypeChecker::combine(const ParsedStep& step, const OperandType& left,
                                 const OperandType& right) const {
  switch (step.operation) {
    case Operation::add:
    case Operation::subtract:
      return unify(left, right, step.offset);
    case Operation::multiply:
      return multiply(left, right, false, step.offset);
    case Operation::divide:
      return multiply(left, right, true, step.offset);
    default:
      return raise(left, right, step.offset);
  }
}

OperandType TypeChecker::type_of_call(Function function, const OperandType& argument,
                                      int offset) const {
  if (function == Function::abs) return argument;
  if (function == Function::sqrt) {
    return argument.kind == OperandType::Kind::typed ? scale(argument, 1, 2, offset) : argument;
  }
  require_number(argument, offset);
  return {OperandType::Kind::literal, {}, 0.0};
}

// The dimension to the power numerator/denominator.
OperandType TypeChecker::scale(const OperandType& type, int numerator, int denominator,
                               int offset) const {
  constexpr int kHighest = 64;  // halves
  const auto part = [&](int exponent) {
    const int product = exponent * numerator;
    if (product % denominator != 0 || std::abs(product / denominator) > kHighest) {
      fail("a root or power of " + describe(type.dimension) + " that has no unit",
           "expected whole or half powers of units, up to 32", offset);
    }
    return product / denominator;
  };
  const Dimension& d = type.dimension;
  return {OperandType::Kind::typed, {part(d.length), part(d.mass), part(d.time)}, 0.0};
}

OperandType TypeChecker::multiply(const OperandType& a, const OperandType& b, bool divide,
                                  int offset) const {
  using Kind = OperandType::Kind;
  if (a.kind == Kind::any || b.kind == Kind::any) return {Kind::any, {}, 0.0};
  if (a.kind == Kind::literal && b.kind == Kind::literal) return a;
  const OperandType product{Kind::typed,
                            divide ? a.dimension / b.dimension : a.dimension * b.dimension, 0.0};
  return scale(product, 1, 1, offset);
}

OperandType TypeChecker::raise(const OperandType& base, const OperandType& exponent,
                               int offset) const {
  require_number(exponent, offset);
  if (base.kind != OperandType::Kind::typed || base.dimension == dimension::number) return base;
  const double doubled = 2.0 * exponent.value;
  constexpr double kHighest = 64.0;
  if (exponent.kind != OperandType::Kind::literal || doubled != std::round(doubled) ||
      !(std::abs(doubled) <= kHighest)) {
    fail("power of " + describe(base.dimension), "expected a whole or half number as exponent",
         offset);
  }
  return scale(base, static_cast<int>(doubled), 2, offset);
}

void TypeChecker::require_number(const OperandType& x, int offset) const {
  if (x.kind == OperandType::Kind::typed && !(x.dimension == dimension::number)) {
    fail(describe(x.dimension) + " where no dimension is possible",
         "expected a plain number or an angle", offset);
  }
}

}  // namespace core
}  // namespace globaldyn::inside
